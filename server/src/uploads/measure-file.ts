import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '../storage/object-store.js';
import { readMetadata } from './metadata/read-metadata.js';
import type { Measures, UploadRow } from './finalize-queries.js';

const NOTHING: Measures = { width: null, height: null, durationSeconds: null };

// What the client left out, read from the stored file's own header where it can be. Nothing that it gave is changed, and a
// file that cannot be read is accepted all the same.
export async function measureFile(store: ObjectStore, upload: UploadRow): Promise<Measures> {
  const isComplete =
    upload.width !== null && upload.height !== null && (upload.type !== 'video' || upload.duration_seconds !== null);
  if (isComplete) return NOTHING;
  return readMetadata({
    sizeBytes: upload.size_bytes,
    mimeType: upload.mime_type,
    read: async (range) => {
      const bytes = await store.read(upload.object_key, range);
      return bytes === undefined ? new Uint8Array() : buffer(bytes);
    },
  });
}
