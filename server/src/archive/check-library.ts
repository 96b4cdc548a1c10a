// Tags, media and playlists. Each check returns the ids that what follows may name.
import { tagNameKey } from '@vitrine/contract/tag-name';
import { isInOrder } from '../flight-moment.js';
import { findPageUrl, hasCredentials } from '../page-url.js';
import {
  faultAt,
  shown,
  checkTagIds,
  type Ids,
  requireKnown,
  requireUnique,
  requireUniqueIds,
} from './archive-error.js';
import type { Archive, ArchiveMedia, ArchivePlaylist, ArchiveCampaign, ArchiveVersion } from './archive-schema.js';

const idOf = ({ id }: { readonly id: string }): string => id;

export function checkTags(tags: Archive['tags']): Ids {
  const names = tags.map(({ name }) => tagNameKey(name));
  requireUnique(names, (at, firstAt) => {
    const message = `is the name of tags[${firstAt}] too, but for case and spacing; a name of its own is expected`;
    return faultAt(`tags[${at}].name`, message);
  });
  return requireUniqueIds('tags', tags.map(idOf));
}

export function checkMedia(media: readonly ArchiveMedia[], tags: Ids): Ids {
  const ids = requireUniqueIds('media', media.map(idOf));
  for (const [at, item] of media.entries()) {
    checkTagIds(`media[${at}]`, item.tagIds, tags);
    if (item.type === 'web') checkPage(`media[${at}]`, item);
    else checkFile(`media[${at}]`, item);
  }
  // The storage used is one number, and it must stay one that can be counted exactly.
  const total = media.reduce(
    (sum, { file, thumbnail }) => sum + (file?.sizeBytes ?? 0) + (thumbnail?.sizeBytes ?? 0),
    0,
  );
  if (total > Number.MAX_SAFE_INTEGER)
    throw faultAt('media', `holds ${total} bytes in all; at most ${Number.MAX_SAFE_INTEGER} are expected`);
  return ids;
}

// Left out and null are the same.
function checkPage(path: string, { file, url }: ArchiveMedia): void {
  if (file) throw faultAt(`${path}.file`, 'belongs to no web page; url is expected instead');
  const page = findPageUrl(url ?? '');
  if (page === undefined) throw faultAt(`${path}.url`, 'is missing; for type web an http or https address is expected');
  // Not shown, because messages end up in logs.
  if (hasCredentials(page))
    throw faultAt(`${path}.url`, 'holds a name or a password; an address without them is expected');
}

function checkFile(path: string, { type, file, url }: ArchiveMedia): void {
  if (url) throw faultAt(`${path}.url`, `belongs to no ${type}; file is expected instead`);
  if (!file) throw faultAt(`${path}.file`, `is missing; for type ${type} an object with the file is expected`);
  if (file.mimeType.startsWith(`${type}/`)) return;
  const expected = `for type ${type} a type that begins with ${type}/ is expected`;
  throw faultAt(`${path}.file.mimeType`, `is ${shown(file.mimeType)}; ${expected}`);
}

export function checkPlaylists(playlists: readonly ArchivePlaylist[], media: Ids): Ids {
  checkItems('playlists', playlists, media);
  return requireUniqueIds('playlists', playlists.map(idOf));
}

function checkItems(list: string, playlists: readonly Pick<ArchivePlaylist, 'items'>[], media: Ids): void {
  for (const [at, { items }] of playlists.entries())
    for (const [itemAt, { mediaId }] of items.entries())
      requireKnown(`${list}[${at}].items[${itemAt}].mediaId`, mediaId, 'media', media);
}

type Known = { readonly tags: Ids; readonly media: Ids; readonly playlists: Ids };

export function checkCampaigns(campaigns: readonly ArchiveCampaign[], known: Known): void {
  const ids = campaigns.map(({ lineageId }) => lineageId);
  requireUniqueIds('campaigns', ids, 'lineageId');
  for (const [at, campaign] of campaigns.entries()) {
    const path = `campaigns[${at}]`;
    checkTagIds(path, campaign.tagIds, known.tags);
    const numbers = campaign.versions.map(({ version }) => version);
    requireUnique(numbers, (versionAt) => {
      const message = `is ${numbers[versionAt]} again; a number of its own is expected`;
      return faultAt(`${path}.versions[${versionAt}].version`, message);
    });
    for (const [versionAt, version] of campaign.versions.entries())
      checkVersion(`${path}.versions[${versionAt}]`, version, known);
    checkLiveVersion(path, campaign);
  }
}

