import { aCampaign, aPlaylist, aPublished, aVersion, anImage } from './content.js';
import { archived } from './studio.js';

// For the tests that walk the console's endpoints: for each way of a campaign one that can go it.
export function stagedCampaigns() {
  const media = anImage();
  const playlist = aPlaylist({ items: [archived(media)] });
  const named = { landscapePlaylistId: playlist.id };
  const draft = aCampaign({ versions: [aVersion(named)] });
  const live = aCampaign({ liveVersion: 1, versions: [aPublished(named)] });
  const edited = aCampaign({ liveVersion: 1, versions: [aPublished(named), aVersion({ version: 2, ...named })] });
  const reworked = aCampaign({ liveVersion: 1, versions: [aPublished(named), aVersion({ version: 2 })] });
  const hidden = aCampaign({ archived: true, versions: [aVersion(named)] });
  return {
    media: [media],
    playlists: [playlist],
    campaigns: [draft, live, edited, reworked, hidden],
    // The first that a path begins with counts.
    ids: {
      '/playlists/:id': playlist.id,
      '/campaigns/:lineageId/publish': draft.lineageId,
      '/campaigns/:lineageId/withdraw': live.lineageId,
      '/campaigns/:lineageId/restore': hidden.lineageId,
      '/campaigns/:lineageId/discard': edited.lineageId,
      '/campaigns/:lineageId/version': live.lineageId,
      '/campaigns/:lineageId/bring-back': reworked.lineageId,
      '/campaigns/:lineageId': draft.lineageId,
    },
  };
}
