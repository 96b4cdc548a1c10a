import type { Static } from 'typebox';
import { ConsoleFlight, ShownItem, shownItems, versionFields } from './campaign-content.js';
import { CampaignChange, ConsoleCampaign } from './campaigns.js';
import { endpoint, person } from './endpoint.js';
import { dateTime, exact, flag, listOf, nullable, revision, text } from './fields.js';
import { PersonRef } from './references.js';
import { Type } from './type.js';

export const CampaignVersions = exact('All versions of a campaign.', {
  items: listOf(
    exact('One version.', {
      ...versionFields,
      isLive: flag('Whether screens play it.'),
      publishedAt: nullable(dateTime('When.'), 'Null: never.'),
      publishedBy: nullable(PersonRef, 'Who published it; null for an import and for a draft.'),
      itemCount: nullable(Type.Integer({ minimum: 0 }), 'How many items it plays in landscape; null for a draft.'),
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
});
export type PublishPreview = Static<typeof PublishPreview>;

export const PublishRequest = exact('What the person saw and agreed to.', {
  revision,
  contentHash: Type.String({ maxLength: 100, description: 'From the preview.' }),
});
export type PublishRequest = Static<typeof PublishRequest>;

export const campaignVersionEndpoints = {
  listCampaignVersions: endpoint('GET /campaigns/:lineageId/versions', person('staff'), {
    summary: 'Who published what when',
    response: CampaignVersions,
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
