// The console's list of playlists: in any of its orders, by what uses them, and how many there are of each kind. A merchant has
// thousands of these and no more: sorting them costs what reading them does.
import type { PlaylistCounts, PlaylistKind, PlaylistSort } from '@vitrine/contract/playlists';
import type { Queryable } from '../db/db.js';
import { matches } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import { textAt, type TextPlace } from '../db/text-place.js';
import type { MerchantId } from '../ids.js';
import { LIVE, playsAt } from './flight-conditions.js';
import { isEmpty, lengthOf } from './measure-queries.js';
import { playlistColumns, type PlaylistRow } from './queries.js';

export type SortedPage = {
  readonly search: readonly string[];
  readonly sort: PlaylistSort;
  readonly kind: PlaylistKind | undefined;
  // The minute of the merchant's clocks that «on» is about.
  readonly wall: string;
  // What the order goes by, and the id, of the last row of the page before.
  readonly after: TextPlace | undefined;
  readonly limit: number;
};

export type SortedRow = PlaylistRow & { readonly nameKey: string; readonly lengthKey: string };

export function selectSortedPage(db: Queryable, merchantId: MerchantId, page: SortedPage) {
  const { search, sort, kind, wall, after, limit } = page;
  const { isAfter, order } = ORDERS[sort];
  return db.rows<SortedRow>(sql`
    ${kind === 'empty' || kind === undefined ? NOTHING : sql`with ${named(merchantId, wall)}`}
    select ${playlistColumns}, search_text as "nameKey", length.microseconds::text as "lengthKey"
    from playlists
    cross join lateral (select ${sort === 'longest' ? lengthOf(merchantId) : sql`0`} as microseconds) as length
    where merchant_id = ${merchantId} and shared and ${matches(search)}
      and ${kind === undefined ? TRUE : KINDS[kind](merchantId)} and ${after === undefined ? TRUE : isAfter(merchantId, after)}
    order by ${order}
    limit ${limit}`);
}

export async function countPlaylists(
  db: Queryable,
  merchantId: MerchantId,
  { search, wall }: Pick<SortedPage, 'search' | 'wall'>,
): Promise<PlaylistCounts> {
  const counted = (kind: PlaylistKind): Statement => sql`(count(*) filter (where ${KINDS[kind](merchantId)}))::integer`;
  const counts = await db.row<PlaylistCounts>(sql`
    with ${named(merchantId, wall)}
    select count(*)::integer as all, ${counted('on')} as on, ${counted('used')} as used, ${counted('unused')} as unused,
      ${counted('empty')} as empty
    from playlists
    where merchant_id = ${merchantId} and shared and ${matches(search)}`);
  return counts ?? { all: 0, on: 0, used: 0, unused: 0, empty: 0 };
}

const [NOTHING, TRUE] = [sql``, sql`true`];

type Order = {
  readonly isAfter: (merchantId: MerchantId, after: TextPlace) => Statement;
  readonly order: Statement;
};

const ORDERS: Readonly<Record<PlaylistSort, Order>> = {
  updated: {
    isAfter: (_, [at, id]) => sql`(updated_at, id) < (${at}::timestamptz, ${id}::uuid)`,
    order: sql`updated_at desc, id desc`,
  },
  created: {
    isAfter: (_, [at, id]) => sql`(created_at, id) < (${at}::timestamptz, ${id}::uuid)`,
    order: sql`created_at desc, id desc`,
  },
  name: {
    isAfter: (merchantId, after) =>
      sql`(search_text, id) > (${textAt(after, sql`search_text`, sql`playlists where merchant_id = ${merchantId}`)}, ${after[1]}::uuid)`,
    order: sql`search_text, id`,
  },
  longest: {
    isAfter: (_, [microseconds, id]) => sql`(length.microseconds, id) < (${microseconds}::bigint, ${id}::uuid)`,
    order: sql`length.microseconds desc, id desc`,
  },
};

// The playlists that live and newest versions name, and whether one of them plays. Of each campaign at most two versions are
// read, however many it has.
const named = (merchantId: MerchantId, wall: string): Statement => sql`named as materialized (
      select side.playlist_id, bool_or(version.is_on) as is_on
      from campaigns as campaign
      cross join lateral (
        select live.landscape_playlist_id, live.portrait_playlist_id,
          not campaign.archived and ${playsAt(LIVE, wall)} as is_on
        from campaign_versions as live
        where live.merchant_id = ${merchantId} and live.lineage_id = campaign.lineage_id
          and live.version = campaign.live_version
        union all
        (select newest.landscape_playlist_id, newest.portrait_playlist_id, false
         from campaign_versions as newest
         where newest.merchant_id = ${merchantId} and newest.lineage_id = campaign.lineage_id
         order by newest.version desc
         limit 1)
      ) as version
      cross join lateral (values (version.landscape_playlist_id), (version.portrait_playlist_id)) as side (playlist_id)
      where campaign.merchant_id = ${merchantId} and side.playlist_id is not null
      group by side.playlist_id
    )`;

const isUsed = (merchantId: MerchantId): Statement => sql`(id in (select playlist_id from named)
        or coalesce(id = (select default_playlist_id from merchants where merchants.id = ${merchantId}), false))`;

const KINDS: Readonly<Record<PlaylistKind, (merchantId: MerchantId) => Statement>> = {
  on: () => sql`id in (select playlist_id from named where is_on)`,
  used: isUsed,
  unused: (merchantId) => sql`not ${isUsed(merchantId)}`,
  empty: isEmpty,
};
