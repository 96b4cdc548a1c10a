import { uuid } from '../fields.js';
import {
  CampaignChange,
  CampaignListQuery,
  CampaignSummaryPage,
  CampaignVersions,
  ConsoleCampaign,
  CreateCampaignRequest,
  PublishPreview,
  PublishRequest,
  UpdateCampaignRequest,
} from './campaigns.js';
import { consoleEndpoint } from './console-endpoint.js';
import { exact } from './console-fields.js';

export const listConsoleCampaigns = consoleEndpoint({
  method: 'GET',
  path: '/campaigns',
  role: 'staff',
  summary: 'Campaigns, most recently changed first',
  query: CampaignListQuery,
  response: CampaignSummaryPage,
  errors: [400, 401, 403, 404],
});

export const getConsoleCampaign = consoleEndpoint({
  method: 'GET',
  path: '/campaigns/:lineageId',
  role: 'staff',
  summary: 'A campaign: what is live and what is being worked on',
  response: ConsoleCampaign,
  errors: [401, 403, 404],
});

export const createCampaign = consoleEndpoint({
  method: 'POST',
  path: '/campaigns',
  role: 'staff',
  summary: 'Make a campaign, as a draft',
  body: CreateCampaignRequest,
  response: ConsoleCampaign,
  errors: [400, 401, 403, 404, 409, 413, 422],
});

export const updateCampaign = consoleEndpoint({
  method: 'PATCH',
  path: '/campaigns/:lineageId',
  role: 'staff',
  summary: 'Change a campaign; a live one gets a new version that is not live until published',
  body: UpdateCampaignRequest,
  response: ConsoleCampaign,
  errors: [400, 401, 403, 404, 409, 413, 422],
});

export const listCampaignVersions = consoleEndpoint({
  method: 'GET',
  path: '/campaigns/:lineageId/versions',
  role: 'staff',
  summary: 'Who published what when',
  response: CampaignVersions,
  errors: [401, 403, 404],
});

export const previewPublish = consoleEndpoint({
  method: 'GET',
  path: '/campaigns/:lineageId/publish',
  role: 'staff',
  summary: 'What publishing would change on the screens',
  response: PublishPreview,
  errors: [401, 403, 404],
});

export const publishCampaign = consoleEndpoint({
  method: 'POST',
  path: '/campaigns/:lineageId/publish',
  role: 'staff',
  summary: 'Freeze the playlists into the version and make it live',
  body: PublishRequest,
  response: ConsoleCampaign,
  errors: [400, 401, 403, 404, 409, 413, 422],
});

export const withdrawCampaign = consoleEndpoint({
  method: 'POST',
  path: '/campaigns/:lineageId/withdraw',
  role: 'staff',
  summary: 'Take the live version down',
  body: CampaignChange,
  response: ConsoleCampaign,
  errors: [400, 401, 403, 404, 409, 413, 422],
});

export const archiveCampaign = consoleEndpoint({
  method: 'POST',
  path: '/campaigns/:lineageId/archive',
  role: 'staff',
  summary: 'Hide a campaign from lists; refused while it is running or upcoming',
  body: CampaignChange,
  response: ConsoleCampaign,
  errors: [400, 401, 403, 404, 409, 413, 422],
});

export const restoreCampaign = consoleEndpoint({
  method: 'POST',
  path: '/campaigns/:lineageId/restore',
  role: 'staff',
  summary: 'Show an archived campaign in lists again',
  body: CampaignChange,
  response: ConsoleCampaign,
  errors: [400, 401, 403, 404, 409, 413, 422],
});

export const discardDraft = consoleEndpoint({
  method: 'POST',
  path: '/campaigns/:lineageId/discard',
  role: 'staff',
  summary: 'Drop the version that is being worked on; the campaign stays as it was published last',
  body: CampaignChange,
  response: ConsoleCampaign,
  errors: [400, 401, 403, 404, 409, 413, 422],
});

export const deleteCampaign = consoleEndpoint({
  method: 'DELETE',
  path: '/campaigns/:lineageId',
  role: 'staff',
  summary: 'Delete a campaign that was never published',
  response: exact({ lineageId: uuid('What is gone.') }, 'What was deleted.'),
  errors: [400, 401, 403, 404, 409],
});
