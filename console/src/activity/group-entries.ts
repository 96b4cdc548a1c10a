import type { Activity } from '@vitrine/contract/activity';

export type ActivityGroup = readonly [Activity, ...Activity[]];

// Thirty uploads in a row are one line that can be opened. Together are entries that follow each other, of one kind, by the
// same person or token, each within the hour of the next.
export function groupEntries(entries: readonly Activity[]): readonly ActivityGroup[] {
  const groups: [Activity, ...Activity[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && belongsTo(entry, last.at(-1) ?? last[0])) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

const APART_MS_MAX = 3_600_000;

// Kinds that come by the dozen. A token or a person is looked at one by one.
const MANY = /^(?:media|playlist|campaign)\./;

const belongsTo = (entry: Activity, newer: Activity): boolean =>
  MANY.test(entry.kind) &&
  entry.kind === newer.kind &&
  entry.person?.id === newer.person?.id &&
  entry.token?.id === newer.token?.id &&
  Date.parse(newer.at) - Date.parse(entry.at) <= APART_MS_MAX;

// «created the playlist» of one is «created» of «2 playlists».
export function sayMany(words: string, kind: string, count: number): { readonly verb: string; readonly what: string } {
  const [named, noun] = / the (web page|playlist|campaign)$/.exec(words) ?? [
    '',
    /^(?:playlist|campaign)/.exec(kind)?.[0],
  ];
  return { verb: words.slice(0, words.length - named.length), what: `${count} ${noun ?? 'item'}s` };
}
