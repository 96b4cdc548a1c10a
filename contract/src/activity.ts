import type { Static } from 'typebox';
import { ACTIVITY_KINDS } from './activity-words.js';
import { endpoint, person } from './endpoint.js';
import { dateTime, dayText, exact, nullable, oneOf, text, uuid } from './fields.js';
import { pageFields, pageOfExactly } from './page.js';
import { Type } from './type.js';

export const Activity = exact('One thing that was done.', {
  id: uuid('The entry.'),
  at: dateTime('When.'),
  kind: text('What was done.'),
  person: nullable(
    exact('A person.', { id: uuid('The person.'), name: text('The name at that time.') }),
    'Who did it; null when a token, the operator or nobody known did.',
  ),
  token: nullable(
    exact('A token.', {
      id: uuid('The token.'),
      name: text('The name at that time.'),
      lastFour: text('The last four characters of its value.'),
    }),
    'Which token did it; null when a person, the operator or nobody known did.',
  ),
  through: Type.Optional(
    exact('An assistant.', {
      keyId: uuid('Its key.'),
      name: text('The name of the key at that time.'),
      lastFour: text('The last four characters of its value.'),
      client: text('What the program called itself; empty when it did not say.'),
    }),
  ),
  details: Type.Record(Type.String(), Type.Unknown(), { description: 'What it was done to; differs by kind.' }),
  requestId: nullable(Type.String(), 'The X-Request-Id of the answer.'),
});
export type Activity = Static<typeof Activity>;

export const ActivityPage = pageOfExactly(Activity, 'Newest first.');
export type ActivityPage = Static<typeof ActivityPage>;

const filters = {
  token: Type.Optional(uuid('Only what this token did.')),
  person: Type.Optional(uuid('Only what this person did.')),
  kind: Type.Optional(oneOf(ACTIVITY_KINDS, 'Only this kind.')),
  object: Type.Optional(
    uuid('Only what was done to this: an item, a playlist, a campaign, a tag, a screen, a token, a webhook, a person.'),
  ),
  from: Type.Optional(dayText("The first day, in the merchant's time zone.")),
  to: Type.Optional(dayText("The last day, in the merchant's time zone.")),
};

const ExportActivityQuery = exact('What to export.', filters);
export type ActivityFilters = Static<typeof ExportActivityQuery>;

export const ActivityQuery = exact('What to list.', {
  ...pageFields,
  ...filters,
});
export type ActivityQuery = Static<typeof ActivityQuery>;

export const activityEndpoints = {
  listActivity: endpoint('GET /activity', person('admin'), {
    summary: 'Who did what, newest first',
    query: ActivityQuery,
    response: ActivityPage,
  }),
  exportActivity: endpoint('GET /activity.csv', person('admin'), {
    summary: 'The same as a file',
    query: ExportActivityQuery,
    response: text('RFC 4180, UTF-8.'),
    responseType: 'text/csv',
  }),
};
