import { Type, type Static } from 'typebox';
import { endpoint, token } from './endpoint.js';
import { nullable, uuid } from './fields.js';
import { pageOf, taggedListQuery } from './page.js';
import { FLIGHT_MOMENT } from './patterns.js';
import { PlayItem } from './playlists.js';
import { Tag } from './tags.js';

export const CAMPAIGN_STATUSES = ['running', 'upcoming', 'draft', 'ended', 'withdrawn'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

const flightMoment = (description: string) => nullable(Type.String({ pattern: FLIGHT_MOMENT }), description);

export const Flight = Type.Object(
  {
    start: flightMoment('A day or a minute, local time of each screen; null means open.'),
    end: flightMoment(
      'A day (its whole length included) or a minute (the first that no longer plays); null means open.',
    ),
  },
  { $id: 'Flight', title: 'Flight', description: 'From when until when a campaign plays.' },
);
export type Flight = Static<typeof Flight>;

const campaignFields = {
  lineageId: uuid("The campaign's stable id, the same across its versions."),
  name: Type.String({ description: 'Shown in the console.' }),
  status: Type.Enum([...CAMPAIGN_STATUSES], {
    type: 'string',
    description: '`running`, `upcoming` and `ended` while a version is live; `draft` was never published.',
  }),
  flight: Flight,
  tags: Type.Array(Tag, { description: 'The tags it carries, by name.' }),
};

export const Campaign = Type.Object(campaignFields, {
  $id: 'Campaign',
  title: 'Campaign',
  description: 'Content that plays during a flight.',
});
export type Campaign = Static<typeof Campaign>;

export const CampaignContent = Type.Object(
  {
    playlistId: nullable(uuid('A playlist.'), 'The playlist it was published from; null once that was deleted.'),
    items: Type.Array(PlayItem, { description: 'In play order, as frozen when it was published.' }),
  },
  { $id: 'CampaignContent', title: 'CampaignContent', description: 'What screens of one orientation play.' },
);
export type CampaignContent = Static<typeof CampaignContent>;

export const LiveContent = Type.Object(
  {
    landscape: CampaignContent,
    portrait: nullable(CampaignContent, 'Null when portrait screens play the landscape content.'),
  },
  { $id: 'LiveContent', title: 'LiveContent', description: "The live version's content." },
);
export type LiveContent = Static<typeof LiveContent>;

export const CampaignDetail = Type.Object(
  {
    ...campaignFields,
    mediaIds: Type.Array(uuid('A media item.'), {
      description: 'What the live version plays, landscape first, each id once; empty when nothing is live.',
    }),
    content: nullable(LiveContent, "The live version's content; null when nothing is live."),
  },
  { $id: 'CampaignDetail', title: 'CampaignDetail', description: 'A campaign with what screens play now.' },
);
export type CampaignDetail = Static<typeof CampaignDetail>;

export const CampaignPage = pageOf(Campaign, 'CampaignPage');
export type CampaignPage = Static<typeof CampaignPage>;

export const campaignEndpoints = {
  listCampaigns: endpoint({
    method: 'GET',
    path: '/campaigns',
    access: token('campaigns:read'),
    summary: 'List campaigns',
    description:
      'Campaigns that are not archived, most recently changed first. The detail of an archived one still answers.',
    query: taggedListQuery('the name'),
    response: CampaignPage,
    errors: [400, 401, 403, 429],
  }),
  getCampaign: endpoint({
    method: 'GET',
    path: '/campaigns/:lineageId',
    access: token('campaigns:read'),
    summary: 'Get a campaign',
    description:
      'With what screens play now: `content` is what was frozen when the live version was published, and null when nothing is live.',
    params: { lineageId: "The campaign's stable id." },
    response: CampaignDetail,
    errors: [401, 403, 404, 429],
  }),
};
