import type { TObject, TSchema } from 'typebox';
import type { ErrorStatus } from './errors.js';
import type { Role, Scope } from './scopes.js';

// The least that a person must be; an owner may do everything.
type LeastRole = Exclude<Role, 'owner'>;

// Who may come in: a token with a scope (null: any valid token); a person of the merchant, by role; whoever is signed in;
// anyone; a screen with its key; a browser that is to become a screen; an assistant with the key of its person; a program that
// wants to become a person's assistant.
export type Access =
  | { readonly by: 'token'; readonly scope: Scope | null }
  | { readonly by: 'person'; readonly role: LeastRole }
  | { readonly by: 'session' }
  | { readonly by: 'anyone' }
  | { readonly by: 'screen' }
  | { readonly by: 'television' }
  | { readonly by: 'aiKey' }
  | { readonly by: 'oauthClient' };

export const token = <const Needed extends Scope | null>(scope: Needed) => ({ by: 'token', scope }) as const;
export const person = <const Least extends LeastRole>(role: Least) => ({ by: 'person', role }) as const;
export const signedIn = { by: 'session' } as const;
export const anyone = { by: 'anyone' } as const;
export const screen = { by: 'screen' } as const;
export const television = { by: 'television' } as const;
export const aiKey = { by: 'aiKey' } as const;
export const oauthClient = { by: 'oauthClient' } as const;

// An endpoint is data: routes, gates, validation, the document, the client, the console and the tests that go through every
// endpoint read this row.
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly description?: string;
  // What each `:name` of the path is. A malformed one is a missing item, so it has words and no schema.
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly bodyOptional?: boolean;
  // Given where the body is that of a form and not JSON: names that the row does not know are passed over (RFC 6749, 3.2).
  readonly bodyType?: 'form';
  // Faults that the handler refuses itself: a list's, which knows whether the cursor is one too; those that are a 422, for
  // whether the thing is there comes first.
  readonly ownFaults?: 'invalid_request' | 'unprocessable';
  // Where a request may be longer than BODY_BYTES_MAX.
  readonly bodyBytesMax?: number;
  // Ends the refusal of a longer body: tells the caller what to send instead.
  readonly bodyHint?: string;
  // Of a person, counted to UPLOAD_CALLS_PER_MINUTE_MAX.
  readonly isUploadCall?: true;
  // Whether the answer gives the browser a session, or takes it away.
  readonly session?: 'begins' | 'ends';
  // Of a person, taken only for PROOF_MINUTES after a proof of who it is; later the answer is 403 `proof_required`.
  readonly dangerous?: true;
  // Adds a sign-in method: where the installation sends mail, only for an email that was proven; else 403 `email_unproven`.
  readonly addsSignInMethod?: true;
  // Takes a password, a passkey or a link of ours: refused where only the company's account is taken.
  readonly ownWay?: true;
  // There as long as the installation has no merchant: afterwards 404.
  readonly untilFirstMerchant?: true;
  // A step of a sign-in with the company's account: the browser is sent there, or comes back and is led on (303).
  readonly company?: 'starts' | 'returns';
  // Of a screen: the answer has an ETag, and who has it already is told so (304).
  readonly versioned?: true;
  readonly response: TSchema;
  // What is answered where something was made, if not 200.
  readonly made?: 201;
  // Given where the answer is a file and not JSON.
  readonly responseType?: 'text/csv';
  // What it may answer beside what follows from its access, method and input (endpoint-statuses.ts).
  readonly errors?: readonly ErrorStatus[];
};

// What integrations reach: the document tells of it, in full.
export type TokenEndpoint = Endpoint & {
  readonly access: Extract<Access, { by: 'token' }>;
  readonly description: string;
};

type Rest = Omit<Endpoint, 'method' | 'path' | 'access'>;

// `endpoint('GET /tags', token('tags:read'), { … })`: what is asked, by whom, and the rest of the row.
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  const By extends Access,
  const More extends Rest,
>(
  asked: `${Method} ${Path}`,
  access: By,
  more: More,
): { readonly method: Method; readonly path: Path; readonly access: By } & More {
  const [method, path] = asked.split(' ') as [Method, Path];
  return { method, path, access, ...more };
}

export const API_PATH = '/api/integrations/v1';
export const CONSOLE_PATH = '/api/console/v1';
export const SCREENS_PATH = '/api/screens/v1';
// Where assistants connect: one address, with a table of its own behind it (tools.ts).
const ASSISTANTS_PATH = '/api';
export const MCP_PATH = `${ASSISTANTS_PATH}/mcp`;

// Where programs look that want to connect is not ours to choose (RFC 8414, RFC 9728).
export const OAUTH_PATH = `${ASSISTANTS_PATH}/oauth`;

export type Audience = 'integrations' | 'console' | 'screens' | 'assistants' | 'oauth';

// Its access says for whom a row is, and under which address it is served.
export function audienceOf({ by }: Access): Audience {
  if (by === 'token') return 'integrations';
  if (by === 'aiKey') return 'assistants';
  if (by === 'oauthClient') return 'oauth';
  return by === 'screen' || by === 'television' ? 'screens' : 'console';
}

const BASES: Readonly<Record<Audience, string>> = {
  integrations: API_PATH,
  console: CONSOLE_PATH,
  screens: SCREENS_PATH,
  assistants: ASSISTANTS_PATH,
  oauth: '',
};

// The whole path of a row.
export const pathOf = ({ access, path }: Pick<Endpoint, 'access' | 'path'>): string => BASES[audienceOf(access)] + path;
