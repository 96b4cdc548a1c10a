import type { Static } from 'typebox';
import { ROTATION_OVERLAP_HOURS_OFFERED, TOKEN_NAME_CHARACTERS_MAX } from './console-limits.js';
import { endpoint, person, token } from './endpoint.js';
import { count, dateTime, dayText, exact, listOf, named, nameText, nullable, oneOf, text, uuid } from './fields.js';
import { TOKEN_DAYS_OFFERED } from './limits.js';
import { PersonRef } from './references.js';
import { SCOPES } from './scopes.js';
import { Type } from './type.js';

export const Budget = named('Budget', 'How many requests of one kind the token may still make.', {
  limit: Type.Integer({ minimum: 1, description: 'Requests that a clock minute allows.' }),
  remaining: count('What is left of this minute.'),
  resetSeconds: Type.Integer({
    minimum: 1,
    maximum: 60,
    description: 'Whole seconds to the next minute, when the budget is full again.',
  }),
});
export type Budget = Static<typeof Budget>;

export const Budgets = named('Budgets', 'GETs count as reads, this one too; POSTs count as writes.', {
  read: Budget,
  write: Budget,
});
export type Budgets = Static<typeof Budgets>;

export const Token = named('Token', 'The token that the request was made with. Its secret is in no answer.', {
  name: text('What the merchant called it.'),
  lastFour: Type.String({
    minLength: 4,
    maxLength: 4,
    description: 'The last four characters of its secret, as the console and the activity log show them.',
  }),
  scopes: listOf(oneOf(SCOPES, 'A scope.'), 'What it may do.'),
  createdAt: dateTime('When it was issued.'),
  expiresAt: dateTime('The first moment at which it no longer works.'),
  budgets: Budgets,
});
export type Token = Static<typeof Token>;

const TOKEN_STATES = ['active', 'rotating', 'expired', 'revoked'] as const;

const scopes = (options: { minItems?: number; description: string }) => Type.Array(oneOf(SCOPES, 'A scope.'), options);
const days = Type.Enum([...TOKEN_DAYS_OFFERED], { description: 'How many days it lasts.' });

export const ConsoleToken = exact('An integration token, without its value.', {
  id: uuid('The token.'),
  name: text('What it is for.'),
  lastFour: text('The last four characters of its value.'),
  scopes: scopes({ description: 'What it may do.' }),
  state: oneOf(TOKEN_STATES, 'Rotating: replaced, and working on for a while; it counts to the most that may be.'),
  createdAt: dateTime('When it was issued.'),
  createdBy: nullable(PersonRef, 'Who issued it; null for the operator and for an import.'),
  lastUsedAt: nullable(dateTime('When.'), 'When it was last used; null when it never was. Some seconds behind.'),
  expiresAt: dateTime('The first moment at which it no longer works.'),
  revokedAt: nullable(dateTime('When.'), 'When it was revoked.'),
  rotatedAt: nullable(dateTime('When.'), 'When it was replaced by a new one.'),
});
export type ConsoleToken = Static<typeof ConsoleToken>;

export const TokenList = exact("The merchant's tokens.", {
  items: listOf(ConsoleToken, 'Newest first.'),
  active: count('How many would be answered: active and rotating ones.'),
  activeMax: count('How many may be.'),
});
export type TokenList = Static<typeof TokenList>;

export const NewToken = exact('A token that was just issued.', {
  token: ConsoleToken,
  value: text('The secret. It is in no other answer.'),
});
export type NewToken = Static<typeof NewToken>;

const CreateTokenRequest = exact('A token to issue.', {
  name: nameText(TOKEN_NAME_CHARACTERS_MAX, 'What it is for.'),
  scopes: scopes({ minItems: 1, description: 'What it may do; a write brings its read.' }),
  days,
});

export const RotateTokenRequest = exact(
  'Left out, days is the offered lifetime that is nearest above that of the old token.',
  {
    overlapHours: Type.Enum([...ROTATION_OVERLAP_HOURS_OFFERED], { description: 'How long the old one works on.' }),
    days: Type.Optional(days),
  },
);
export type RotateTokenRequest = Static<typeof RotateTokenRequest>;

export const TokenUsage = exact('What a token was used for, by day.', {
  items: listOf(
    exact('One day.', {
      day: dayText('The day, in UTC.'),
      requests: count('Requests with the token, refused ones too.'),
      refused429: count('Refused for their rate.'),
      refused403: count('Refused for a scope or the plan.'),
    }),
    'Every day of the span, oldest first.',
  ),
});
export type TokenUsage = Static<typeof TokenUsage>;

export const UsageQuery = exact('The span; left out, the last 30 days.', {
  from: Type.Optional(dayText('The first day, in UTC.')),
  to: Type.Optional(dayText('The last day, in UTC.')),
});
export type UsageQuery = Static<typeof UsageQuery>;

export const tokenEndpoints = {
  getToken: endpoint('GET /token', token(null), {
    summary: 'Get the token',
    description:
      'What the token may do, until when, and what is left of its two budgets in this minute. Any valid token may ask. It counts as a read.',
    response: Token,
  }),
  listTokens: endpoint('GET /tokens', person('admin'), {
    summary: 'The tokens of the merchant',
    response: TokenList,
  }),
  createToken: endpoint('POST /tokens', person('admin'), {
    dangerous: true,
    summary: 'Issue a token; its value is shown once',
    body: CreateTokenRequest,
    response: NewToken,
    errors: [409, 422],
  }),
  revokeToken: endpoint('POST /tokens/:id/revoke', person('admin'), {
    summary: 'Stop a token at once',
    response: ConsoleToken,
  }),
  rotateToken: endpoint('POST /tokens/:id/rotate', person('admin'), {
    dangerous: true,
    summary: 'Replace a token by a new one of the same name and scopes',
    body: RotateTokenRequest,
    response: NewToken,
    errors: [409, 422],
  }),
  getTokenUsage: endpoint('GET /tokens/:id/usage', person('admin'), {
    summary: 'Requests and refusals of a token by day',
    query: UsageQuery,
    response: TokenUsage,
  }),
};
