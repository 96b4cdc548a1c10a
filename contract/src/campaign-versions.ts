import type { Static } from 'typebox';
import { ConsoleFlight, ShownItem, shownItems, versionFields } from './campaign-content.js';
import { CampaignChange, ConsoleCampaign } from './campaigns.js';
import { endpoint, person } from './endpoint.js';
import { count, dateTime, exact, flag, listOf, nullable, oneOf, revision, text, uuid } from './fields.js';
import { PersonRef } from './references.js';
import { Type } from './type.js';

// What the database counts to.
const VERSION_MAX = 2_147_483_647;

export const CampaignVersions = exact('All versions of a campaign.', {
  items: listOf(
    exact('One version.', {
      ...versionFields,
      isLive: flag('Whether screens play it.'),
      publishedAt: nullable(dateTime('When.'), 'Null: never.'),
      publishedBy: nullable(PersonRef, 'Who published it; null for an import and for a draft.'),
      itemCount: nullable(Type.Integer({ minimum: 0 }), 'How many items it plays in landscape; null for a draft.'),
      hasContent: flag('Whether what it plays is still stored: true for the newest 200 published versions.'),
    }),
    'Newest first.',
  ),
});
export type CampaignVersions = Static<typeof CampaignVersions>;

const ContentChanges = exact('What changes on screens of one orientation. `after` is all that they will play.', {
  added: shownItems,
  removed: shownItems,
  reordered: flag('Whether items that stay play in another order.'),
  retimed: listOf(
    exact('An item.', { item: ShownItem, fromSeconds: Type.Number({ description: 'What it played until now.' }) }),
    'Items that stay and play for another time.',
  ),
  after: shownItems,
});
export type ContentChanges = Static<typeof ContentChanges>;

export const CampaignVersion = exact('A version that was published, and what has changed since.', {
  ...versionFields,
  isLive: flag('Whether screens play it.'),
  publishedAt: dateTime('When.'),
  publishedBy: nullable(PersonRef, 'Who published it; null for an import.'),
  landscape: shownItems,
  portrait: nullable(shownItems, 'Null: portrait screens played the landscape content.'),
  today: nullable(
    exact('From this version to what is live now, otherwise to what is being worked on.', {
      what: oneOf(['live', 'draft'], 'What it is compared with.'),
      version: Type.Integer({ minimum: 1, description: 'The number of that.' }),
      flight: ConsoleFlight,
      landscape: ContentChanges,
      portrait: nullable(ContentChanges, 'Null: portrait screens play the landscape content in both.'),
    }),
    'Null where this version is what is live.',
  ),
  missing: count('How many of its items are no longer in the library.'),
  bringsBackFlight: flag('False: its time is over, so the dates of today stay when it is brought back.'),
});
export type CampaignVersion = Static<typeof CampaignVersion>;

export const BringBackRequest = exact('A version to bring back.', {
  revision,
  version: Type.Integer({ minimum: 1, maximum: VERSION_MAX, description: 'Its number.' }),
});
export type BringBackRequest = Static<typeof BringBackRequest>;

export const PublishPreview = exact('What publishing would change on the screens.', {
  revision,
  contentHash: text('Pass it on: what is published is exactly what was shown.'),
  canPublish: flag('False when a problem stands in the way or nothing would change.'),
  problems: listOf(Type.String(), 'What must be mended first, in words.'),
  flight: exact('The flight until now and after.', {
    from: nullable(ConsoleFlight, 'Null: nothing is live.'),
    to: ConsoleFlight,
  }),
  landscape: ContentChanges,
  portrait: nullable(ContentChanges, 'Null: portrait screens play the landscape content before and after.'),
  beside: listOf(
    exact('A campaign.', { lineageId: uuid('The campaign.'), name: text('Its name.') }),
    'Live campaigns that play in some part of the flight on screens that this one reaches too, by name: they take turns.',
  ),
  notPlayable: listOf(
    exact('A media item.', { id: uuid('The media item.'), name: text('Its name.') }),
    'Items that would play although their files are no image or video. Publishing them needs `confirmNotPlayable`.',
  ),
});
export type PublishPreview = Static<typeof PublishPreview>;

export const PublishRequest = exact('What the person saw and agreed to.', {
  revision,
  contentHash: Type.String({ maxLength: 100, description: 'From the preview.' }),
  confirmNotPlayable: Type.Optional(flag('True to publish the items that the preview lists as `notPlayable`.')),
});
export type PublishRequest = Static<typeof PublishRequest>;

export const campaignVersionEndpoints = {
  listCampaignVersions: endpoint('GET /campaigns/:lineageId/versions', person('staff'), {
    summary: 'Who published what when',
    response: CampaignVersions,
  }),
  getCampaignVersion: endpoint('GET /campaigns/:lineageId/version', person('staff'), {
    summary: 'What a version played, compared with today',
    query: exact('Which.', {
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: VERSION_MAX,
          description: 'Its number; the last published when left out.',
        }),
      ),
    }),
    response: CampaignVersion,
  }),
  bringBackVersion: endpoint('POST /campaigns/:lineageId/bring-back', person('staff'), {
    summary: 'Make what a version played the draft; nothing is live before it is published',
    body: BringBackRequest,
    response: ConsoleCampaign,
    errors: [409, 422],
  }),
  previewPublish: endpoint('GET /campaigns/:lineageId/publish', person('staff'), {
    summary: 'What publishing would change on the screens',
    response: PublishPreview,
  }),
  publishCampaign: endpoint('POST /campaigns/:lineageId/publish', person('staff'), {
    summary: 'Freeze the playlists into the version and make it live',
    body: PublishRequest,
    response: ConsoleCampaign,
    errors: [409, 422],
  }),
  discardDraft: endpoint('POST /campaigns/:lineageId/discard', person('staff'), {
    summary: 'Drop the version that is being worked on; the campaign stays as it was published last',
    body: CampaignChange,
    response: ConsoleCampaign,
    errors: [409, 422],
  }),
};
