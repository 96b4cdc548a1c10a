import { Type, type Static } from 'typebox';
import { dateTime, mustBe, nullable, uuid } from '../fields.js';
import { MediaType } from '../media.js';
import { taggedListQuery } from '../page.js';
import { FLIGHT_MOMENT } from '../patterns.js';
import { Tag } from '../tags.js';
import { campaignStatus } from './campaign-ref.js';
import { exact, nameText, pageOfExactly, revision } from './console-fields.js';
import { CAMPAIGN_NAME_CHARACTERS_MAX, TAGS_PER_CAMPAIGN_MAX } from './console-limits.js';
import { tagNames } from './media.js';
import { PlayedMedia } from './playlists.js';

// What campaigns look like in the console; campaign-endpoints.ts has what can be done with them.
const moment = (description: string) =>
  nullable(
    Type.String({ pattern: FLIGHT_MOMENT, ...mustBe('a day such as 2026-06-15 or a minute such as 2026-06-15T08:30') }),
    description,
  );

export const ConsoleFlight = exact(
  {
    start: moment('The first day or minute; null: from the publication on.'),
    end: moment('The last day (included) or the first minute that no longer plays; null: until withdrawn.'),
  },
  'From when until when it plays, in the time zone of each screen.',
);

const campaignFields = {
  lineageId: uuid('The campaign, the same across its versions.'),
  name: Type.String({ description: 'Its name.' }),
  status: campaignStatus,
  archived: Type.Boolean({ description: 'Whether it is hidden from lists.' }),
  revision,
  changedAt: dateTime('When it was last changed.'),
  tags: Type.Array(Tag, { description: 'By name.' }),
  liveVersion: nullable(Type.Integer({ minimum: 1 }), 'The version that screens play; null: none.'),
  draftVersion: nullable(Type.Integer({ minimum: 1 }), 'The version that is being worked on; null: none.'),
};

export const CampaignSummary = exact(
  { ...campaignFields, flight: ConsoleFlight },
  'A campaign in a list; the flight is that of the live version, otherwise of the newest.',
);
export type CampaignSummary = Static<typeof CampaignSummary>;

const PlaylistRef = exact(
  {
    id: uuid('The playlist.'),
    name: Type.String({ description: 'Its name.' }),
    shared: Type.Boolean({ description: 'False: it is kept to this campaign.' }),
  },
  'A playlist.',
);

const Publisher = exact(
  { personId: uuid('The person.'), name: Type.String({ description: 'The name at that time.' }) },
  'Who.',
);

const versionFields = {
  version: Type.Integer({ minimum: 1, description: 'Counts from one.' }),
  flight: ConsoleFlight,
  landscapePlaylist: nullable(PlaylistRef, 'Null: none chosen, or it was deleted.'),
  portraitPlaylist: nullable(PlaylistRef, 'Null: portrait screens play the landscape content.'),
};

export const ShownItem = exact(
  {
    mediaId: uuid('The media item.'),
    type: MediaType,
    durationSeconds: Type.Number({ description: 'Seconds played.' }),
    media: nullable(PlayedMedia, 'Null when it was deleted since.'),
  },
  'One entry of what screens play.',
);
export type ShownItem = Static<typeof ShownItem>;

const shownItems = Type.Array(ShownItem, { description: 'In play order.' });

export const ConsoleCampaign = exact(
  {
    ...campaignFields,
    live: nullable(
      exact(
        {
          ...versionFields,
          publishedAt: dateTime('When.'),
          publishedBy: nullable(Publisher, 'Who published it; null for an import.'),
          landscape: shownItems,
          portrait: nullable(shownItems, 'Null: portrait screens play the landscape content.'),
        },
        'As frozen when it was published.',
      ),
      'What screens play; null: nothing.',
    ),
    draft: nullable(exact(versionFields, 'A version.'), 'What is being worked on; null: nothing since the last time.'),
    latest: exact(versionFields, 'A version.'),
  },
  'A campaign with everything that the console shows of it. `latest` is the draft, otherwise the newest version.',
);
export type ConsoleCampaign = Static<typeof ConsoleCampaign>;

