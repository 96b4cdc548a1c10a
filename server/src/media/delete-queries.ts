// What moving items into the trash and back needs, in the order in which both take their locks.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';

export type NamedMedia = { readonly id: MediaId; readonly name: string };

// In the order of ids, as whoever locks several does.
export function lockMedia(
  db: Queryable,
  merchantId: MerchantId,
  mediaIds: readonly MediaId[],
  state: 'ready' | 'trashed',
) {
  return db.rows<NamedMedia>(sql`
    select id, name from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = ${state}
    order by id
    for update`);
}

export function lockPlaylistsWith(db: Queryable, merchantId: MerchantId, mediaIds: readonly MediaId[]) {
  return db.rows(sql`
    select from playlists
    where merchant_id = ${merchantId} and id in (
      select item.playlist_id from playlist_items as item
      where item.merchant_id = ${merchantId} and item.media_id = any(${mediaIds}::uuid[]))
    order by id
    for update`);
}

// Those that have one of them, which count as changed. After the lock, in a statement of its own: whoever held a playlist may have taken the item out.
export function touchPlaylistsWith(db: Queryable, merchantId: MerchantId, mediaIds: readonly MediaId[], at: string) {
  return db.rows<{ id: string; shared: boolean }>(sql`
    update playlists set updated_at = ${at}, revision = revision + 1
    where merchant_id = ${merchantId} and id in (
      select item.playlist_id from playlist_items as item
      where item.merchant_id = ${merchantId} and item.media_id = any(${mediaIds}::uuid[]))
    returning id, shared`);
}

// Their places in playlists stay, unseen, for when they come back.
export function updateTrashed(db: Queryable, merchantId: MerchantId, mediaIds: readonly MediaId[], at: string) {
  return db.rows(sql`
    update media set state = 'trashed', trashed_at = ${at}
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'`);
}

export function updateRestored(db: Queryable, merchantId: MerchantId, mediaIds: readonly MediaId[]) {
  return db.rows(sql`
    update media set state = 'ready', trashed_at = null
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'trashed'`);
}

export function selectReadyIds(db: Queryable, merchantId: MerchantId, mediaIds: readonly MediaId[]) {
  return db.rows<{ id: MediaId }>(sql`
    select id from media where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'
    order by id`);
}
