import { type ConsoleErrorBody, STATUS } from '@vitrine/contract/errors';
import { ApiError, DatabaseUnavailableError } from '../errors.js';

type ErrorResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ConsoleErrorBody;
};

// Says nothing of what happened inside: that is in the log, under the request id.
const INTERNAL: ErrorResponse = {
  status: STATUS.internal,
  headers: {},
  body: {
    error: 'internal',
    message: 'Something went wrong on our side. Try again; if it happens again, quote the X-Request-Id.',
  },
};

const RETRY_SECONDS = 5;

export const BUSY: ErrorResponse = {
  status: STATUS.internal,
  headers: { 'retry-after': String(RETRY_SECONDS) },
  body: { error: 'internal', message: `The service is busy. Try again in ${RETRY_SECONDS} s.` },
};

// The one place where a failure becomes an answer.
export function toErrorResponse(thrown: unknown): ErrorResponse {
  if (thrown instanceof DatabaseUnavailableError) return BUSY;
  if (!(thrown instanceof ApiError)) return INTERNAL;
  const { error, message, code, headers } = thrown;
  return { status: STATUS[error], headers, body: code === undefined ? { error, message } : { error, message, code } };
}
