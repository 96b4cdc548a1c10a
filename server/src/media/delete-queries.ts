// What a deletion needs, in the order in which it takes its locks.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export type DeletedMediaRow = {
  readonly name: string;
  readonly created_at: string;
  readonly object_key: ObjectKey | null;
  readonly size_bytes: number | null;
  readonly thumbnail_key: ObjectKey | null;
  readonly thumbnail_size_bytes: number | null;
};

export function lockMedia(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<DeletedMediaRow>(sql`
    select name, created_at, object_key, size_bytes, thumbnail_key, thumbnail_size_bytes from media
    where merchant_id = ${merchantId} and id = ${mediaId} and state = 'ready'
    for update`);
}

// In the order of ids, as whoever locks several does.
export function lockPlaylistsWith(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.rows(sql`
    select from playlists
    where merchant_id = ${merchantId} and id in (
      select item.playlist_id from playlist_items as item
      where item.merchant_id = ${merchantId} and item.media_id = ${mediaId})
    order by id
    for update`);
}

// After the lock, in a statement of its own: whoever held a playlist may have taken the item out.
export function touchPlaylistsWith(db: Queryable, merchantId: MerchantId, mediaId: MediaId, at: string) {
  return db.rows(sql`
    update playlists set updated_at = ${at}, revision = revision + 1
    where merchant_id = ${merchantId} and id in (
      select item.playlist_id from playlist_items as item
      where item.merchant_id = ${merchantId} and item.media_id = ${mediaId})`);
}

// Its places in playlists go with it.
export function deleteMediaRow(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.rows(sql`delete from media where merchant_id = ${merchantId} and id = ${mediaId}`);
}
