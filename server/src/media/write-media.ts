import { toIsoTimestamp } from '../db/db.js';
import { mayReadFiles, type Principal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { WriteTags } from '../tags/tag-dictionary.js';
import type { MediaTexts } from './queries.js';

// A row as the contract shows it, letter by letter what JSON.stringify makes of toMedia. Ids, types, whole numbers,
// moments and signed URLs hold nothing that JSON escapes; names and addresses may.
export function writeMedia(store: ObjectStore, principal: Principal, writeTags: WriteTags, row: MediaTexts): string {
  const [id, name, type, width, height, durationSeconds, tagIds, createdAt, objectKey, thumbnailKey, pageUrl] = row;
  const duration = durationSeconds === null ? null : JSON.stringify(Number(durationSeconds));
  const thumbnailUrl = thumbnailKey === null ? null : `"${store.signedGetUrl(thumbnailKey)}"`;
  const media =
    `{"id":"${id}","name":${JSON.stringify(name)},"type":"${type}","width":${width},"height":${height}` +
    `,"durationSeconds":${duration},"tags":${writeTags(tagIds)},"thumbnailUrl":${thumbnailUrl}` +
    `,"createdAt":"${toIsoTimestamp(createdAt)}"`;
  if (!mayReadFiles(principal)) return `${media}}`;
  return `${media},"fileUrl":${objectKey === null ? JSON.stringify(pageUrl) : `"${store.signedGetUrl(objectKey)}"`}}`;
}
