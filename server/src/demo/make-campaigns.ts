import { randomUUID } from 'node:crypto';
import type {
  ArchiveCampaign,
  ArchiveContent,
  ArchiveMedia,
  ArchivePlaylist,
  ArchiveVersion,
} from '../archive/archive-schema.js';
import type { CampaignEntry, VersionEntry } from './catalogue.js';
import type { Days } from './days.js';
import { unknown } from './make-media.js';

export type Stock = {
  readonly days: Days;
  readonly tagIds: ReadonlyMap<string, string>;
  readonly media: readonly ArchiveMedia[];
  readonly playlists: readonly ArchivePlaylist[];
  /** They have ids, which frozen content still names, but no place in the archive. */
  readonly deletedPlaylists: readonly ArchivePlaylist[];
  readonly defaultItemSeconds: number;
};

export function makeCampaigns(entries: readonly CampaignEntry[], stock: Stock): ArchiveCampaign[] {
  const { days, tagIds } = stock;
  return entries.map((entry, index) => ({
    lineageId: randomUUID(),
    name: entry.name,
    archived: entry.archived ?? false,
    changedAt: days.ago(entry.changedDaysAgo, index),
    withdrawnAt: entry.withdrawnDaysAgo === undefined ? null : days.ago(entry.withdrawnDaysAgo, index),
    tagIds: entry.tags.map((name) => tagIds.get(name) ?? unknown('tag', name)),
    liveVersion: entry.live,
    versions: entry.versions.map((version, at) => toVersion(version, at + 1, stock)),
  }));
}

function toVersion(entry: VersionEntry, version: number, stock: Stock): ArchiveVersion {
  const { days } = stock;
  const landscape = findPlaylist(stock, entry.landscape);
  const portrait = entry.portrait === undefined ? null : findPlaylist(stock, entry.portrait);
  const published = entry.publishedDaysAgo;
  return {
    version,
    flight: { start: days.toFlight(entry.start), end: days.toFlight(entry.end) },
    landscapePlaylistId: stock.playlists.includes(landscape) ? landscape.id : null,
    portraitPlaylistId: portrait?.id ?? null,
    publishedAt: published === null ? null : days.ago(published, version),
    content:
      published === null
        ? null
        : { landscape: freeze(landscape, stock), portrait: portrait === null ? null : freeze(portrait, stock) },
  };
}

function findPlaylist({ playlists, deletedPlaylists }: Stock, name: string): ArchivePlaylist {
  return [...playlists, ...deletedPlaylists].find((playlist) => playlist.name === name) ?? unknown('playlist', name);
}

// As publishing does it: the item's own seconds, else the media's length, else the shop's default (contract, PlayItem).
function freeze({ id, items }: ArchivePlaylist, { media, defaultItemSeconds }: Stock): ArchiveContent['landscape'] {
  return {
    playlistId: id,
    items: (items ?? []).map(({ mediaId, durationSeconds }) => {
      const played = media.find((entry) => entry.id === mediaId) ?? unknown('media item', mediaId);
      return {
        mediaId,
        type: played.type,
        durationSeconds: durationSeconds ?? played.durationSeconds ?? defaultItemSeconds,
      };
    }),
  };
}
