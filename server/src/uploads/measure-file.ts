import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '../storage/object-store.js';
import type { ReadRange } from './metadata/limit-reads.js';
import { readMetadata } from './metadata/read-metadata.js';
import type { Measures, UploadRow } from './finalize-queries.js';

const NOTHING: Measures = { width: null, height: null, durationSeconds: null };

// What the client left out, read from the stored file's own header where it can be. Nothing that it gave is changed, and a
// file that cannot be read is accepted all the same.
export async function measureFile(store: ObjectStore, upload: UploadRow, limitMs: number): Promise<Measures> {
  const isComplete =
    upload.width !== null && upload.height !== null && (upload.type !== 'video' || upload.duration_seconds !== null);
  if (isComplete) return NOTHING;
  const { size_bytes: sizeBytes, mime_type: mimeType } = upload;
  const read: ReadRange = async (range) => {
    const bytes = await store.read(upload.object_key, range);
    return bytes === undefined ? new Uint8Array() : buffer(bytes);
  };
  return readMetadata({ sizeBytes, mimeType, read }, limitMs);
}
