import { API_PATH, CONSOLE_PATH, SCREENS_PATH } from '@vitrine/contract/endpoint';
import type { ConsoleErrorCode, ErrorCode, ErrorName } from '@vitrine/contract/errors';

type Code = ErrorCode | ConsoleErrorCode;

// A refusal of the contract: its name, a sentence for the caller, and the code where one status has several reasons.
// Anything that is not an ApiError is answered as `internal`; what lies behind it goes to the log as `cause`.
export class ApiError extends Error {
  readonly error: ErrorName;
  readonly code: Code | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(error: ErrorName, message: string, code?: Code, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.error = error;
    this.code = code;
    this.headers = headers;
  }
}

type OAuthErrorName =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

// A refusal that has a name of its own in OAuth, whose bodies have other fields (oauth-way.ts).
export class OAuthError extends ApiError {
  readonly oauth: OAuthErrorName;

  constructor(oauth: OAuthErrorName, message: string) {
    super('invalid_request', message);
    this.oauth = oauth;
  }
}

export const invalidRequest = (message: string): ApiError => new ApiError('invalid_request', message);

export const unprocessable = (message: string): ApiError => new ApiError('unprocessable', message, 'invalid');

export const rateLimited = (message: string, seconds: number): ApiError =>
  new ApiError('rate_limited', message, undefined, { 'retry-after': String(seconds) });

// An item of another merchant looks the same as a missing one (contract, Errors 404).
export const notFound = (noun: string): ApiError =>
  new ApiError('not_found', noun === 'upload' ? NO_UPLOAD : `There is no such ${noun}.`);

const NO_UPLOAD =
  'No such upload: it was never started, or was dropped 24 hours after its last ticket. Start it again with POST /media/uploads.';

export function noSuchEndpoint(url: string): ApiError {
  const base = [CONSOLE_PATH, SCREENS_PATH].find((path) => url.startsWith(path)) ?? API_PATH;
  const rule = `Paths begin with ${base}, are case-sensitive and have no slash at the end.`;
  return new ApiError('not_found', `No such endpoint. ${rule}`);
}

export function requireFound<Found>(found: Found | undefined, noun: string): Found {
  if (found === undefined) throw notFound(noun);
  return found;
}

// The second of two people at once: what they typed is theirs still, and the first one's change is too.
export const changedMeanwhile = (noun: string): ApiError =>
  new ApiError(
    'conflict',
    `Somebody else changed this ${noun} meanwhile. Load it again, look at what changed, and save once more.`,
    'changed_meanwhile',
  );

// Who asked hung up before the request or its answer was whole: nobody is left to answer, and nothing of ours failed.
export class CallerGoneError extends Error {}

/** The database gave no connection, or broke it while a statement ran. */
export class DatabaseUnavailableError extends Error {
  constructor(reason: unknown) {
    super(`no usable database connection: ${toError(reason).message}`);
    // Every request of an outage throws one of these: their stacks would flood the log.
    this.stack = this.message;
  }
}

// Why an operator's command or the start was refused: a sentence for a person, which says what to do.
export class CommandError extends Error {}

export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
