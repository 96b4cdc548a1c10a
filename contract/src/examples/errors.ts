import type { TokenEndpoint } from '../endpoint.js';
import { STATUS, type ErrorBody, type ErrorCode, type ErrorName, type ErrorStatus } from '../errors.js';
import { CHANGE_DAYS_KEPT, READS_PER_MINUTE_MAX, TAGS_PER_MEDIA_MAX, WRITES_PER_MINUTE_MAX } from '../limits.js';
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

const CURSOR_EXPIRED: Row = [
  'expired',
  'The cursor has expired',
  `cursor: has expired. Changes are kept for ${CHANGE_DAYS_KEPT} days. Read the lists again, then follow from a new cursor.`,
  'cursor_expired',
];

const EXAMPLES: Readonly<Record<ErrorName, (endpoint: TokenEndpoint) => readonly Row[]>> = {
  invalid_request: ({ query, path }) => {
    if (query !== undefined) {
      const names = Object.keys(query.properties);
      const takes = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
      const message = `Unknown parameter "colour". This endpoint takes ${takes}. limit: must be a whole number from 1 to 200.`;
      const parameters = ['parameters', 'Two parameters are at fault', message] as const;
      return path === '/changes' ? [parameters, CURSOR_EXPIRED] : [parameters];
    }
    if (path.endsWith('/finalize')) return [['field', 'A field that is not known', 'Unknown field "colour".']];
    if (path.endsWith('/tags')) return [['missing', 'A field is missing', 'Missing: add.']];
    return [
      [
        'fields',
        'Two fields are at fault',
        'Missing: checksum. width: must be a whole number of pixels from 1 to 2,147,483,647.',
      ],
    ];
  },
  unauthorized: () => [
    [
      'token',
      'The token is missing or no longer works',
      'The token is missing, unknown, expired or revoked, or its merchant is suspended or its plan has ended. Send the header Authorization: Bearer <token>.',
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
  not_found: ({ path }) => [['missing', 'There is none in the merchant', missingOf(path)]],
  method_not_allowed: ({ method }) => [
    ['method', 'The path with another method', `DELETE is not allowed here. Use ${method}.`],
  ],
  conflict: () => [
    ['id', 'The id is taken', 'The id belongs to another file: choose a new one.', 'id_conflict'],
    [
      'quota',
      'The storage is full',
      "The merchant's storage is full: 87 MB needed, 12 MB of 10 GB free. Delete media or enlarge the plan, then try again.",
      'storage_quota_exceeded',
    ],
  ],
  payload_too_large: ({ bodyHint }) => [
    [
      'body',
      'The body is too large',
      `The body is over 16 KB (16,384 bytes).${bodyHint === undefined ? '' : ` ${bodyHint}`}`,
    ],
  ],
  unprocessable: ({ path }) => {
    if (path.endsWith('/finalize')) return [NOT_ARRIVED];
    if (!path.endsWith('/tags')) return [NOT_ACCEPTED];
    return [
      ['remove', 'Tags were to be removed', 'remove: tags cannot be removed through this API.', 'invalid'],
      [
        'many',
        'Too many tags',
        `An item has at most ${TAGS_PER_MEDIA_MAX} tags. This one has 48, and 5 of these are new. Nothing was added.`,
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
      'Something went wrong on our side. Try again; if it happens again, quote the X-Request-Id.',
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
  'The file has not arrived. PUT it to upload.url with every header of upload.headers, then finalize again. A file in parts: ask POST /media/uploads/{id}/parts again, PUT what it lists, then finalize again.',
  'invalid',
];

function missingOf(path: string): string {
  return path.startsWith('/media/uploads') ? NO_UPLOAD : `There is no such ${nounOf(path)}.`;
}

const NO_UPLOAD =
  'No such upload: it was never started, or was dropped 24 hours after its last ticket. Start it again with POST /media/uploads.';

function nounOf(path: string): string {
  if (path.startsWith('/campaigns')) return 'campaign';
  return path.startsWith('/playlists') ? 'playlist' : 'media item';
}
