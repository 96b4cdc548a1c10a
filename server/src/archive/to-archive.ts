// From rows to the archive's words. Keys stand in the order of the format's own page, in every export alike.
import {
  type Archive,
  ARCHIVE_FORMAT,
  type ArchiveCampaign,
  type ArchiveContent,
  type ArchiveDeletedCampaign,
  type ArchiveDeletedPlaylist,
  type ArchiveDeletedTag,
  type ArchiveMedia,
} from './archive-schema.js';
import type {
  CampaignRow,
  DeletedRow,
  DeletedTagRow,
  ItemRow,
  MediaRow,
  MerchantRow,
  Snapshot,
  TagPlaceRow,
  VersionRow,
} from './export-queries.js';
import { toContent } from './to-rows.js';

// Where an export put bytes, relative to the archive file, by media id.
export type Paths = { readonly file: ReadonlyMap<string, string>; readonly thumbnail: ReadonlyMap<string, string> };

export function toArchive(snapshot: Snapshot, paths: Paths): Archive {
  const items = groupBy(snapshot.items, (item) => item.playlistId);
  const versions = groupBy(snapshot.versions, (version) => version.lineageId);
  const mediaIds = new Set(snapshot.media.map(({ id }) => id));
  const tagIds = new Set(snapshot.tags.map(({ id }) => id));
  const places = groupBy(snapshot.tagPlaces, (place) => place.tagId);
  return {
    format: ARCHIVE_FORMAT,
    merchant: toMerchant(snapshot.merchant),
    people: snapshot.people.map(({ passwordHash, ...person }) =>
      passwordHash === null ? person : { ...person, passwordHash },
    ),
    tokens: snapshot.tokens,
    tags: snapshot.tags,
    media: snapshot.media.map((row) => toMedia(withTags(row, tagIds), paths)),
    playlists: snapshot.playlists.map((row) => ({ ...row, items: (items.get(row.id) ?? []).map(toItem) })),
    campaigns: snapshot.campaigns.map((row) =>
      toCampaign(withTags(row, tagIds), versions.get(row.lineageId) ?? [], mediaIds),
    ),
    ...(snapshot.screens.length > 0 && { screens: snapshot.screens.map((row) => withTags(row, tagIds)) }),
    ...(snapshot.deletedPlaylists.length > 0 && {
      deletedPlaylists: snapshot.deletedPlaylists.map((row) => toDeletedPlaylist(row, mediaIds)),
    }),
    ...(snapshot.deletedCampaigns.length > 0 && {
      deletedCampaigns: snapshot.deletedCampaigns.map((row) => withTags(toDeletedCampaign(row), tagIds)),
    }),
    ...(snapshot.deletedTags.length > 0 && {
      deletedTags: snapshot.deletedTags.map((row) => toDeletedTag(row, places.get(row.id) ?? [])),
    }),
  };
}

// The archive names only what it holds.
const withTags = <Row extends { readonly tagIds: readonly string[] }>(row: Row, tagIds: ReadonlySet<string>) => ({
  ...row,
  tagIds: row.tagIds.filter((id) => tagIds.has(id)),
});

// Map.groupBy came with Node 21.
function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

function toMerchant(row: MerchantRow): Archive['merchant'] {
  const { planName, planEndsAt, planAllowsWrites, storageQuotaBytes, screensMax, defaultPlaylistId, ...rest } = row;
  const { screenCodecs, screenMaxWidth, screenMaxHeight, ...merchant } = rest;
  const ofScreens = screensMax === null ? {} : { screensMax };
  return {
    ...merchant,
    ...(defaultPlaylistId === null ? {} : { defaultPlaylistId }),
    plan: { name: planName, endsAt: planEndsAt, allowsWrites: planAllowsWrites, storageQuotaBytes, ...ofScreens },
    screens: { codecs: screenCodecs, maxWidth: screenMaxWidth, maxHeight: screenMaxHeight },
  };
}

function toMedia(row: MediaRow, paths: Paths): ArchiveMedia {
  const { id, name, type, description, width, height, durationSeconds, tagIds, createdAt } = row;
  const common = { id, name, type, description, width, height, durationSeconds, tagIds, createdAt };
  return {
    ...common,
    ...toAddedBy(row),
    ...toFile(row, paths),
    ...toThumbnail(row, paths),
    ...(row.pageUrl === null ? {} : { url: row.pageUrl }),
    ...(row.codec === null ? {} : { codec: row.codec }),
    ...(row.isBroken && { broken: true }),
    ...(!row.isPlayable && { notPlayable: true }),
    ...(row.trashedAt === null ? {} : { trashedAt: row.trashedAt }),
  };
}

