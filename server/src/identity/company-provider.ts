import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import type { Configuration, IDToken } from 'openid-client';
import type { Clock } from '../clock.js';
import type { CompanyConfig } from '../config.js';
import { challengeOf, nonceOf, stateOf, verifierOf } from './company-flow.js';

// Who came back, as the company says.
export type CompanyClaims = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  // Undefined where the company does not say.
  readonly isEmailVerified: boolean | undefined;
  readonly name: string | undefined;
  // How long ago the person showed the company who they are; undefined where it does not say.
  readonly provedAgoMs: number | undefined;
  // Where the browser signs out at the company.
  readonly signOutUrl: string | undefined;
};

export type Company = {
  readonly name: string;
  readonly issuer: string;
  readonly isOnly: boolean;
  // The address to send the browser to. `again`: the person must show anew who they are.
  readonly begin: (secret: string, how: { readonly again: boolean }) => Promise<string>;
  // What the browser brought back; throws where anything of it is not as it must be.
  readonly finish: (secret: string, query: string) => Promise<CompanyClaims>;
};

type Parts = { readonly baseUrl: string; readonly clock: Clock };

const TIMEOUT_SECONDS = 10;
const KEPT_MS = 60 * 60_000;
const SCOPE = 'openid email profile';

export const callbackUrl = (baseUrl: string): string => `${baseUrl}${CONSOLE_PATH}/company/callback`;

// The library is loaded, and the company asked for its addresses, with the first sign-in: a company that is away stops
// neither a start nor a password.
export function createCompany(config: CompanyConfig, { baseUrl, clock }: Parts): Company {
  const redirectUri = callbackUrl(baseUrl);
  const discover = keptFor(KEPT_MS, clock, () => discoverProvider(config));
  return {
    name: config.name,
    issuer: config.issuer,
    isOnly: config.isOnly,
    async begin(secret, { again }) {
      const { library, provider } = await discover();
      const url = library.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: stateOf(secret),
        nonce: nonceOf(secret),
        code_challenge: challengeOf(secret),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login', max_age: '0' }),
      });
      return url.href;
    },
    async finish(secret, query) {
      const { library, provider } = await discover();
      const tokens = await library.authorizationCodeGrant(provider, new URL(`${redirectUri}?${query}`), {
        expectedState: stateOf(secret),
        expectedNonce: nonceOf(secret),
        pkceCodeVerifier: verifierOf(secret),
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the company sent no ID token');
      const about = claims['email'] === undefined ? await askAbout({ library, provider }, tokens, claims) : claims;
      return { ...toClaims(claims, about), signOutUrl: signOutUrl({ library, provider }, baseUrl, tokens.id_token) };
    },
  };
}

type Library = typeof import('openid-client');
type Discovered = { readonly library: Library; readonly provider: Configuration };

// Throws unless the company tells how its people sign in.
export const checkProvider = async (config: CompanyConfig): Promise<void> => void (await discoverProvider(config));

async function discoverProvider({ issuer, clientId, clientSecret }: CompanyConfig): Promise<Discovered> {
  const library = await import('openid-client');
  const isPlain = issuer.startsWith('http:');
  // Signatures are checked although the token came over a connection of our own: it costs one more request in an hour.
  const execute = [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])];
  const auth = byServer(library, clientSecret);
  const options = { execute, timeout: TIMEOUT_SECONDS };
  return { library, provider: await library.discovery(new URL(issuer), clientId, undefined, auth, options) };
}

// In the body where the company takes it there: some read a header's escapes in a way of their own.
const byServer =
  ({ ClientSecretBasic, ClientSecretPost }: Library, clientSecret: string) =>
  (...[server, client, body, headers]: Parameters<ReturnType<Library['ClientSecretPost']>>): void => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = methods.includes('client_secret_post')
      ? ClientSecretPost(clientSecret)
      : ClientSecretBasic(clientSecret);
    auth(server, client, body, headers);
  };

// Some tell of email and name only here. It must be about the same person.
async function askAbout(
  { library, provider }: Discovered,
  { access_token }: { readonly access_token: string },
  { sub }: IDToken,
): Promise<Readonly<Record<string, unknown>>> {
  if (provider.serverMetadata().userinfo_endpoint === undefined) return {};
  return library.fetchUserInfo(provider, access_token, sub);
}

function toClaims(
  { iss, sub, iat, auth_time }: IDToken,
  about: Readonly<Record<string, unknown>>,
): Omit<CompanyClaims, 'signOutUrl'> {
  const verified = about['email_verified'];
  return {
    issuer: iss,
    subject: sub,
    email: textOf(about['email']),
    // Some write it as a text.
    isEmailVerified: verified === undefined ? undefined : verified === true || verified === 'true',
    name: textOf(about['name']),
    // Both by the company's own clock.
    provedAgoMs: auth_time === undefined ? undefined : Math.max(0, iat - auth_time) * 1000,
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function signOutUrl({ library, provider }: Discovered, baseUrl: string, idToken: string | undefined) {
  if (provider.serverMetadata().end_session_endpoint === undefined || idToken === undefined) return undefined;
  const back = { id_token_hint: idToken, post_logout_redirect_uri: `${baseUrl}/sign-in` };
  return library.buildEndSessionUrl(provider, back).href;
}

// One asks for all who wait. What failed is not kept; what is kept still serves while it cannot be renewed.
function keptFor<Value>(ms: number, clock: Clock, make: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly value: Value; readonly until: number } | undefined;
  let making: Promise<Value> | undefined;
  const renew = async (): Promise<Value> => {
    const value = await make();
    kept = { value, until: clock.now() + ms };
    return value;
  };
  return async () => {
    if (kept !== undefined && clock.now() < kept.until) return kept.value;
    making ??= renew().finally(() => (making = undefined));
    const last = kept;
    return last === undefined ? making : making.catch(() => last.value);
  };
}
