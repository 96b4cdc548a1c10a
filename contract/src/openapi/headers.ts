import { STATUS, type ErrorStatus } from '../errors.js';

// The headers of answers, by component name.
export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request in the log of the service. Quote it when you ask for help.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Cache-Control': {
    description: 'Signed URLs end soon and are for the caller alone: no cache may keep an answer.',
    schema: { type: 'string', enum: ['private, no-store'] },
  },
  'RateLimit-Limit': {
    description: 'Requests that a clock minute allows of the budget that this one used.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'What is left of that budget in this minute.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': {
    description: 'Whole seconds to the next minute.',
    schema: { type: 'integer', minimum: 1, maximum: 60 },
  },
  'Retry-After': {
    description: 'Whole seconds to the next minute: wait that long, then send the request again.',
    schema: { type: 'integer', minimum: 1, maximum: 60 },
  },
  'WWW-Authenticate': { description: 'The scheme to use.', schema: { type: 'string', enum: ['Bearer'] } },
  Allow: { description: 'The method that the path takes.', schema: { type: 'string', enum: ['GET', 'POST'] } },
};

type HeaderName = keyof typeof HEADERS;

const COUNTED: readonly HeaderName[] = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

// Answers from before the rate limit, and those that may be, carry no budget.
const SPECIAL: Partial<Record<ErrorStatus, readonly HeaderName[]>> = {
  [STATUS.unauthorized]: ['X-Request-Id', 'WWW-Authenticate'],
  [STATUS.method_not_allowed]: ['X-Request-Id', 'Allow'],
  [STATUS.rate_limited]: [...COUNTED, 'Retry-After'],
  [STATUS.internal]: ['X-Request-Id'],
};

export function headersOf(status: 200 | ErrorStatus): Record<string, { $ref: string }> {
  const names = status === 200 ? [...COUNTED, 'Cache-Control'] : (SPECIAL[status] ?? COUNTED);
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
