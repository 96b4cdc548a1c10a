import type { UploadStatus } from '@vitrine/contract/upload-parts';
import { requireFound } from '../errors.js';
import { parseUploadId, type ById } from '../ids.js';
import { playableWarning } from '../media/warnings.js';
import type { ContentPrincipal } from '../principal.js';
import { stagingKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { divideFile, findDivision, pairParts } from './divide-file.js';
import { selectUpload, type UploadRow } from './finalize-queries.js';
import { findParts, isJoined, type PartsDeps } from './settle-parts.js';

export async function getUpload(
  { db, store }: PartsDeps,
  { merchantId }: ContentPrincipal,
  { params }: ById,
): Promise<UploadStatus> {
  const upload = requireFound(await selectUpload(db, merchantId, parseUploadId(params.id)), 'upload');
  const base = { mediaId: upload.id, fileSize: upload.size_bytes, partSize: upload.part_bytes };
  if (upload.ticketed_at === null) {
    return {
      ...base,
      state: 'ready',
      storedBytes: upload.size_bytes,
      partSize: null,
      storedParts: [],
      warnings: playableWarning(upload),
    };
  }
  const parts = await listStored(store, upload);
  const partBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  const storedBytes = Math.max(partBytes, await findWholeBytes(store, upload));
  return { ...base, state: 'awaiting', storedBytes, storedParts: parts.map(({ number }) => number), warnings: [] };
}

async function listStored(store: ObjectStore, upload: UploadRow) {
  const [parts, division] = [findParts(upload), findDivision(upload)];
  if (parts === undefined || division === undefined) return [];
  const all = divideFile(upload.size_bytes, division);
  const stored = await store.listParts(parts);
  if (stored !== undefined) return pairParts(all, stored);
  // Joined by a finalize that was cut off, or the whole file was sent.
  return (await isJoined(store, upload, parts)) ? all : [];
}

// Of a file that was sent in one piece: all, or what a store that does not compare bytes took.
async function findWholeBytes(store: ObjectStore, upload: UploadRow): Promise<number> {
  const key = store.pinsBytes ? upload.object_key : stagingKey(upload.object_key);
  return Math.min((await store.head(key))?.sizeBytes ?? 0, upload.size_bytes);
}
