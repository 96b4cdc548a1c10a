import { accountEndpoints } from './account.js';
import { accountLinkEndpoints } from './account-links.js';
import { aiKeyEndpoints } from './ai-keys.js';
import { activityEndpoints } from './activity.js';
import { calendarEndpoints } from './calendar.js';
import { campaignVersionEndpoints } from './campaign-versions.js';
import { campaignEndpoints } from './campaigns.js';
import { changeEndpoints } from './changes.js';
import { companyEndpoints } from './company.js';
import { connectionEndpoints } from './connections.js';
import type { Access, Endpoint } from './endpoint.js';
import { firstRunEndpoints } from './first-run.js';
import { heldRoomEndpoints } from './held-room.js';
import { invitationEndpoints } from './invitations.js';
import { libraryEndpoints } from './library.js';
import { mcpEndpoints } from './mcp.js';
import { mediaEndpoints } from './media.js';
import { merchantEndpoints } from './merchant.js';
import { oauthEndpoints } from './oauth.js';
import { personEndpoints } from './people.js';
import { playlistEndpoints } from './playlists.js';
import { screenProgramEndpoints } from './screen-program.js';
import { screenEndpoints } from './screens.js';
import { secondFactorEndpoints } from './second-factor.js';
import { signInMethodEndpoints } from './sign-in-methods.js';
import { sessionEndpoints } from './session.js';
import { tagEndpoints } from './tags.js';
import { todayEndpoints } from './today.js';
import { tokenEndpoints } from './tokens.js';
import { trashEndpoints } from './trash.js';
import { uploadPartEndpoints } from './upload-parts.js';
import { uploadEndpoints } from './uploads.js';
import { webhookEndpoints } from './webhooks.js';

// The endpoint table.
export const endpoints = {
  ...mediaEndpoints,
  ...trashEndpoints,
  ...libraryEndpoints,
  ...campaignEndpoints,
  ...campaignVersionEndpoints,
  ...calendarEndpoints,
  ...playlistEndpoints,
  // Before a screen is removed, which ends what the screen may do.
  ...screenProgramEndpoints,
  ...screenEndpoints,
  ...uploadEndpoints,
  ...uploadPartEndpoints,
  ...heldRoomEndpoints,
  ...tagEndpoints,
  ...changeEndpoints,
  ...webhookEndpoints,
  ...tokenEndpoints,
  // Before keys are stopped.
  ...mcpEndpoints,
  ...connectionEndpoints,
  ...oauthEndpoints,
  ...aiKeyEndpoints,
  ...sessionEndpoints,
  ...secondFactorEndpoints,
  ...signInMethodEndpoints,
  // One caller can call all of it in this order: a new password ends the links.
  ...accountLinkEndpoints,
  ...accountEndpoints,
  ...companyEndpoints,
  ...personEndpoints,
  ...invitationEndpoints,
  ...firstRunEndpoints,
  ...merchantEndpoints,
  ...activityEndpoints,
  ...todayEndpoints,
};

type Table = typeof endpoints;
type RowsBy<By extends Access['by']> = {
  readonly [Name in keyof Table as Table[Name]['access']['by'] extends By ? Name : never]: Table[Name];
};

// What integrations reach: the contract's ten, and what we add beside them (decisions, Shapes).
export const integrationEndpoints = rowsBy('token');

// What the console's pages reach.
export const consoleEndpoints = rowsBy('person', 'session', 'anyone');

// What screens reach, and browsers that are to become screens.
export const televisionEndpoints = rowsBy('screen', 'television');

// What programs reach that want to become somebody's assistant.
export const connectingEndpoints = rowsBy('oauthClient');

function rowsBy<By extends Access['by']>(...audience: By[]): RowsBy<By> {
  const rows = Object.entries<Endpoint>(endpoints).filter(([, { access }]) => audience.some((by) => by === access.by));
  return Object.fromEntries(rows) as RowsBy<By>;
}
