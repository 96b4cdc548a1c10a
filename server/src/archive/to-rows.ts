// From the archive's words to what the tables hold: ids in lower case, moments to the millisecond.
import { randomUUID } from 'node:crypto';
import { cleanTagName, tagNameKey } from '@vitrine/contract/tag-name';
import type { Deleted } from '../deleted/queries.js';
import { searchText, emailKey } from '../fold.js';
import { hashPassword } from '../identity/password.js';
import { hashTokenSecret, lastFourOf } from '../identity/token-secret.js';
import { findPageUrl } from '../page-url.js';
import type {
  Archive,
  ArchiveCampaign,
  ArchiveContent,
  ArchiveDeletedCampaign,
  ArchiveDeletedPlaylist,
  ArchiveDeletedTag,
  ArchiveMedia,
  ArchivePerson,
  ArchivePlaylist,
  ArchiveScreen,
  ArchiveToken,
} from './archive-schema.js';
import type { MediaKeys } from './store-files.js';

const lower = (id: string): string => id.toLowerCase();
const lowerOrNull = (id: string | null): string | null => id?.toLowerCase() ?? null;
const momentOrNull = (timestamp: string | null | undefined): string | null =>
  timestamp ? toMilliseconds(timestamp) : null;

// Cut to the millisecond, not rounded: the last moment of the year 9999 stays in it.
function toMilliseconds(timestamp: string): string {
  const [seconds, fraction = ''] = timestamp.slice(0, -1).split('.');
  return `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

export function toMerchantRow({ id, plan, screens, ...merchant }: Archive['merchant']) {
  return {
    ...merchant,
    id: lower(id),
    planName: plan.name,
    planEndsAt: momentOrNull(plan.endsAt),
    planAllowsWrites: plan.allowsWrites,
    storageQuotaBytes: plan.storageQuotaBytes,
    screensMax: plan.screensMax ?? null,
    defaultPlaylistId: lowerOrNull(merchant.defaultPlaylistId ?? null),
    screenCodecs: screens.codecs,
    screenMaxWidth: screens.maxWidth,
    screenMaxHeight: screens.maxHeight,
  };
}

export type PersonRow = Awaited<ReturnType<typeof toPersonRow>>;

export async function toPersonRow({ email, name, role, password, passwordHash }: ArchivePerson) {
  const hash = password === undefined ? (passwordHash ?? null) : await hashPassword(password);
  return { id: randomUUID(), email, emailKey: emailKey(email), name, role, passwordHash: hash };
}

export const secretHashOf = ({ secret, secretHash = '' }: ArchiveToken): string =>
  secret === undefined ? secretHash.toLowerCase() : hashTokenSecret(secret);

export function toTokenRow(token: ArchiveToken) {
  const { secret, lastFour = '' } = token;
  return {
    id: lower(token.id),
    name: token.name,
    scopes: token.scopes,
    secretHash: secretHashOf(token),
    lastFour: secret === undefined ? lastFour : lastFourOf(secret),
    createdAt: toMilliseconds(token.createdAt),
    expiresAt: toMilliseconds(token.expiresAt),
    revokedAt: momentOrNull(token.revokedAt),
  };
}

export function toTagRow({ id, name }: { readonly id: string; readonly name: string }) {
  const kept = cleanTagName(name);
  return { id: lower(id), name: kept, nameKey: tagNameKey(kept), searchText: searchText(kept) };
}

// A page has no size and only a video has a length (contract, Media): what else is given is checked and not kept, as
// an upload's duration for an image is.
export function toMediaRow(media: ArchiveMedia, keys: MediaKeys) {
  const { file, thumbnail, type, name, addedBy } = media;
  const description = media.description ?? null;
  // Key by key: with a spread first, V8 builds the row on its slow path, which is most of the time of 100,000.
  return {
    id: lower(media.id),
    type,
    name,
    description,
    searchText: searchText(name, description),
    width: type === 'web' ? null : media.width,
    height: type === 'web' ? null : media.height,
    durationSeconds: type === 'video' ? media.durationSeconds : null,
    tagIds: media.tagIds.map(lower),
    createdAt: toMilliseconds(media.createdAt),
    fileName: file?.fileName ?? null,
    mimeType: file?.mimeType ?? null,
    sizeBytes: file?.sizeBytes ?? null,
    sha256: file?.sha256.toLowerCase() ?? null,
    objectKey: keys.objectKey,
    thumbnailKey: keys.thumbnailKey,
    thumbnailSizeBytes: thumbnail?.sizeBytes ?? null,
    pageUrl: findPageUrl(media.url ?? '')?.href ?? null,
    codec: media.codec ?? null,
    isBroken: media.broken ?? false,
    isPlayable: !(media.notPlayable ?? false),
    trashedAt: momentOrNull(media.trashedAt),
    addedByKind: addedBy?.kind ?? null,
    addedById: addedBy === undefined || addedBy === null ? null : lower(addedBy.id),
    addedByName: addedBy?.name ?? null,
  };
}

export function toPlaylistRow({ id, name, shared, createdAt, updatedAt }: ArchivePlaylist) {
  const moments = { createdAt: toMilliseconds(createdAt), updatedAt: toMilliseconds(updatedAt) };
  return { id: lower(id), name, searchText: searchText(name), shared, ...moments };
}

export function toPlaylistItemRows({ id, items }: ArchivePlaylist) {
  return items.map(({ mediaId, durationSeconds }, position) => ({
    playlistId: lower(id),
    position,
    mediaId: lower(mediaId),
    durationSeconds,
  }));
}

export function toCampaignRow(campaign: ArchiveCampaign) {
  const { name, archived, liveVersion } = campaign;
  return {
    lineageId: lower(campaign.lineageId),
    name,
    searchText: searchText(name),
    archived,
    changedAt: toMilliseconds(campaign.changedAt),
    withdrawnAt: momentOrNull(campaign.withdrawnAt),
    tagIds: campaign.tagIds.map(lower),
    liveVersion,
  };
}

export function toVersionRows({ lineageId, versions }: ArchiveCampaign) {
  return versions.map(
    ({ version, flight, landscapePlaylistId, portraitPlaylistId, publishedAt, content, itemCount }) => ({
      lineageId: lower(lineageId),
      version,
      flightStart: flight.start,
      flightEnd: flight.end,
      landscapePlaylistId: lowerOrNull(landscapePlaylistId),
      portraitPlaylistId: lowerOrNull(portraitPlaylistId),
      publishedAt: momentOrNull(publishedAt),
      content: content === null ? null : toContent(content),
      itemCount: itemCount ?? null,
    }),
  );
}

export function toScreenRow({ id, name, orientation, timeZone = null, tagIds, createdAt }: ArchiveScreen) {
  const createdAtMs = toMilliseconds(createdAt);
  return { id: lower(id), name, orientation, timeZone, tagIds: tagIds.map(lower), createdAt: createdAtMs };
}

export function toDeletedPlaylist(
  playlist: ArchiveDeletedPlaylist,
  revision: number,
): Deleted<'playlist'> & { trashedAt: string } {
  const { id, name, shared, createdAt, updatedAt } = toPlaylistRow(playlist);
  const items = toPlaylistItemRows(playlist).map(({ position, mediaId, durationSeconds }) => ({
    position,
    mediaId,
    ownSeconds: durationSeconds,
  }));
  const gaps = playlist.gaps.map((gap) => ({ ...gap, lineageId: lower(gap.lineageId) }));
  const content = { shared, createdAt, updatedAt, revision, items, gaps };
  return { kind: 'playlist', id, name, content, trashedAt: toMilliseconds(playlist.trashedAt) };
}

export function toDeletedCampaign(
  campaign: ArchiveDeletedCampaign,
  revision: number,
): Deleted<'campaign'> & { trashedAt: string } {
  const { name, archived, tagIds } = campaign;
  const versions = campaign.versions.map(({ version, flight, landscapePlaylistId, portraitPlaylistId }) => ({
    version,
    flightStart: flight.start,
    flightEnd: flight.end,
    landscapePlaylistId: lowerOrNull(landscapePlaylistId),
    portraitPlaylistId: lowerOrNull(portraitPlaylistId),
  }));
  const content = { archived, changedAt: toMilliseconds(campaign.changedAt), revision, versions };
  const trashedAt = toMilliseconds(campaign.trashedAt);
  return { kind: 'campaign', id: lower(campaign.lineageId), name, tagIds: tagIds.map(lower), content, trashedAt };
}

export function toDeletedTag({ id, name, mergedInto, trashedAt, places }: ArchiveDeletedTag) {
  return {
    tag: { id: lower(id), name: cleanTagName(name), mergedInto: lowerOrNull(mergedInto ?? null) },
    trashedAt: toMilliseconds(trashedAt),
    places: places.map(({ kind, id, givenId }) => ({ kind, id: lower(id), givenId: lowerOrNull(givenId ?? null) })),
  };
}

// Key by key, so that the stored text is the same whatever order the file had; an export goes through here too.
export function toContent({ landscape, portrait }: ArchiveContent): ArchiveContent {
  return { landscape: toSide(landscape), portrait: portrait === null ? null : toSide(portrait) };
}

function toSide({ playlistId, items }: ArchiveContent['landscape']): ArchiveContent['landscape'] {
  return {
    playlistId: lowerOrNull(playlistId),
    items: items.map(({ mediaId, type, durationSeconds }) => ({ mediaId: lower(mediaId), type, durationSeconds })),
  };
}
