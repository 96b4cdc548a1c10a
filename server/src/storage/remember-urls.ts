import type { Clock } from '../clock.js';
import type { ObjectKey } from './object-key.js';
import type { ObjectStore } from './object-store.js';

// Some pages of 50.
const URLS_MAX = 1_000;
// A power of two, so that a mark's place is cut out of it with a mask.
const MARKS = 4_096;

// A URL is signed to the second: within one, the same object has the same URL. What several callers ask for at once, such
// as a first page, is signed for the first two of them (0.4 ms for 50 items). The first leaves a number only: kept from
// the start, URLs that nobody asks for again outlived the young generation and cost other pages 15 %.
export function rememberUrls(store: ObjectStore, clock: Clock): ObjectStore {
  const urls = new Map<ObjectKey, string>();
  const marks = new Int32Array(MARKS);
  let second = Number.NaN;
  return {
    ...store,
    signedGetUrl(key) {
      const now = Math.floor(clock.now() / 1000);
      if (now !== second) {
        second = now;
        urls.clear();
        marks.fill(0);
      }
      const known = urls.get(key);
      if (known !== undefined) return known;
      const url = store.signedGetUrl(key);
      const mark = markOf(key);
      if (marks[mark & (MARKS - 1)] === mark && urls.size < URLS_MAX) urls.set(key, url);
      marks[mark & (MARKS - 1)] = mark;
      return url;
    },
  };
}

// FNV-1a. Two keys with one mark cost a URL that is kept in vain.
function markOf(key: string): number {
  let mark = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) mark = Math.imul(mark ^ key.charCodeAt(at), 0x01000193);
  return mark;
}
