import type { Queryable } from '../db/db.js';
import { searchPattern } from '../db/search-pattern.js';
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
  const inOrder = sql`
    select id, name, plain_text, created_at, updated_at
    from playlists
    where merchant_id = ${merchantId} and shared
      and (updated_at, id) < (${updatedAt}::timestamptz, ${id}::uuid)
    order by updated_at desc, id desc
    limit ${search === '' ? limit : limit * WALK_PAGES}`;
  if (search !== '') return searchedPage(merchantId, search, inOrder, limit);
  return sql`select id, name, created_at, updated_at from (${inOrder}) as page`;
}

const NEWEST: PlaylistCursor = { updatedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const WALK_PAGES = 10;

// As media are searched: a walk for what is common, terms for what is rare.
function searchedPage(merchantId: MerchantId, search: string, inOrder: Statement, limit: number): Statement {
  const pattern = searchPattern(search);
  const terms = sql`text_terms(merchant_id, plain_text)`;
  return sql`
    with walk as materialized (${inOrder}
    ), walked as materialized (
      select id, name, created_at, updated_at from walk where plain_text like ${pattern} limit ${limit}
    ), walk_end as materialized (
      -- Empty when the page is full, or when the walk came to the end of the list.
      select updated_at, id from walk
      where (select count(*) from walked) < ${limit}
      limit 1 offset ${limit * WALK_PAGES - 1}
    ), wanted as materialized (
      select wanted_text_terms(${merchantId}, ${search}) as text_terms, '{}'::bigint[] as nothing from walk_end
    ), further as materialized (
      select id, name, created_at, updated_at
      from playlists
      where merchant_id = ${merchantId} and shared
        -- Three conditions: see TERMS of media.
        and ${terms} @> (select text_terms from wanted)
        and ${terms} @> (select nothing from wanted) and ${terms} @> (select nothing from wanted)
        and plain_text like ${pattern}
        and (updated_at, id) < ((select updated_at from walk_end), (select id from walk_end))
        and exists (select from walk_end)
      order by updated_at desc, id desc
      limit ${limit}
    )
    select id, name, created_at, updated_at from (table walked union all table further) as page
    order by updated_at desc, id desc
    limit ${limit}`;
}
