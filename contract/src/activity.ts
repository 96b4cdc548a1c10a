import type { Static } from 'typebox';
import { endpoint, person } from './endpoint.js';
import { dateTime, dayText, exact, nullable, oneOf, text, uuid } from './fields.js';
import { pageFields, pageOfExactly } from './page.js';
import { Type } from './type.js';

// Everything that is written down. A kind is never renamed: rows of the past carry it.
const ACTIVITY_KINDS = [
  'media.uploaded',
  'media.tagged',
  'media.untagged',
  'media.page_added',
  'media.changed',
  'media.replaced',
  'media.deleted',
  'media.restored',
  'media.purged',
  'trash.emptied',
  'playlist.created',
  'playlist.changed',
  'playlist.deleted',
  'playlist.undeleted',
  'playlist.purged',
  'campaign.created',
  'campaign.changed',
  'campaign.published',
  'campaign.withdrawn',
  'campaign.archived',
  'campaign.restored',
  'campaign.draft_discarded',
  'campaign.copied',
  'campaign.brought_back',
  'campaign.deleted',
  'campaign.undeleted',
  'campaign.purged',
  'screen.added',
  'screen.changed',
  'screen.paired',
  'screen.removed',
  'tag.renamed',
  'tag.merged',
  'tag.deleted',
  'tag.undeleted',
  'tag.purged',
  'token.issued',
  'token.rotated',
  'token.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.switched_on',
  'webhook.switched_off',
  'webhook.stopped',
  'webhook.deleted',
  'ai_key.created',
  'ai_key.rotated',
  'ai_key.revoked',
  'ai_key.connected',
  'ai_key.disconnected',
  'person.signed_in',
  'person.sign_in_failed',
  'person.invited',
  'person.joined',
  'person.role_changed',
  'person.removed',
  'person.added',
  'person.password_set',
  'person.second_factor_added',
  'person.second_factor_removed',
  'person.second_factor_reset',
  'person.second_factor_failed',
  'person.passkey_added',
  'person.passkey_removed',
  'person.recovery_codes_made',
  'person.recovery_code_used',
  'person.password_changed',
  'person.renamed',
  'person.sessions_ended',
  'person.disabled',
  'person.enabled',
  'person.company_linked',
  'person.company_unlinked',
  'person.company_disconnected',
  'person.password_reset',
  'person.reset_link_made',
  'person.email_changed',
  'invitation.withdrawn',
  'merchant.changed',
  'merchant.created',
  'merchant.imported',
  'merchant.suspended',
  'merchant.resumed',
  'merchant.plan_changed',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

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
