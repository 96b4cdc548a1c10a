import type { Queryable } from '../db/db.js';
import { matches } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, PlaylistId } from '../ids.js';

export type PlaylistRow = {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly updated_at: string;
};

export type PlayItemRow = {
  readonly media_id: string;
  readonly type: 'image' | 'video' | 'web';
  // The item's own setting, else the media's length, else the merchant's default (contract, PlayItem).
  readonly duration_seconds: number;
};

export type PlaylistDetailRow = PlaylistRow & { readonly items: readonly PlayItemRow[] };

export type PlaylistCursor = { readonly updatedAt: string; readonly id: string };

export function selectPlaylistPage(
  db: Queryable,
  merchantId: MerchantId,
  search: string,
  after: PlaylistCursor | undefined,
  limit: number,
): Promise<PlaylistRow[]> {
  return db.rows<PlaylistRow>(playlistPage(merchantId, search, after, limit));
}

// Shared or not: a campaign's own playlist is read by its id (decisions, Campaigns and playlists).
export async function selectPlaylist(
  db: Queryable,
  merchantId: MerchantId,
  playlistId: PlaylistId,
): Promise<PlaylistDetailRow | undefined> {
  return db.row<PlaylistDetailRow>(sql`
    select id, name, created_at, updated_at, (
        select coalesce(json_agg(json_build_object(
          'media_id', item.media_id,
          'type', media.type,
          'duration_seconds', coalesce(item.duration_seconds, media.duration_seconds, (
            select default_item_seconds from merchants where merchants.id = ${merchantId}))
        ) order by item.position), '[]')
        from playlist_items as item
        join media on media.merchant_id = item.merchant_id and media.id = item.media_id
        where item.merchant_id = ${merchantId} and item.playlist_id = ${playlistId}
      ) as items
    from playlists
    where merchant_id = ${merchantId} and id = ${playlistId}`);
}

// Apart from selectPlaylistPage, so that a test can explain it.
export function playlistPage(
  merchantId: MerchantId,
  search: string,
  after: PlaylistCursor | undefined,
  limit: number,
): Statement {
  const { updatedAt, id } = after ?? NEWEST;
  return sql`
    select id, name, created_at, updated_at
    from playlists
    where merchant_id = ${merchantId} and shared and ${matches(search)}
      and (updated_at, id) < (${updatedAt}::timestamptz, ${id}::uuid)
    order by updated_at desc, id desc
    limit ${limit}`;
}

const NEWEST: PlaylistCursor = { updatedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
