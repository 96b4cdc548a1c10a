import type { Media } from '@vitrine/contract/media';
import type { Reader } from '../access/caller.js';
import type { Doer } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import { ApiError, notFound } from '../errors.js';
import type { MediaId, MerchantId } from '../ids.js';
import { getMedia } from '../media/get-media.js';
import type { MediaDeps } from '../media/list-media.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import { measureFile } from './measure-file.js';
import { markReady, selectUpload, type UploadRow } from './queries.js';
import { settleFile, settleThumbnail, stagingKeysOf, type NotStored } from './settle-objects.js';

type Deps = MediaDeps & { readonly clock: Clock };

// Called again on a ready item it returns the item again; cut off anywhere, the same call repairs it: storage is settled
// first, each step of it repeatable, and one statement makes the item ready.
export async function finalizeUpload(deps: Deps, reader: Reader, mediaId: MediaId, by: Doer): Promise<Media> {
  const upload = await selectUpload(deps.db, reader.merchantId, mediaId);
  if (upload === undefined) throw notFound('upload');
  if (upload.state === 'awaiting') await makeReady(deps, reader.merchantId, { id: mediaId, ...upload }, by);
  return getMedia(deps, reader, mediaId);
}

async function makeReady(
  deps: Deps,
  merchantId: MerchantId,
  upload: UploadRow & { id: MediaId },
  by: Doer,
): Promise<void> {
  const { db, store, clock } = deps;
  const file = await settleFile(store, upload);
  if (file.kind !== 'stored') throw new ApiError('unprocessable', wording(file, upload), 'invalid');
  const ready = {
    ...(await measureFile(store, upload)),
    objectKey: upload.object_key,
    thumbnailKey: (await settleThumbnail(store, upload)) ? upload.thumbnail_key : null,
    thumbnailBytes: upload.thumbnail_size_bytes,
    stagingKeys: stagingKeysOf(store, upload),
    dropAfterMs: DROP_AFTER_MS,
  };
  await markReady(db, merchantId, upload.id, ready, {
    kind: 'media.uploaded',
    ...by,
    at: new Date(clock.now()).toISOString(),
    details: { mediaId: upload.id, name: upload.name, sizeBytes: upload.size_bytes },
  });
}

function wording(found: NotStored, upload: UploadRow): string {
  const again = 'PUT it to upload.url with every header of upload.headers, then finalize again.';
  if (found.kind === 'missing') return `The file has not arrived. ${again}`;
  if (found.kind === 'wrong-bytes') return `The stored file does not have the declared checksum. ${again}`;
  return `The stored file has ${found.sizeBytes} bytes instead of the declared ${upload.size_bytes}. ${again}`;
}
