import { type ConsoleErrorBody, STATUS } from '@vitrine/contract/errors';
import { ApiError } from '../errors.js';

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

// The one place where a failure becomes an answer.
export function toErrorResponse(thrown: unknown): ErrorResponse {
  if (!(thrown instanceof ApiError)) return INTERNAL;
  const { error, message, code, headers } = thrown;
  return { status: STATUS[error], headers, body: code === undefined ? { error, message } : { error, message, code } };
}
