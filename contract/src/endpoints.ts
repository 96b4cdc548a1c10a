import { campaignEndpoints } from './campaigns.js';
import { activityEndpoints } from './console/activity.js';
import { consoleCampaignEndpoints } from './console/campaign-endpoints.js';
import { invitationEndpoints } from './console/invitations.js';
import { consoleMediaEndpoints } from './console/media.js';
import { merchantEndpoints } from './console/merchant.js';
import { personEndpoints } from './console/people.js';
import { consolePlaylistEndpoints } from './console/playlists.js';
import { sessionEndpoints } from './console/session.js';
import { consoleTokenEndpoints } from './console/tokens.js';
import { mediaEndpoints } from './media.js';
import { playlistEndpoints } from './playlists.js';
import { tagEndpoints } from './tags.js';
import { tokenEndpoints } from './token.js';
import { uploadEndpoints } from './uploads.js';

// What integrations reach: the contract's ten, and GET /token beside them (decisions, Shapes).
export const integrationEndpoints = {
  ...mediaEndpoints,
  ...campaignEndpoints,
  ...playlistEndpoints,
  ...uploadEndpoints,
  ...tagEndpoints,
  ...tokenEndpoints,
};

// What the console's pages reach.
export const consoleEndpoints = {
  ...sessionEndpoints,
  ...consoleTokenEndpoints,
  ...personEndpoints,
  ...invitationEndpoints,
  ...merchantEndpoints,
  ...activityEndpoints,
  ...consoleMediaEndpoints,
  ...consolePlaylistEndpoints,
  ...consoleCampaignEndpoints,
};

// The endpoint table.
export const endpoints = { ...integrationEndpoints, ...consoleEndpoints };
