import { toIsoTimestamp } from '../db/db.js';
import type { JsonWriter } from '../http/written-json.js';
import { mayReadFiles, type Principal } from '../principal.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { WriteTags } from '../tags/tag-dictionary.js';
import type { MediaTexts } from './queries.js';

type Deps = { readonly store: ObjectStore; readonly principal: Principal; readonly writeTags: WriteTags };

// Rows as the contract shows them, with commas between them, letter by letter what JSON.stringify makes of toMedia. Ids,
// types, whole numbers, moments and signed URLs hold nothing that JSON escapes; names and addresses may.
export function writeMedia(json: JsonWriter, { store, principal, writeTags }: Deps, rows: readonly MediaTexts[]): void {
  const readsFiles = mayReadFiles(principal);
  const urls = signAll(store, rows, readsFiles);
  let next = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    const [id, name, type, width, height, durationSeconds, tagIds, createdAt, objectKey, thumbnailKey, pageUrl] = row;
    const duration = durationSeconds === null ? null : JSON.stringify(Number(durationSeconds));
    json.text(
      `${at === 0 ? '' : ','}{"id":"${id}","name":${JSON.stringify(name)},"type":"${type}","width":${width}` +
        `,"height":${height},"durationSeconds":${duration},"tags":${writeTags(tagIds)}`,
    );
    const thumbnailUrl = thumbnailKey === null ? null : `"${urls[next++]}"`;
    const rest = `,"thumbnailUrl":${thumbnailUrl},"createdAt":"${toIsoTimestamp(createdAt)}"`;
    if (!readsFiles) json.ascii(`${rest}}`);
    else if (objectKey !== null) json.ascii(`${rest},"fileUrl":"${urls[next++]}"}`);
    else json.text(`${rest},"fileUrl":${JSON.stringify(pageUrl)}}`);
  }
}

// In the order in which they are written.
function signAll(store: ObjectStore, rows: readonly MediaTexts[], readsFiles: boolean): string[] {
  const keys: ObjectKey[] = [];
  for (const [, , , , , , , , objectKey, thumbnailKey] of rows) {
    if (thumbnailKey !== null) keys.push(thumbnailKey);
    if (readsFiles && objectKey !== null) keys.push(objectKey);
  }
  return store.signedGetUrls(keys);
}
