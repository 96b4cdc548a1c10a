// Answers without what is drawn anew each time, so that those of two worlds can be compared byte for byte.
import { isS3 } from '../harness/store.js';
import type { Answered } from './new-world.js';

// Drawn at random, or from the clock and a count.
const DRAWN_UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;

const DRAWN: readonly (readonly [RegExp, string | ((whole: string, inner: string) => string)])[] = [
  [/"nextCursor":"([\w-]+)"/g, (_whole, cursor) => `"nextCursor":${positionOf(cursor)}`],
  // Of the feed of changes: the last change that was read, whose id is drawn.
  [/(?<=","\d+ )[0-9a-f]{8}(?="\])/g, 'DRAWN'],
  [/\b[0-9a-f]{40}\.(png|jpg|webp|mp4|webm)/g, 'KEY.$1'],
  [/uploadId=(?:[0-9a-f]{72}|2~[\w-]+)/g, 'uploadId=DRAWN'],
  [/X-Amz-Signature=[0-9a-f]{64}/g, 'SIGNATURE'],
  // A bucket's own time, which no test sets.
  ...(isS3 ? [[/(?:%2F\d{8}%2F|X-Amz-Date=\w+|X-Amz-Expires=\d+)/g, 'NOW'] as const] : []),
  [/http:\/\/127\.0\.0\.1:\d+\//g, 'STORAGE/'],
  [/vitrine_screen_[\w-]{43}/g, 'SCREEN'],
  [/vitrine_refresh_[\w-]{86}/g, 'REFRESH'],
  // Sealed with a key of the installation.
  [/vitrine_client_[\w-]+/g, 'CLIENT'],
  [/vitrine_ai_[\w-]{43}/g, 'AI KEY'],
  [/vitrine_[\w-]{43}/g, 'TOKEN'],
  [/whsec_[\w+/]{44}/g, 'WEBHOOK'],
  [/"code":"[A-Z0-9]{6}"/g, '"code":"PAIRING"'],
  // A hash of the page's policy too, which names the storage.
  [/"playerVersion":"[\w-]{16}"/g, '"playerVersion":"PLAYER"'],
  [/([#=])[\w-]{43}\b/g, '$1SECRET'],
  [/"ticket":"[\w-]{43}"/g, '"ticket":"SECRET"'],
  [/"challenge":"[\w-]{51}"/g, '"challenge":"DRAWN"'],
  // Of passkeys, whose person's id is in their user's.
  [/"id":"[\w-]{22}"/g, '"id":"USER"'],
  [/"id":"[\w-]{43}"/g, '"id":"CREDENTIAL"'],
  [/\b[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){3}\b/g, 'RECOVERY'],
  [/\b[A-Z2-7]{32}\b/g, 'BASE32'],
  [/vitrine_browser=[\w-]{22}(?:\.[\w-]{22})+/g, 'vitrine_browser=SEALED'],
  [/"(lastFour|newLastFour)":"[^"]{4}"/g, '"$1":"FOUR"'],
  // As the activity's file writes them.
  [/…[\w+/-]{4}(?=[, )"])/g, '…FOUR'],
  // As an assistant reads it.
  [/(?<=more: cursor )[\w-]+/g, (cursor) => positionOf(cursor)],
  // The database's own time.
  [/"joinedAt":"[^"]*"/g, '"joinedAt":"NOW"'],
  [/"lastActiveAt":"[^"]*"/g, '"lastActiveAt":"NOW"'],
  [/"remaining":\d+/g, '"remaining":N'],
  [/Left in this minute: [^.]*/g, 'Left: N'],
  // Of a preview: its end and its seal.
  [/\.[0-9a-z]{8}\.[\w-]{43}\b/g, '.SEEN'],
  [DRAWN_UUID, 'UUID'],
];

// The seal before it is made with a key of the installation.
const positionOf = (cursor: string): string => Buffer.from(cursor, 'base64url').subarray(16).toString();

const OF_THE_MOMENT = new Set(['date', 'x-request-id', 'ratelimit-remaining', 'keep-alive', 'connection']);

export function comparableAnswer({ status, headers, text }: Answered): string {
  const lines = [...headers].filter(([name]) => !OF_THE_MOMENT.has(name)).map((pair) => pair.join(': '));
  return withoutDrawn([status, ...lines, text].join('\n'));
}

const withoutDrawn = (text: string): string =>
  DRAWN.reduce((before, [pattern, by]) => before.replace(pattern, parseReplacer(by)), text);

// Both forms of replace take it; its types want to know which.
const parseReplacer = (by: string | ((whole: string, inner: string) => string)): string => by as string;

// The same with every id of the first set and of the second written alike, place by place.
export function withoutIds(text: string, ids: Readonly<Record<string, string>>): string {
  return Object.values(ids).reduce((before, id) => before.replaceAll(id, 'ID'), text);
}