function checkVersion(path: string, version: ArchiveVersion, { media, playlists }: Known): void {
  const { flight, landscapePlaylistId, portraitPlaylistId, content } = version;
  checkFlight(path, flight);
  requireKnown(`${path}.landscapePlaylistId`, landscapePlaylistId, 'playlists', playlists);
  requireKnown(`${path}.portraitPlaylistId`, portraitPlaylistId, 'playlists', playlists);
  checkPublished(path, version);
  // The playlist that content was published from may be gone since, so only the media are looked up.
  for (const side of ['landscape', 'portrait'] as const)
    for (const [at, { mediaId }] of (content?.[side]?.items ?? []).entries())
      requireKnown(`${path}.content.${side}.items[${at}].mediaId`, mediaId, 'media', media);
}

function checkFlight(path: string, { start, end }: ArchiveVersion['flight']): void {
  if (start === null || end === null || isInOrder(start, end)) return;
  const message = `is ${start}, which is not before the end ${end}; an earlier moment is expected`;
  throw faultAt(`${path}.flight.start`, message);
}

// Content is frozen by publishing and by nothing else.
function checkPublished(path: string, { publishedAt, content, itemCount }: ArchiveVersion): void {
  const isDropped = itemCount !== undefined && itemCount !== null;
  if (isDropped && (publishedAt === null || content !== null))
    throw faultAt(`${path}.itemCount`, 'is there; it is expected only with publishedAt and without content');
  if (isDropped || (publishedAt === null) === (content === null)) return;
  const message =
    content === null
      ? 'is null; the content frozen at publishedAt is expected'
      : 'is there, but publishedAt is null; null is expected for a version that was never published';
  throw faultAt(`${path}.content`, message);
}

// What is live is what was published: without frozen content there is nothing to play.
function checkLiveVersion(path: string, { liveVersion, versions }: ArchiveCampaign): void {
  if (liveVersion === null) return;
  const live = versions.find(({ version }) => version === liveVersion);
  if (live && live.content !== null) return;
  const wrong = live === undefined ? 'which is no version of this campaign' : 'which has no content';
  const expected = 'null or the number of a version with publishedAt and content is expected';
  throw faultAt(`${path}.liveVersion`, `is ${liveVersion}, ${wrong}; ${expected}`);
}

export function checkDeleted(
  { deletedPlaylists = [], deletedCampaigns = [], deletedTags = [] }: Archive,
  { tags, media }: Pick<Known, 'tags' | 'media'>,
): void {
  checkItems('deletedPlaylists', deletedPlaylists, media);
  requireUniqueIds('deletedPlaylists', deletedPlaylists.map(idOf));
  for (const [at, { tagIds, versions }] of deletedCampaigns.entries()) {
    checkTagIds(`deletedCampaigns[${at}]`, tagIds, tags);
    for (const [versionAt, { flight }] of versions.entries())
      checkFlight(`deletedCampaigns[${at}].versions[${versionAt}]`, flight);
  }
  const lineageIds = deletedCampaigns.map(({ lineageId }) => lineageId);
  requireUniqueIds('deletedCampaigns', lineageIds, 'lineageId');
  requireUniqueIds('deletedTags', deletedTags.map(idOf));
  for (const [at, { places }] of deletedTags.entries()) {
    const keys = places.map(({ kind, id }) => `${kind} ${id.toLowerCase()}`);
    requireUnique(keys, (placeAt) =>
      faultAt(`deletedTags[${at}].places[${placeAt}]`, 'stands in this list already; each place once is expected'),
    );
  }
}

export function checkScreens(
  { screens = [], merchant: { defaultPlaylistId } }: Archive,
  { tags, playlists }: Pick<Known, 'tags' | 'playlists'>,
): void {
  if (defaultPlaylistId) requireKnown('merchant.defaultPlaylistId', defaultPlaylistId, 'playlists', playlists);
  for (const [at, { tagIds }] of screens.entries()) checkTagIds(`screens[${at}]`, tagIds, tags);
  requireUniqueIds('screens', screens.map(idOf));
}
