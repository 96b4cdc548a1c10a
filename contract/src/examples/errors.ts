import type { TokenEndpoint } from '../endpoint.js';
import { STATUS, type ErrorBody, type ErrorCode, type ErrorName, type ErrorStatus } from '../errors.js';
import { BODY_BYTES_MAX, READS_PER_MINUTE_MAX, TAGS_PER_MEDIA_MAX, WRITES_PER_MINUTE_MAX } from '../limits.js';
import type { Examples } from './content.js';

// What an endpoint's refusal of this status looks like, in the words of the service.
export function errorExamples(endpoint: TokenEndpoint, status: ErrorStatus): Examples<ErrorBody> {
  const error = NAMES.find((name) => STATUS[name] === status) ?? 'internal';
  const examples = EXAMPLES[error](endpoint);
  return Object.fromEntries(
    examples.map(([key, summary, message, code]) => [
      key,
      { summary, value: code === undefined ? { error, message } : { error, message, code } },
    ]),
  );
}

const NAMES = Object.keys(STATUS).filter((name): name is ErrorName => Object.hasOwn(STATUS, name));

type Row = readonly [key: string, summary: string, message: string, code?: ErrorCode];

const EXAMPLES: Readonly<Record<ErrorName, (endpoint: TokenEndpoint) => readonly Row[]>> = {
  invalid_request: ({ query, path }) => {
    if (query !== undefined) {
      const message = 'limit: must be a whole number from 1 to 200. colour: is not known here.';
      return [['parameters', 'Two parameters are at fault', message]];
    }
    if (path.endsWith('/finalize')) return [['field', 'A field that is not known', 'colour: is not known here.']];
    if (path.endsWith('/tags')) return [['missing', 'A field is missing', 'add: is required.']];
    return [
      [
        'fields',
        'Two fields are at fault',
        'checksum: is required. width: must be a whole number above 0 and at most 2147483647 or null.',
      ],
    ];
  },
  unauthorized: () => [
    [
      'token',
      'The token is missing or no longer works',
      'A valid integration token is needed: send the header Authorization: Bearer <token>.',
    ],
  ],
  forbidden: ({ access: { scope }, method }) => [
    [
      'scope',
      'The token lacks the scope',
      `The token lacks the scope ${scope}. Issue one that has it in the settings under integrations.`,
    ],
    ...(method === 'POST' ? [PLAN] : []),
  ],
  not_found: ({ path }) => [['missing', 'There is none in the merchant', `There is no such ${nounOf(path)}.`]],
  method_not_allowed: ({ method }) => [['method', 'The path with another method', `This path takes ${method}.`]],
  conflict: () => [
    ['id', 'The id is taken', 'The id belongs to another item: choose a new one.', 'id_conflict'],
    [
      'quota',
      'The storage is full',
      "The merchant's storage is full: delete media or enlarge the plan, then try again.",
      'storage_quota_exceeded',
    ],
  ],
  payload_too_large: () => [
    [
      'body',
      'The body is too large',
      `The body must be at most ${BODY_BYTES_MAX} bytes. Files go to upload.url, not here.`,
    ],
  ],
  unprocessable: ({ path }) => {
    if (path.endsWith('/finalize')) return [NOT_ARRIVED];
    if (!path.endsWith('/tags')) return [NOT_ACCEPTED];
    return [
      ['remove', 'Tags were to be removed', 'remove: is not offered.', 'invalid'],
      [
        'many',
        'Too many tags',
        `The item would carry more than ${TAGS_PER_MEDIA_MAX} tags, which is the most.`,
        'invalid',
      ],
    ];
  },
  rate_limited: ({ method }) => {
    const rate = method === 'GET' ? `${READS_PER_MINUTE_MAX} reads` : `${WRITES_PER_MINUTE_MAX} writes`;
    return [['rate', 'The budget of this minute is spent', `More than ${rate} in this minute. Try again in 24 s.`]];
  },
  internal: () => [
    [
      'internal',
      'Something failed inside',
      'Something went wrong on our side. Try again; if it stays, quote the X-Request-Id.',
    ],
  ],
};

const PLAN: Row = [
  'plan',
  'The plan does not allow writes',
  "The merchant's plan does not allow writes through integrations.",
  'plan',
];

const NOT_ACCEPTED: Row = [
  'invalid',
  'Understood, but not accepted',
  'checksum: must be the SHA-256 as 64 lower-case hex digits.',
  'invalid',
];

const NOT_ARRIVED: Row = [
  'missing',
  'The file is not there',
  'The file has not arrived. PUT it to upload.url with every header of upload.headers, then finalize again.',
  'invalid',
];

function nounOf(path: string): string {
  if (path.startsWith('/media/uploads')) return 'upload';
  if (path.startsWith('/campaigns')) return 'campaign';
  return path.startsWith('/playlists') ? 'playlist' : 'media item';
}
