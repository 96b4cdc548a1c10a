// A company's sign-in on loopback: a certified provider, with a person sitting in front of it who is chosen by the test, and
// with ways to misbehave.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider, type Configuration } from 'oidc-provider';
import type { CompanyConfig } from '../../server/src/config.js';
import { callbackUrl } from '../../server/src/identity/company-provider.js';

const CLIENT = { id: 'vitrine', secret: 'the secret of the test client' };

export type CompanyPerson = {
  readonly sub: string;
  readonly email?: string | undefined;
  readonly email_verified?: boolean;
  readonly name?: string;
};

type Twist = {
  // Instead of what the ID token says, signed with the same key.
  claims?: Readonly<Record<string, unknown>>;
  // Signed with a key that the provider does not have.
  strangeKey?: boolean;
  // Every request is refused, as by a provider that is down.
  down?: boolean;
};

type Options = { readonly baseUrl?: string | undefined };

export async function startCompanyProvider({ baseUrl = 'http://127.0.0.1' }: Options = {}) {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const strange = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const people = new Map<string, CompanyPerson>();
  const twist: Twist = {};
  let atTheDesk: CompanyPerson | undefined;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const provider = new Provider(issuer, settings({ baseUrl, key, people }));
  provider.on('server_error', (_ctx, error) => process.stderr.write(`${String(error.stack)}\n`));
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === '/token') bend(ctx);
  });
  const handle = provider.callback();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (twist.down === true) return void request.socket.destroy();
    if (request.url?.startsWith('/interaction/') === true) return signIn(request, response);
    return handle(request, response);
  };
  server.on('request', (request, response) => void answer(request, response));

  // Who sits there signs in at once and agrees to everything.
  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (atTheDesk === undefined) {
      const refusal = { error: 'access_denied', error_description: 'nobody is at the desk' };
      return provider.interactionFinished(request, response, refusal);
    }
    await provider.interactionFinished(request, response, { login: { accountId: atTheDesk.sub } });
  }

  function bend(ctx: { body?: unknown }): void {
    const body: { id_token?: string } = Object(ctx.body);
    if (body.id_token === undefined || (twist.claims === undefined && twist.strangeKey !== true)) return;
    const [header = '', payload = ''] = body.id_token.split('.');
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...twist.claims };
    const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const options = { key: twist.strangeKey === true ? strange : key, dsaEncoding: 'ieee-p1363' } as const;
    ctx.body = { ...body, id_token: `${signed}.${sign('sha256', Buffer.from(signed), options).toString('base64url')}` };
  }

  return {
    issuer,
    twist,
    config: (more: Partial<CompanyConfig> = {}): CompanyConfig => ({
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      name: 'Flour & Co',
      isOnly: false,
      ...more,
    }),
    // Who signs in when somebody is sent here next; nobody, and it refuses.
    seat: (person: CompanyPerson | undefined): void => {
      atTheDesk = person;
      if (person !== undefined) people.set(person.sub, person);
    },
    close: async (): Promise<void> => {
      server.close().closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  };
}

export type CompanyProvider = Awaited<ReturnType<typeof startCompanyProvider>>;

type Parts = {
  readonly baseUrl: string;
  readonly key: ReturnType<typeof createPrivateKey>;
  readonly people: ReadonlyMap<string, CompanyPerson>;
};

const settings = ({ baseUrl, key, people }: Parts): Configuration => ({
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [callbackUrl(baseUrl)],
      post_logout_redirect_uris: [`${baseUrl}/sign-in`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...key.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'test' }] },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
  claims: { openid: ['sub', 'auth_time'], email: ['email', 'email_verified'], profile: ['name'] },
  // Everything in the ID token, as the large ones do it.
  conformIdTokenClaims: false,
  ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 600 },
  cookies: { keys: ['of the test'] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  // Everything is agreed to.
  loadExistingGrant: async (ctx) => {
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client?.clientId ?? '',
      accountId: ctx.oidc.session?.accountId ?? '',
    });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});
