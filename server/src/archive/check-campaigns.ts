import { checkTagIds, findRepeatedIds, idsOf } from './check-lists.js';
import { checkVersion } from './check-version.js';
import { childOf, has, listOf, numberOf } from './document.js';
import type { Fault, Segment } from './fault.js';

export function checkCampaigns(document: unknown): Fault[] {
  const known = {
    tags: idsOf(document, 'tags'),
    media: idsOf(document, 'media'),
    playlists: idsOf(document, 'playlists'),
  };
  const campaigns = listOf(document, 'campaigns').flatMap((campaign, at) => {
    const path = ['campaigns', at];
    const versions = listOf(campaign, 'versions');
    return [
      ...checkTagIds(campaign, path, known.tags),
      ...checkLiveVersion(campaign, path),
      ...checkNumbers(versions, path),
      ...versions.flatMap((version, versionAt) => checkVersion(version, [...path, 'versions', versionAt], known)),
    ];
  });
  return [...findRepeatedIds(document, 'campaigns', 'lineageId'), ...campaigns];
}

// What is live is what was published: without frozen content there is nothing to play.
function checkLiveVersion(campaign: unknown, path: readonly Segment[]): Fault[] {
  const number = numberOf(campaign, 'liveVersion');
  if (number === undefined) return [];
  const live = listOf(campaign, 'versions').find((version) => childOf(version, 'version') === number);
  if (live !== undefined && has(live, 'content') && has(live, 'publishedAt')) return [];
  const wrong = live === undefined ? 'which is no version of this campaign' : 'which was never published';
  const message = `is ${number}, ${wrong}; null or the number of a version with publishedAt and content is expected`;
  return [{ path: [...path, 'liveVersion'], message }];
}

function checkNumbers(versions: readonly unknown[], path: readonly Segment[]): Fault[] {
  const seen = new Set<number>();
  return versions.flatMap((version, at) => {
    const number = numberOf(version, 'version');
    if (number === undefined || !seen.has(number)) return number === undefined ? [] : (seen.add(number), []);
    return [
      { path: [...path, 'versions', at, 'version'], message: `is ${number} again; a number of its own is expected` },
    ];
  });
}
