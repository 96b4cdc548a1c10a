import type { Static } from 'typebox';
import { ConsoleFlight, Flight, LiveContent, shownItems, versionFields } from './campaign-content.js';
import { CAMPAIGN_NAME_CHARACTERS_MAX, TAGS_PER_CAMPAIGN_MAX } from './console-limits.js';
import { endpoint, person, token } from './endpoint.js';
import {
  count,
  dateTime,
  exact,
  flag,
  listOf,
  named,
  nameText,
  nullable,
  oneOf,
  revision,
  text,
  uuid,
} from './fields.js';
import { pageOf, pageOfExactly, taggedListQuery } from './page.js';
import { CAMPAIGN_STATUSES, CampaignRef, PersonRef } from './references.js';
import { Tag, tagNames } from './tags.js';
import { Type } from './type.js';

const campaignFields = {
  lineageId: uuid("The campaign's stable id, the same across its versions."),
  name: text('Shown in the console.'),
  status: oneOf(
    CAMPAIGN_STATUSES,
    '`running`, `upcoming` and `ended` while a version is live; `draft` was never published.',
  ),
  flight: Flight,
  tags: listOf(Tag, 'The tags it carries, by name.'),
};

export const Campaign = named('Campaign', 'Content that plays during a flight.', campaignFields);
export type Campaign = Static<typeof Campaign>;

export const CampaignDetail = named('CampaignDetail', 'A campaign with what screens play now.', {
  ...campaignFields,
  mediaIds: listOf(
    uuid('A media item.'),
    'What the live version plays, landscape first, each id once; empty when nothing is live.',
  ),
  content: nullable(LiveContent, "The live version's content; null when nothing is live."),
});
export type CampaignDetail = Static<typeof CampaignDetail>;

export const CampaignPage = pageOf(Campaign, 'CampaignPage');
export type CampaignPage = Static<typeof CampaignPage>;

const consoleFields = {
  lineageId: uuid('The campaign, the same across its versions.'),
  name: text('Its name.'),
  status: CampaignRef.properties.status,
  archived: flag('Whether it is hidden from lists.'),
  revision,
  changedAt: dateTime('When it was last changed.'),
  tags: listOf(Tag, 'By name.'),
  liveVersion: nullable(Type.Integer({ minimum: 1 }), 'The version that screens play; null: none.'),
  draftVersion: nullable(Type.Integer({ minimum: 1 }), 'The version that is being worked on; null: none.'),
  contentChanged: flag(
    'Whether its playlists play something else by now than what was published: a live campaign that is to be published again.',
  ),
};

export const CampaignSummary = exact(
  'A campaign in a list; the flight is that of the live version, otherwise of the newest.',
  { ...consoleFields, flight: ConsoleFlight },
);
export type CampaignSummary = Static<typeof CampaignSummary>;

export const ConsoleCampaign = exact(
  'A campaign with everything that the console shows of it. `latest` is the draft, otherwise the newest version.',
  {
    ...consoleFields,
    live: nullable(
      exact('As frozen when it was published.', {
        ...versionFields,
        publishedAt: dateTime('When.'),
        publishedBy: nullable(PersonRef, 'Who published it; null for an import.'),
        landscape: shownItems,
        portrait: nullable(shownItems, 'Null: portrait screens play the landscape content.'),
      }),
      'What screens play; null: nothing.',
    ),
    draft: nullable(exact('A version.', versionFields), 'What is being worked on; null: nothing since the last time.'),
    latest: exact('A version.', versionFields),
  },
);
export type ConsoleCampaign = Static<typeof ConsoleCampaign>;

const name = nameText(CAMPAIGN_NAME_CHARACTERS_MAX, 'Its name.');
const settings = {
  flight: Type.Optional(ConsoleFlight),
  landscapePlaylistId: Type.Optional(nullable(uuid('A playlist.'), 'Null: none chosen yet.')),
  portraitPlaylistId: Type.Optional(nullable(uuid('A playlist.'), 'Null: same as landscape.')),
  tags: Type.Optional(tagNames(TAGS_PER_CAMPAIGN_MAX, 'All of its tags, by name; new ones make new tags.')),
};

export const CreateCampaignRequest = exact('A campaign to make, as a draft.', {
  lineageId: uuid("The console's own id for it. Sending the same again is a safe retry."),
  name,
  ...settings,
});
export type CreateCampaignRequest = Static<typeof CreateCampaignRequest>;

export const UpdateCampaignRequest = exact(
  'What is left out stays as it is. Flight and playlists go into the draft; name and tags count at once.',
  { revision, name: Type.Optional(name), ...settings },
);
export type UpdateCampaignRequest = Static<typeof UpdateCampaignRequest>;

