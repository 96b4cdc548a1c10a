// What must hold whatever happened before.
import assert from 'node:assert/strict';
import type { Media } from '@vitrine/contract/media';
import type { Db } from '../../server/src/db/db.js';
import { fileOf, THUMBNAIL, type Stage } from './stage.js';

type Item = { readonly file: number; readonly isThumbnailStored: boolean };

// The file and its thumbnail are there, byte for byte.
export async function assertStored(stage: Stage, media: Media, { file, isThumbnailStored }: Item): Promise<void> {
  const fetched = (url: string | null | undefined) => stage.exchange({ method: 'GET', url: url ?? '', headers: {} });
  const stored = await fetched(media.fileUrl);
  assert.ok(
    stored?.status === 200 && stored.bytes.equals(fileOf(file)),
    `the file of ${media.name} is lost or another`,
  );
  if (!isThumbnailStored) return;
  const thumbnail = await fetched(media.thumbnailUrl);
  assert.ok(thumbnail?.status === 200 && thumbnail.bytes.equals(THUMBNAIL), `the thumbnail of ${media.name} is lost`);
}

type Sums = { used: number; reserved: number; ready: number; awaited: number; parts: number; pending: number };

// What is counted as used and reserved, which is the sum of its parts.
export async function readStorage(db: Db, merchantId: string) {
  const sums = await db.row<Sums>({
    text: `
      select used_bytes::float8 as used, reserved_bytes::float8 as reserved,
        (select coalesce(sum(size_bytes + coalesce(thumbnail_size_bytes, 0)), 0)::float8 from media
         where merchant_id = $1 and state <> 'awaiting') as ready,
        (select coalesce(sum(reserved_bytes), 0)::float8 from media
         where merchant_id = $1 and state = 'awaiting') as awaited,
        (select coalesce(sum(reserved_bytes), 0)::float8 from upload_parts where merchant_id = $1) as parts,
        (select coalesce(sum(reserved_bytes), 0)::float8 from pending_deletions where merchant_id = $1) as pending
      from storage_usage where merchant_id = $1`,
    values: [merchantId],
  });
  assert.ok(sums, 'the merchant has no row of its usage');
  assert.equal(sums.used, sums.ready, 'used is the sum of what is ready or in the trash');
  assert.equal(
    sums.reserved,
    sums.awaited + sums.parts + sums.pending,
    'reserved is the sum of what is awaited, also in parts, and what is pending',
  );
  return { usedBytes: sums.used, reservedBytes: sums.reserved };
}
