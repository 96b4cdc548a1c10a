import { Type, type Static } from 'typebox';
import { dateTime, nullable, uuid } from '../fields.js';
import { PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX } from '../limits.js';
import { endpoint, person } from '../endpoint.js';
import { dayText, exact } from './console-fields.js';

// Everything that is written down. A kind is never renamed: rows of the past carry it.
export const ACTIVITY_KINDS = [
  'media.uploaded',
  'media.tagged',
  'media.untagged',
  'media.page_added',
  'media.changed',
  'media.deleted',
  'playlist.created',
  'playlist.changed',
  'playlist.deleted',
  'campaign.created',
  'campaign.changed',
  'campaign.published',
  'campaign.withdrawn',
  'campaign.archived',
  'campaign.restored',
  'campaign.draft_discarded',
  'campaign.deleted',
  'token.issued',
  'token.rotated',
  'token.revoked',
  'person.signed_in',
  'person.sign_in_failed',
  'person.invited',
  'person.joined',
  'person.role_changed',
  'person.removed',
  'person.added',
  'person.password_set',
  'invitation.withdrawn',
  'merchant.changed',
  'merchant.created',
  'merchant.imported',
  'merchant.suspended',
  'merchant.resumed',
  'merchant.plan_changed',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const Activity = exact(
  {
    id: uuid('The entry.'),
    at: dateTime('When.'),
    kind: Type.String({ description: 'What was done.' }),
    person: nullable(
      exact({ id: uuid('The person.'), name: Type.String({ description: 'The name at that time.' }) }, 'A person.'),
      'Who did it; null when a token, the operator or nobody known did.',
    ),
    token: nullable(
      exact(
        {
          id: uuid('The token.'),
          name: Type.String({ description: 'The name at that time.' }),
          lastFour: Type.String({ description: 'The last four characters of its value.' }),
        },
        'A token.',
      ),
      'Which token did it; null when a person, the operator or nobody known did.',
    ),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'What it was done to; differs by kind.' }),
    requestId: nullable(Type.String(), 'The X-Request-Id of the answer.'),
  },
  'One thing that was done.',
);
export type Activity = Static<typeof Activity>;

export const ActivityPage = exact(
  {
    items: Type.Array(Activity, { description: 'Newest first.' }),
    nextCursor: nullable(Type.String(), 'Pass it as `cursor` to get the next page; null on the last page.'),
  },
  'One page of the activity.',
);
export type ActivityPage = Static<typeof ActivityPage>;

const filters = {
  token: Type.Optional(uuid('Only what this token did.')),
  person: Type.Optional(uuid('Only what this person did.')),
  kind: Type.Optional(Type.Enum([...ACTIVITY_KINDS], { type: 'string', description: 'Only this kind.' })),
  from: Type.Optional(dayText("The first day, in the merchant's time zone.")),
  to: Type.Optional(dayText("The last day, in the merchant's time zone.")),
};

export const ExportActivityQuery = exact(filters, 'What to export.');
export type ActivityFilters = Static<typeof ExportActivityQuery>;

export const ActivityQuery = exact(
  {
    cursor: Type.Optional(Type.String({ minLength: 1, description: "The previous page's `nextCursor`." })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PAGE_ITEMS_MAX,
        default: PAGE_ITEMS_DEFAULT,
        description: 'Items on a page.',
      }),
    ),
    ...filters,
  },
  'What to list.',
);
export type ActivityQuery = Static<typeof ActivityQuery>;

export const activityEndpoints = {
  listActivity: endpoint({
    method: 'GET',
    path: '/activity',
    access: person('admin'),
    summary: 'Who did what, newest first',
    query: ActivityQuery,
    response: ActivityPage,
    errors: [400, 401, 403, 404],
  }),
  exportActivity: endpoint({
    method: 'GET',
    path: '/activity.csv',
    access: person('admin'),
    summary: 'The same as a file',
    query: ExportActivityQuery,
    response: Type.String({ description: 'RFC 4180, UTF-8.' }),
    responseType: 'text/csv',
    errors: [400, 401, 403, 404],
  }),
};
