import { sentenceFor } from './connection-reasons.js';
import { ConnectionError, ERROR_CLASSES, InternalError, RateLimitedError, VitrineError } from './errors.js';
import type { ErrorBody } from './generated/types.js';

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
  return new (classOf(response.status, body?.error))(
    body?.message ?? `The service answered ${response.status} without saying why.`,
    details,
  );
}

// Something between us and the service (a proxy, a balancer) answers in its own words; a name that a later version
// brings is still an error that can be caught.
function classOf(status: number, name: string | undefined) {
  const known = Object.entries(ERROR_CLASSES).find(([error]) => error === name)?.[1];
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

// What fetch throws says little («fetch failed»); the reason lies below it. Never the headers: they hold the token.
export function toConnectionError(url: string, thrown: unknown): ConnectionError {
  const reason = findReason(thrown);
  const code = codeOf(reason);
  return new ConnectionError(`Cannot reach ${new URL(url).origin}: ${sentenceFor(code) ?? textOf(reason)}.`, {
    code,
    cause: thrown,
  });
}

function findReason(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  if (thrown.cause instanceof AggregateError) return findReason(thrown.cause.errors[0]);
  return thrown.cause instanceof Error ? findReason(thrown.cause) : thrown;
}

const codeOf = (reason: unknown): string | undefined =>
  reason instanceof Error && 'code' in reason && typeof reason.code === 'string' ? reason.code : undefined;

const textOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message.replace(/\.$/, '') || reason.name : String(reason);
