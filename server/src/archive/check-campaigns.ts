import { isInOrder } from '../flight-moment.js';
import { faultAt } from './archive-error.js';
import type { ArchiveCampaign, ArchiveVersion } from './archive-schema.js';
import { checkTagIds, type Ids, requireKnown, requireUnique, requireUniqueIds } from './check-lists.js';

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
  if (flight.start !== null && flight.end !== null && !isInOrder(flight.start, flight.end)) {
    const message = `is ${flight.start}, which is not before the end ${flight.end}; an earlier moment is expected`;
    throw faultAt(`${path}.flight.start`, message);
  }
  requireKnown(`${path}.landscapePlaylistId`, landscapePlaylistId, 'playlists', playlists);
  requireKnown(`${path}.portraitPlaylistId`, portraitPlaylistId, 'playlists', playlists);
  checkPublished(path, version);
  // The playlist that content was published from may be gone since, so only the media are looked up.
  for (const side of ['landscape', 'portrait'] as const)
    for (const [at, { mediaId }] of (content?.[side]?.items ?? []).entries())
      requireKnown(`${path}.content.${side}.items[${at}].mediaId`, mediaId, 'media', media);
}

// Content is frozen by publishing and by nothing else.
function checkPublished(path: string, { publishedAt, content }: ArchiveVersion): void {
  if ((publishedAt === null) === (content === null)) return;
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
  const wrong = live === undefined ? 'which is no version of this campaign' : 'which was never published';
  const expected = 'null or the number of a version with publishedAt and content is expected';
  throw faultAt(`${path}.liveVersion`, `is ${liveVersion}, ${wrong}; ${expected}`);
}
