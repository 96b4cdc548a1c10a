import { Type, type Static } from 'typebox';
import { dateTime, nullable, uuid } from '../fields.js';
import { TOKEN_DAYS_OFFERED } from '../limits.js';
import { SCOPES } from '../scopes.js';
import { endpoint, person } from '../endpoint.js';
import { dayText, exact, nameText } from './console-fields.js';
import { ROTATION_OVERLAP_HOURS_OFFERED, TOKEN_NAME_CHARACTERS_MAX } from './console-limits.js';

export const TOKEN_STATES = ['active', 'rotating', 'expired', 'revoked'] as const;

const scopes = (options: { minItems?: number; description: string }) =>
  Type.Array(Type.Enum([...SCOPES], { type: 'string', description: 'A scope.' }), options);
const days = Type.Enum([...TOKEN_DAYS_OFFERED], { description: 'How many days it lasts.' });

export const ConsoleToken = exact(
  {
    id: uuid('The token.'),
    name: Type.String({ description: 'What it is for.' }),
    lastFour: Type.String({ description: 'The last four characters of its value.' }),
    scopes: scopes({ description: 'What it may do.' }),
    state: Type.Enum([...TOKEN_STATES], {
      type: 'string',
      description: 'Rotating: replaced, and working on for a while; it counts to the most that may be.',
    }),
    createdAt: dateTime('When it was issued.'),
    createdBy: nullable(
      exact({ personId: uuid('The person.'), name: Type.String({ description: 'The name at that time.' }) }, 'Who.'),
      'Who issued it; null for the operator and for an import.',
    ),
    lastUsedAt: nullable(dateTime('When.'), 'When it was last used; null when it never was. Some seconds behind.'),
    expiresAt: dateTime('The first moment at which it no longer works.'),
    revokedAt: nullable(dateTime('When.'), 'When it was revoked.'),
    rotatedAt: nullable(dateTime('When.'), 'When it was replaced by a new one.'),
  },
  'An integration token, without its value.',
);
export type ConsoleToken = Static<typeof ConsoleToken>;

export const TokenList = exact(
  {
    items: Type.Array(ConsoleToken, { description: 'Newest first.' }),
    active: Type.Integer({ minimum: 0, description: 'How many would be answered: active and rotating ones.' }),
    activeMax: Type.Integer({ minimum: 0, description: 'How many may be.' }),
  },
  "The merchant's tokens.",
);
export type TokenList = Static<typeof TokenList>;

export const NewToken = exact(
  { token: ConsoleToken, value: Type.String({ description: 'The secret. It is in no other answer.' }) },
  'A token that was just issued.',
);
export type NewToken = Static<typeof NewToken>;

export const CreateTokenRequest = exact(
  {
    name: nameText(TOKEN_NAME_CHARACTERS_MAX, 'What it is for.'),
    scopes: scopes({ minItems: 1, description: 'What it may do; a write brings its read.' }),
    days,
  },
  'A token to issue.',
);

export const RotateTokenRequest = exact(
  {
    overlapHours: Type.Enum([...ROTATION_OVERLAP_HOURS_OFFERED], { description: 'How long the old one works on.' }),
    days: Type.Optional(days),
  },
  'Left out, days is the offered lifetime that is nearest above that of the old token.',
);
export type RotateTokenRequest = Static<typeof RotateTokenRequest>;

export const TokenUsage = exact(
  {
    items: Type.Array(
      exact(
        {
          day: dayText('The day, in UTC.'),
          requests: Type.Integer({ minimum: 0, description: 'Requests with the token, refused ones too.' }),
          refused429: Type.Integer({ minimum: 0, description: 'Refused for their rate.' }),
          refused403: Type.Integer({ minimum: 0, description: 'Refused for a scope or the plan.' }),
        },
        'One day.',
      ),
      { description: 'Every day of the span, oldest first.' },
    ),
  },
  'What a token was used for, by day.',
);
export type TokenUsage = Static<typeof TokenUsage>;

export const UsageQuery = exact(
  { from: Type.Optional(dayText('The first day, in UTC.')), to: Type.Optional(dayText('The last day, in UTC.')) },
  'The span; left out, the last 30 days.',
);
export type UsageQuery = Static<typeof UsageQuery>;

export const consoleTokenEndpoints = {
  listTokens: endpoint({
    method: 'GET',
    path: '/tokens',
    access: person('admin'),
    summary: 'The tokens of the merchant',
    response: TokenList,
    errors: [401, 403, 404],
  }),
  createToken: endpoint({
    method: 'POST',
    path: '/tokens',
    access: person('admin'),
    summary: 'Issue a token; its value is shown once',
    body: CreateTokenRequest,
    response: NewToken,
    errors: [400, 401, 403, 404, 409, 413, 422],
  }),
  revokeToken: endpoint({
    method: 'POST',
    path: '/tokens/:id/revoke',
    access: person('admin'),
    summary: 'Stop a token at once',
    response: ConsoleToken,
    errors: [400, 401, 403, 404],
  }),
  rotateToken: endpoint({
    method: 'POST',
    path: '/tokens/:id/rotate',
    access: person('admin'),
    summary: 'Replace a token by a new one of the same name and scopes',
    body: RotateTokenRequest,
    response: NewToken,
    errors: [400, 401, 403, 404, 409, 413, 422],
  }),
  getTokenUsage: endpoint({
    method: 'GET',
    path: '/tokens/:id/usage',
    access: person('admin'),
    summary: 'Requests and refusals of a token by day',
    query: UsageQuery,
    response: TokenUsage,
    errors: [400, 401, 403, 404],
  }),
};
