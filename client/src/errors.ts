import type { ErrorBody } from './generated/types.js';

export type ErrorDetails = {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
};

/** Whatever goes wrong is one of these. `error` and `code` are the contract's words; `message` is for people. */
export class VitrineError extends Error {
  override readonly name: string = 'VitrineError';
  /** The answer's HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly code: string | undefined;
  /** What the service's own log calls the request: name it when you ask for help. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.error = details.error;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

export class InvalidRequestError extends VitrineError {
  override readonly name: string = 'InvalidRequestError';
}
/** Changes after this cursor are no longer kept. Read the lists again, then follow from a new cursor. */
export class CursorExpiredError extends InvalidRequestError {
  override readonly name = 'CursorExpiredError';
}
export class UnauthorizedError extends VitrineError {
  override readonly name = 'UnauthorizedError';
}
export class ForbiddenError extends VitrineError {
  override readonly name = 'ForbiddenError';
}
export class NotFoundError extends VitrineError {
  override readonly name = 'NotFoundError';
}
export class MethodNotAllowedError extends VitrineError {
  override readonly name = 'MethodNotAllowedError';
}
export class ConflictError extends VitrineError {
  override readonly name = 'ConflictError';
}
export class PayloadTooLargeError extends VitrineError {
  override readonly name = 'PayloadTooLargeError';
}
export class UnprocessableError extends VitrineError {
  override readonly name = 'UnprocessableError';
}
export class RateLimitedError extends VitrineError {
  override readonly name = 'RateLimitedError';
}
export class InternalError extends VitrineError {
  override readonly name = 'InternalError';
}
/** No answer came: the address is wrong, the network is down, or it took too long. `code` is Node's word, if it had one. */
export class ConnectionError extends VitrineError {
  override readonly name = 'ConnectionError';
}
/** Storage refused the bytes, or they could not be read as declared. `code` is storage's word. */
export class UploadError extends VitrineError {
  override readonly name = 'UploadError';
}
/** Not a webhook of ours. `code` says why: `missing_header`, `bad_timestamp`, `bad_signature` or `bad_body`. */
export class WebhookVerificationError extends VitrineError {
  override readonly name = 'WebhookVerificationError';
}

type ErrorClass = new (message: string, details?: ErrorDetails) => VitrineError;

export const ERROR_CLASSES: Readonly<Record<ErrorBody['error'], ErrorClass>> = {
  invalid_request: InvalidRequestError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  conflict: ConflictError,
  payload_too_large: PayloadTooLargeError,
  unprocessable: UnprocessableError,
  rate_limited: RateLimitedError,
  internal: InternalError,
};

// An answer that is not 200 as the error that its body names.
export function toError(response: Response, text: string): VitrineError {
  const body = parseErrorBody(text);
  const details = {
    status: response.status,
    error: body?.error,
    code: body?.code,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: findSeconds(response.headers.get('retry-after')),
  };
  return new (classOf(response.status, body))(
    body?.message ?? `The service answered ${response.status} without saying why.`,
    details,
  );
}

// Something between us and the service (a proxy, a balancer) answers in its own words; a name that a later version
// brings is still an error that can be caught.
function classOf(status: number, body: ErrorBody | undefined) {
  if (body?.error === 'invalid_request' && body.code === 'cursor_expired') return CursorExpiredError;
  const known = Object.entries(ERROR_CLASSES).find(([error]) => error === body?.error)?.[1];
  if (known !== undefined) return known;
  if (status === 429) return RateLimitedError;
  return status >= 500 ? InternalError : VitrineError;
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as ErrorBody | null;
    return typeof body?.error === 'string' && typeof body.message === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}

const findSeconds = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
