import { Type, type Static } from 'typebox';
import { endpoint, token } from './endpoint.js';
import { dateTime } from './fields.js';
import { SCOPES } from './scopes.js';

export const Budget = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, description: 'Requests that a clock minute allows.' }),
    remaining: Type.Integer({ minimum: 0, description: 'What is left of this minute.' }),
    resetSeconds: Type.Integer({
      minimum: 1,
      maximum: 60,
      description: 'Whole seconds to the next minute, when the budget is full again.',
    }),
  },
  { $id: 'Budget', title: 'Budget', description: 'How many requests of one kind the token may still make.' },
);
export type Budget = Static<typeof Budget>;

export const Budgets = Type.Object(
  { read: Budget, write: Budget },
  { $id: 'Budgets', title: 'Budgets', description: 'GETs count as reads, this one too; POSTs count as writes.' },
);
export type Budgets = Static<typeof Budgets>;

export const Token = Type.Object(
  {
    name: Type.String({ description: 'What the merchant called it.' }),
    lastFour: Type.String({
      minLength: 4,
      maxLength: 4,
      description: 'The last four characters of its secret, as the console and the activity log show them.',
    }),
    scopes: Type.Array(Type.Enum([...SCOPES], { type: 'string', description: 'A scope.' }), {
      description: 'What it may do.',
    }),
    createdAt: dateTime('When it was issued.'),
    expiresAt: dateTime('The first moment at which it no longer works.'),
    budgets: Budgets,
  },
  {
    $id: 'Token',
    title: 'Token',
    description: 'The token that the request was made with. Its secret is in no answer.',
  },
);
export type Token = Static<typeof Token>;

export const tokenEndpoints = {
  getToken: endpoint({
    method: 'GET',
    path: '/token',
    access: token(null),
    summary: 'Get the token',
    description:
      'What the token may do, until when, and what is left of its two budgets in this minute. Any valid token may ask. It counts as a read.',
    response: Token,
    errors: [401, 429],
  }),
};
