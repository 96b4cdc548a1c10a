import { AI_PERMISSIONS, isAiPermission, type AiPermission } from '@vitrine/contract/ai-words';
import { CLIENT_DOCUMENTS_PER_PERSON_MAX } from '@vitrine/contract/ai-limits';
import { ApiError, OAuthError } from '../errors.js';
import { parseForm } from '../http/parse-input.js';
import { isReadOnTheWay, issuerOf, offersConnections, resourceOf } from '../identity/issuer.js';
import { passLimits } from '../identity/throttle.js';
import type { PersonPrincipal } from '../principal.js';
import type { Client } from './client.js';
import type { ClientDocuments } from './client-documents.js';
import { isSameRedirect, withAnswer } from './redirect-uri.js';
import { openClient, type RegistrationDeps } from './register-client.js';

export type ConnectionDeps = RegistrationDeps & {
  readonly baseUrl: string;
  readonly clientDocuments: ClientDocuments;
};

// `stranger`: it is not known who asks, or where the answer would go, and nothing leads back. `refused`: known, and told so.
type Checked =
  | { readonly kind: 'stranger'; readonly message: string }
  | { readonly kind: 'refused'; readonly asker: Asker; readonly error: string; readonly message: string }
  | {
      readonly kind: 'sound';
      readonly asker: Asker;
      readonly challenge: string;
      readonly permissions: readonly AiPermission[];
    };

export type Asker = { readonly client: Client; readonly redirectUri: string; readonly state: string | undefined };

type Asked = Readonly<Record<string, string | undefined>>;

// Who asks and where the answer goes come first: before both are known nobody is sent anywhere (RFC 6749, 4.1.2.1).
export async function checkRequest(deps: ConnectionDeps, person: PersonPrincipal, text: string): Promise<Checked> {
  try {
    if (!offersConnections(deps.baseUrl))
      throw new OAuthError('invalid_request', isReadOnTheWay(deps.baseUrl) ? PLAIN_HTTP : BELOW_PATH);
    const asked: Asked = parseForm(text.replace(/^\?/, ''));
    const client = await findClient(deps, person, asked['client_id']);
    const redirectUri = requireRedirect(client, asked['redirect_uri']);
    return checkRest(deps, asked, { client, redirectUri, state: asked['state'] });
  } catch (error) {
    // Too many is no fault of the request.
    if (!(error instanceof ApiError) || error.error === 'rate_limited') throw error;
    return { kind: 'stranger', message: error.message };
  }
}

const PLAIN_HTTP =
  'This service is reached over plain http, where anybody on the way could read along. Make a key under My account instead.';
const BELOW_PATH =
  'This service stands below a path of its address, where assistants cannot be connected. Make a key under My account instead.';

async function findClient(deps: ConnectionDeps, { person }: PersonPrincipal, id: string | undefined): Promise<Client> {
  if (id?.startsWith('https://') === true) {
    const limit = [`client documents ${person.id}`, CLIENT_DOCUMENTS_PER_PERSON_MAX] as const;
    return deps.clientDocuments.find(id, () => passLimits(deps, [limit]));
  }
  const client = openClient(deps.clientKey, id ?? '');
  if (client === undefined) throw new OAuthError('invalid_client', 'The program that asks is not known here.');
  return client;
}

function requireRedirect(client: Client, redirectUri: string | undefined): string {
  const isKnown = client.redirectUris.some((one) => redirectUri !== undefined && isSameRedirect(one, redirectUri));
  if (redirectUri !== undefined && isKnown) return redirectUri;
  throw new OAuthError('invalid_request', `The answer would go to an address that ${client.name} has not named.`);
}

function checkRest({ baseUrl }: ConnectionDeps, asked: Asked, asker: Asker): Checked {
  const refused = (error: string, message: string): Checked => ({ kind: 'refused', asker, error, message });
  if (asked['response_type'] !== 'code')
    return refused('unsupported_response_type', 'It asks for something else than a code.');
  if ((asked['response_mode'] ?? 'query') !== 'query')
    return refused('invalid_request', 'It wants its answer by another way.');
  if (asked['request'] !== undefined) return refused('request_not_supported', 'It wraps up what it asks for.');
  if (asked['request_uri'] !== undefined) return refused('request_uri_not_supported', 'It asks by an address.');
  const challenge = asked['code_challenge'] ?? '';
  if (asked['code_challenge_method'] !== 'S256' || !CHALLENGE.test(challenge))
    return refused('invalid_request', 'It does not protect what it would be given (PKCE with S256).');
  if ((asked['resource'] ?? resourceOf(baseUrl)) !== resourceOf(baseUrl))
    return refused('invalid_target', 'It asks for something that is not here.');
  const permissions = findPermissions(asked['scope']);
  if (permissions === undefined) return refused('invalid_scope', 'It asks for something that nobody can allow.');
  return { kind: 'sound', asker, challenge, permissions };
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
// Some ask for it wherever there is a refresh token, which is always given here.
const OFFLINE = 'offline_access';

// Undefined where one is not known. Who names none may be given any.
function findPermissions(scope: string | undefined): readonly AiPermission[] | undefined {
  const named = (scope ?? '').split(' ').filter((one) => one !== '' && one !== OFFLINE);
  if (!named.every(isAiPermission)) return undefined;
  // Whoever works on something must see it.
  return named.length === 0 ? AI_PERMISSIONS : AI_PERMISSIONS.filter((one) => one === 'look' || named.includes(one));
}

// The way back, with who answers, so that no program takes it for somebody else's answer (RFC 9207).
export const toAnswer = (
  baseUrl: string,
  { redirectUri, state }: Asker,
  answer: Readonly<Record<string, string>>,
): string => withAnswer(redirectUri, { ...answer, ...(state !== undefined && { state }), iss: issuerOf(baseUrl) });
