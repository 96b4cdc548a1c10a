import type { JsonWriter } from '../http/written-json.js';
import { toUri } from '../page-url.js';
import { mayReadFiles, type ContentPrincipal } from '../principal.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { WriteTags } from '../tags/tag-dictionary.js';
import { fieldsOf, idOf, isWebAddress, momentOf, NULL, type MediaTexts } from './media-texts.js';

type Deps = { readonly store: ObjectStore; readonly principal: ContentPrincipal; readonly writeTags: WriteTags };

// Writes media as integrations receive them, separated by commas: letter by letter what JSON.stringify makes of toMedia, which
// the console uses. Moments and signed URLs hold nothing that JSON escapes.
export function writeMedia(json: JsonWriter, { store, principal, writeTags }: Deps, rows: readonly MediaTexts[]): void {
  const readsFiles = mayReadFiles(principal);
  const urls = signAll(store, rows, readsFiles);
  let next = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    const [, name, thumbnailKey, file] = row;
    const { type, width, height, seconds, tagIds } = fieldsOf(row);
    const size = `"width":${toNumber(width)},"height":${toNumber(height)},"durationSeconds":${toNumber(seconds)}`;
    json.text(
      `${at === 0 ? '' : ','}{"id":"${idOf(row)}","name":${name},"type":"${type}",${size},"tags":${writeTags(tagIds)}`,
    );
    const thumbnailUrl = thumbnailKey === '' ? null : `"${urls[next++]}"`;
    const rest = `,"thumbnailUrl":${thumbnailUrl},"createdAt":"${momentOf(row)}"`;
    if (!readsFiles) json.ascii(`${rest}}`);
    else if (isWebAddress(file)) json.text(`${rest},"fileUrl":${uriOf(file)}}`);
    else json.ascii(`${rest},"fileUrl":"${urls[next++]}"}`);
  }
}

// PostgreSQL writes some numbers in another way than JSON.
const toNumber = (text: string): number | null => (text === NULL ? null : Number(text));

// Integrations are promised a URI; JSON as it came from the database, and as it goes.
const uriOf = (address: string): string => JSON.stringify(toUri(String(JSON.parse(address))));

// In the order in which they are written.
function signAll(store: ObjectStore, rows: readonly MediaTexts[], readsFiles: boolean): string[] {
  const keys: ObjectKey[] = [];
  for (const [, , thumbnailKey, file] of rows) {
    if (thumbnailKey !== '') keys.push(thumbnailKey);
    if (readsFiles && !isWebAddress(file)) keys.push(file);
  }
  return store.signedGetUrls(keys);
}
