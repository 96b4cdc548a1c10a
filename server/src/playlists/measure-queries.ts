// How long playlists play, kept with their rows: the list is sorted by it and told which are empty without reading every item
// of every playlist. Whatever changes what a playlist plays raises its revision, so a measure of its revision is right, and
// nobody who writes needs to know of it: the first who looks measures what changed since.
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import { secondsPlayed } from './queries.js';

// What one request measures at most. The rest is summed where it is read, until the next request.
const MEASURED_MAX = 1000;

// Passes over what is being changed: nobody waits for it, and it is out of date in a moment.
export function measurePlaylists(db: Queryable, merchantId: MerchantId) {
  return db.rows(sql`
    with stale as materialized (
      select id, revision from playlists
      where merchant_id = ${merchantId} and shared and measured_revision is distinct from revision
      order by id
      limit ${MEASURED_MAX}
    ), free as materialized (
      select playlists.id, playlists.revision
      from playlists join stale on stale.id = playlists.id
      where playlists.merchant_id = ${merchantId} and playlists.revision = stale.revision
      order by playlists.id
      for update of playlists skip locked
    )
    update playlists
    set measured_revision = measured.revision, measured_items = measured.items,
      measured_microseconds = measured.microseconds, measured_defaults = measured.defaults
    from (
      select free.id, free.revision, count(media.id) as items,
        coalesce(sum(floor(1000000 * ${KNOWN_SECONDS} + 0.5)) filter (where media.id is not null), 0) as microseconds,
        count(media.id) filter (where ${KNOWN_SECONDS} is null) as defaults
      from free
      left join playlist_items as item on item.merchant_id = ${merchantId} and item.playlist_id = free.id
      left join media on media.merchant_id = ${merchantId} and media.id = item.media_id and media.state = 'ready'
      group by free.id, free.revision
    ) as measured
    where playlists.merchant_id = ${merchantId} and playlists.id = measured.id`);
}

const KNOWN_SECONDS = sql`coalesce(item.duration_seconds, media.duration_seconds)`;

// For playlists that play an item whose length is known only now.
export function forgetMeasures(db: Queryable, merchantId: MerchantId, mediaId: string) {
  return db.rows(sql`
    update playlists set measured_revision = null
    where merchant_id = ${merchantId} and id in (
      select id from playlists
      where merchant_id = ${merchantId} and id in (
        select playlist_id from playlist_items where merchant_id = ${merchantId} and media_id = ${mediaId})
      order by id
      for update)`);
}

// What can play now: media in the trash have their places, and play nowhere.
const readyItems = (merchantId: MerchantId): Statement => sql`playlist_items as item
          join media on media.merchant_id = ${merchantId} and media.id = item.media_id and media.state = 'ready'
          where item.merchant_id = ${merchantId} and item.playlist_id = playlists.id`;

// Of `playlists`, in microseconds.
export const lengthOf = (merchantId: MerchantId): Statement => sql`case when measured_revision = revision
        then measured_microseconds + measured_defaults * (
          select floor(1000000 * default_item_seconds + 0.5)::bigint from merchants where merchants.id = ${merchantId})
        else (
          select coalesce(sum(floor(1000000 * ${secondsPlayed(merchantId)} + 0.5)), 0)::bigint
          from ${readyItems(merchantId)}) end`;

export const isEmpty = (merchantId: MerchantId): Statement => sql`case when measured_revision = revision
        then measured_items = 0 else not exists (select from ${readyItems(merchantId)}) end`;