export const CampaignVersions = exact(
  {
    items: Type.Array(
      exact(
        {
          ...versionFields,
          isLive: Type.Boolean({ description: 'Whether screens play it.' }),
          publishedAt: nullable(dateTime('When.'), 'Null: never.'),
          publishedBy: nullable(Publisher, 'Who published it; null for an import and for a draft.'),
          itemCount: nullable(Type.Integer({ minimum: 0 }), 'How many items it plays in landscape; null for a draft.'),
        },
        'One version.',
      ),
      { description: 'Newest first.' },
    ),
  },
  'All versions of a campaign.',
);
export type CampaignVersions = Static<typeof CampaignVersions>;

const ContentChanges = exact(
  {
    added: shownItems,
    removed: shownItems,
    reordered: Type.Boolean({ description: 'Whether items that stay play in another order.' }),
    retimed: Type.Array(
      exact({ item: ShownItem, fromSeconds: Type.Number({ description: 'What it played until now.' }) }, 'An item.'),
      { description: 'Items that stay and play for another time.' },
    ),
    after: shownItems,
  },
  'What changes on screens of one orientation. `after` is all that they will play.',
);
export type ContentChanges = Static<typeof ContentChanges>;

export const PublishPreview = exact(
  {
    revision,
    contentHash: Type.String({ description: 'Pass it on: what is published is exactly what was shown.' }),
    canPublish: Type.Boolean({ description: 'False when a problem stands in the way or nothing would change.' }),
    problems: Type.Array(Type.String(), { description: 'What must be mended first, in words.' }),
    flight: exact(
      { from: nullable(ConsoleFlight, 'Null: nothing is live.'), to: ConsoleFlight },
      'The flight until now and after.',
    ),
    landscape: ContentChanges,
    portrait: nullable(ContentChanges, 'Null: portrait screens play the landscape content before and after.'),
  },
  'What publishing would change on the screens.',
);
export type PublishPreview = Static<typeof PublishPreview>;

const name = nameText(CAMPAIGN_NAME_CHARACTERS_MAX, 'Its name.');
const settings = {
  flight: Type.Optional(ConsoleFlight),
  landscapePlaylistId: Type.Optional(nullable(uuid('A playlist.'), 'Null: none chosen yet.')),
  portraitPlaylistId: Type.Optional(nullable(uuid('A playlist.'), 'Null: same as landscape.')),
  tags: Type.Optional(tagNames(TAGS_PER_CAMPAIGN_MAX, 'All of its tags, by name; new ones make new tags.')),
};

export const CreateCampaignRequest = exact(
  { lineageId: uuid("The console's own id for it. Sending the same again is a safe retry."), name, ...settings },
  'A campaign to make, as a draft.',
);
export type CreateCampaignRequest = Static<typeof CreateCampaignRequest>;

export const UpdateCampaignRequest = exact(
  { revision, name: Type.Optional(name), ...settings },
  'What is left out stays as it is. Flight and playlists go into the draft; name and tags count at once.',
);
export type UpdateCampaignRequest = Static<typeof UpdateCampaignRequest>;

export const PublishRequest = exact(
  { revision, contentHash: Type.String({ maxLength: 100, description: 'From the preview.' }) },
  'What the person saw and agreed to.',
);
export type PublishRequest = Static<typeof PublishRequest>;

export const CampaignChange = exact({ revision }, 'The campaign as the person saw it.');
export type CampaignChange = Static<typeof CampaignChange>;

export const CampaignListQuery = exact(
  {
    ...taggedListQuery('the name').properties,
    archived: Type.Optional(
      Type.Enum(['true', 'false'], { type: 'string', description: '`true` lists the archived ones instead.' }),
    ),
  },
  'What to list.',
);
export type CampaignListQuery = Static<typeof CampaignListQuery>;

export const CampaignSummaryPage = pageOfExactly(CampaignSummary, 'Most recently changed first.');
export type CampaignSummaryPage = Static<typeof CampaignSummaryPage>;
