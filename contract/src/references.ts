import type { Static } from 'typebox';
import { exact, flag, oneOf, text, uuid } from './fields.js';

// What one thing shows of another.
export const CAMPAIGN_STATUSES = ['running', 'upcoming', 'draft', 'ended', 'withdrawn'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const CampaignRef = exact('A campaign that something is used in.', {
  lineageId: uuid('The campaign.'),
  name: text('Its name.'),
  status: oneOf(CAMPAIGN_STATUSES, 'What it is at this moment, in the time zone of the merchant.'),
});
export type CampaignRef = Static<typeof CampaignRef>;

export const CampaignUse = exact('A campaign that plays something.', {
  ...CampaignRef.properties,
  changesNotPublished: flag('Whether publishing it would bring something to screens that they do not play yet.'),
});
export type CampaignUse = Static<typeof CampaignUse>;

export const PlaylistRef = exact('A playlist.', {
  id: uuid('The playlist.'),
  name: text('Its name.'),
  shared: flag('False: it is kept to one campaign.'),
});

export const PersonRef = exact('Who.', { personId: uuid('The person.'), name: text('The name at that time.') });