function toAddedBy({ addedByKind: kind, addedById: id, addedByName: name }: MediaRow): Pick<ArchiveMedia, 'addedBy'> {
  return kind === null || id === null || name === null ? {} : { addedBy: { kind, id, name } };
}

function toFile({ id, fileName, mimeType, sizeBytes, sha256 }: MediaRow, paths: Paths): Pick<ArchiveMedia, 'file'> {
  if (mimeType === null || sizeBytes === null || sha256 === null) return {};
  const named = fileName === null ? {} : { fileName };
  return { file: { ...named, mimeType, sizeBytes, sha256, ...withPath(paths.file.get(id)) } };
}

function toThumbnail(
  { id, thumbnailKey, thumbnailSizeBytes }: MediaRow,
  paths: Paths,
): Pick<ArchiveMedia, 'thumbnail'> {
  if (thumbnailKey === null || thumbnailSizeBytes === null) return {};
  return { thumbnail: { sizeBytes: thumbnailSizeBytes, ...withPath(paths.thumbnail.get(id)) } };
}

const withPath = (path: string | undefined) => (path === undefined ? {} : { path });

const toItem = ({ mediaId, durationSeconds }: ItemRow) => ({ mediaId, durationSeconds });

function toCampaign(row: CampaignRow, versions: readonly VersionRow[], mediaIds: ReadonlySet<string>): ArchiveCampaign {
  return {
    ...row,
    versions: versions.map(({ version, flightStart, flightEnd, content, ...rest }) => ({
      version,
      flight: { start: flightStart, end: flightEnd },
      landscapePlaylistId: rest.landscapePlaylistId,
      portraitPlaylistId: rest.portraitPlaylistId,
      publishedAt: rest.publishedAt,
      content: content === null ? null : toHeldContent(toContent(content), mediaIds),
      ...(rest.itemCount !== null && { itemCount: rest.itemCount }),
    })),
  };
}

// A frozen list may still name a media item that was deleted since; the archive names only what it holds.
function toHeldContent({ landscape, portrait }: ArchiveContent, mediaIds: ReadonlySet<string>): ArchiveContent {
  const held = ({ playlistId, items }: ArchiveContent['landscape']) => ({
    playlistId,
    items: items.filter(({ mediaId }) => mediaIds.has(mediaId)),
  });
  return { landscape: held(landscape), portrait: portrait === null ? null : held(portrait) };
}

// Without media that are gone for good, as it would come back.
function toDeletedPlaylist(row: DeletedRow<'playlist'>, mediaIds: ReadonlySet<string>): ArchiveDeletedPlaylist {
  const { id, name, trashedAt, content } = row;
  const { shared, createdAt, updatedAt, items, gaps } = content;
  return {
    id,
    name,
    shared,
    createdAt,
    updatedAt,
    items: items
      .filter(({ mediaId }) => mediaIds.has(mediaId))
      .map(({ mediaId, ownSeconds }) => ({ mediaId, durationSeconds: ownSeconds })),
    trashedAt,
    gaps: gaps.map(({ lineageId, version, landscape, portrait }) => ({ lineageId, version, landscape, portrait })),
  };
}

function toDeletedCampaign(row: DeletedRow<'campaign'>): ArchiveDeletedCampaign {
  const { id, name, trashedAt, tagIds = [], content } = row;
  return {
    lineageId: id,
    name,
    archived: content.archived,
    changedAt: content.changedAt,
    trashedAt,
    tagIds: [...tagIds],
    versions: content.versions.map(({ version, flightStart, flightEnd, landscapePlaylistId, portraitPlaylistId }) => ({
      version,
      flight: { start: flightStart, end: flightEnd },
      landscapePlaylistId,
      portraitPlaylistId,
    })),
  };
}

function toDeletedTag(row: DeletedTagRow, places: readonly TagPlaceRow[]): ArchiveDeletedTag {
  const { id, name, trashedAt, mergedInto } = row;
  return {
    id,
    name,
    trashedAt,
    ...(mergedInto === null ? {} : { mergedInto }),
    places: places.map(({ kind, id, givenId }) => (givenId === null ? { kind, id } : { kind, id, givenId })),
  };
}
