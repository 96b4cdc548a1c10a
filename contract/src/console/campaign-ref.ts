import { Type, type Static } from 'typebox';
import { CAMPAIGN_STATUSES } from '../campaigns.js';
import { uuid } from '../fields.js';
import { exact } from './console-fields.js';

export const campaignStatus = Type.Enum([...CAMPAIGN_STATUSES], {
  type: 'string',
  description: 'What it is at this moment, in the time zone of the merchant.',
});

export const CampaignRef = exact(
  { lineageId: uuid('The campaign.'), name: Type.String({ description: 'Its name.' }), status: campaignStatus },
  'A campaign that something is used in.',
);
export type CampaignRef = Static<typeof CampaignRef>;
