import { bringBackVersion } from './bring-back-version.js';
import { copyCampaign } from './copy-campaign.js';
import { createCampaign } from './create-campaign.js';
import { getCampaign, getConsoleCampaign, listCampaignVersions } from './get-campaign.js';
import { getCalendar, getScreensAt } from './get-calendar.js';
import { getCampaignVersion } from './get-version.js';
import { listCampaigns, listConsoleCampaigns } from './list-campaigns.js';
import { archiveCampaign, deleteCampaign, discardDraft, restoreCampaign, withdrawCampaign } from './move-campaign.js';
import { previewPublish } from './preview-publish.js';
import { previewTimeZone } from './preview-time-zone.js';
import { publishCampaign } from './publish-campaign.js';
import { updateCampaign } from './update-campaign.js';

export const campaignHandlers = {
  listCampaigns,
  getCampaign,
  listConsoleCampaigns,
  getConsoleCampaign,
  createCampaign,
  updateCampaign,
  deleteCampaign,
  listCampaignVersions,
  previewPublish,
  publishCampaign,
  withdrawCampaign,
  archiveCampaign,
  restoreCampaign,
  discardDraft,
  copyCampaign,
  getCampaignVersion,
  bringBackVersion,
  getCalendar,
  getScreensAt,
  previewTimeZone,
};