export const CopyCampaignRequest = exact('A copy to make, as a draft.', {
  lineageId: uuid("The console's own id for it. Sending the same again is a safe retry."),
  name,
});
export type CopyCampaignRequest = Static<typeof CopyCampaignRequest>;

export const CampaignChange = exact('The campaign as the person saw it.', { revision });
export type CampaignChange = Static<typeof CampaignChange>;

export const CampaignListQuery = exact('What to list.', {
  ...taggedListQuery('the name').properties,
  archived: Type.Optional(
    Type.Enum(['true', 'false'], { type: 'string', description: '`true` lists the archived ones instead.' }),
  ),
  status: Type.Optional(oneOf(CAMPAIGN_STATUSES, 'Only those that are this at the moment.')),
});
export type CampaignListQuery = Static<typeof CampaignListQuery>;

export const CampaignCounts = exact('How many campaigns the search and the tags find, by what they are.', {
  running: count('Running.'),
  upcoming: count('Upcoming.'),
  draft: count('Drafts.'),
  ended: count('Ended.'),
  withdrawn: count('Withdrawn.'),
  archived: count('Archived, whatever else they are.'),
});
export type CampaignCounts = Static<typeof CampaignCounts>;

export const CampaignSummaryPage = exact('One page of a list.', {
  ...pageOfExactly(CampaignSummary, 'Most recently changed first.').properties,
  counts: nullable(CampaignCounts, 'Told with the first page; null on the next ones.'),
});
export type CampaignSummaryPage = Static<typeof CampaignSummaryPage>;

export const campaignEndpoints = {
  listCampaigns: endpoint('GET /campaigns', token('campaigns:read'), {
    summary: 'List campaigns',
    description:
      'Campaigns that are not archived, most recently changed first. The detail of an archived one still answers.',
    query: taggedListQuery('the name'),
    ownFaults: 'invalid_request',
    response: CampaignPage,
  }),
  getCampaign: endpoint('GET /campaigns/:lineageId', token('campaigns:read'), {
    summary: 'Get a campaign',
    description:
      'With what screens play now: `content` is what was frozen when the live version was published, and null when nothing is live.',
    params: { lineageId: "The campaign's stable id." },
    response: CampaignDetail,
  }),
  listConsoleCampaigns: endpoint('GET /campaigns', person('staff'), {
    summary: 'Campaigns, most recently changed first',
    query: CampaignListQuery,
    response: CampaignSummaryPage,
  }),
  getConsoleCampaign: endpoint('GET /campaigns/:lineageId', person('staff'), {
    summary: 'A campaign: what is live and what is being worked on',
    response: ConsoleCampaign,
  }),
  createCampaign: endpoint('POST /campaigns', person('staff'), {
    summary: 'Make a campaign, as a draft',
    body: CreateCampaignRequest,
    response: ConsoleCampaign,
    errors: [409, 422],
  }),
  copyCampaign: endpoint('POST /campaigns/:lineageId/copy', person('staff'), {
    summary: 'Make a draft with the settings of a campaign; a playlist that is kept to it is copied too',
    body: CopyCampaignRequest,
    response: ConsoleCampaign,
    errors: [409],
  }),
  updateCampaign: endpoint('PATCH /campaigns/:lineageId', person('staff'), {
    summary: 'Change a campaign; a live one gets a new version that is not live until published',
    body: UpdateCampaignRequest,
    response: ConsoleCampaign,
    errors: [409, 422],
  }),
  withdrawCampaign: endpoint('POST /campaigns/:lineageId/withdraw', person('staff'), {
    summary: 'Take the live version down',
    body: CampaignChange,
    response: ConsoleCampaign,
    errors: [409, 422],
  }),
  archiveCampaign: endpoint('POST /campaigns/:lineageId/archive', person('staff'), {
    summary: 'Hide a campaign from lists; refused while it is running or upcoming',
    body: CampaignChange,
    response: ConsoleCampaign,
    errors: [409, 422],
  }),
  restoreCampaign: endpoint('POST /campaigns/:lineageId/restore', person('staff'), {
    summary: 'Show an archived campaign in lists again',
    body: CampaignChange,
    response: ConsoleCampaign,
    errors: [409, 422],
  }),
  deleteCampaign: endpoint('DELETE /campaigns/:lineageId', person('staff'), {
    summary: 'Delete a campaign that was never published',
    response: exact('What was deleted.', { lineageId: uuid('What is gone.') }),
    errors: [409],
  }),
};
