import {
  CAMPAIGNS_PER_MERCHANT_MAX,
  CONSOLE_WRITES_PER_MINUTE_MAX,
  PLAYLIST_ITEMS_PER_MERCHANT_MAX,
  PLAYLIST_ITEMS_PER_MINUTE_MAX,
  PLAYLISTS_PER_MERCHANT_MAX,
  TAGS_PER_MERCHANT_MAX,
  UPLOAD_CALLS_PER_MINUTE_MAX,
} from '@vitrine/contract/console-limits';

/** The limits of the console unless a setting or a test gives others. */
export const CONSOLE_LIMITS = {
  uploadCallsPerMinute: UPLOAD_CALLS_PER_MINUTE_MAX,
  consoleWritesPerMinute: CONSOLE_WRITES_PER_MINUTE_MAX,
  playlistItemsPerMinute: PLAYLIST_ITEMS_PER_MINUTE_MAX,
  maxPlaylists: PLAYLISTS_PER_MERCHANT_MAX,
  maxPlaylistItems: PLAYLIST_ITEMS_PER_MERCHANT_MAX,
  maxCampaigns: CAMPAIGNS_PER_MERCHANT_MAX,
  maxTags: TAGS_PER_MERCHANT_MAX,
};
export type ConsoleLimits = Readonly<typeof CONSOLE_LIMITS>;
