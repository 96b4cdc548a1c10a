// What the console's library reads: media by any filter, in any of its orders. A statement looks at a bounded number of
// rows, however many there are (docs/query-plans.md). The statements are apart, so that a test can explain them.
import { FOUND_MAX } from '@vitrine/contract/console-limits';
import type { LibrarySort, MediaAdder } from '@vitrine/contract/library';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { TextPlace } from '../db/text-place.js';
import type { MerchantId } from '../ids.js';
import {
  byTerms,
  hasTerms,
  inOrder,
  inOrderFound,
  isAfter,
  isPlain,
  matches,
  playing,
  sortKey,
  wanted,
  within,
  type LibraryFilter,
} from './library-filter-queries.js';
import type { MediaRow } from './queries.js';
import type { WarnedRow } from './warnings.js';

export type LibraryRow = MediaRow &
  WarnedRow & {
    readonly is_broken: boolean;
    readonly size_bytes: number | null;
    readonly added_by_kind: MediaAdder['kind'] | null;
    readonly added_by_id: string | null;
    readonly added_by_name: string | null;
    readonly sort_key: string;
  };

export type LibrarySearch = { readonly filter: LibraryFilter; readonly sort: LibrarySort };

export type LibraryScan = LibrarySearch & { readonly after: TextPlace | undefined; readonly limit: number };

const columns = (merchantId: MerchantId): Statement => sql`
      media.id, name, type, width, height, duration_seconds, tag_ids, created_at, object_key, thumbnail_key, page_url,
      size_bytes, added_by_kind, added_by_id, added_by_name, mime_type, codec, is_broken, is_playable,
      (select screen_codecs from merchants where merchants.id = ${merchantId}) as screen_codecs,
      (select screen_max_width from merchants where merchants.id = ${merchantId}) as screen_max_width,
      (select screen_max_height from merchants where merchants.id = ${merchantId}) as screen_max_height,
      found.sort_key::text as sort_key,
      (select version from tag_versions where merchant_id = ${merchantId}) as tag_version`;

export type WholePlace = readonly [key: string, id: string];

export type Scanned = {
  readonly rows: readonly LibraryRow[];
  // Where the look ended, when the page is not full and there may be more behind it.
  readonly end: WholePlace | undefined;
};

// Looks at so many rows in the order of the list and takes those that match, up to the limit.
export async function scanLibrary(db: Queryable, merchantId: MerchantId, scan: LibraryScan, rowsMax: number) {
  type Row = LibraryRow & { readonly end_key: string | null; readonly end_id: string | null };
  const rows = await db.rows<Row>(libraryScan(merchantId, scan, rowsMax));
  const [first] = rows;
  const isCut = first !== undefined && first.end_key !== null && first.end_id !== null;
  const end = isCut ? ([first.end_key, first.end_id] as const) : undefined;
  // A single row without an item tells where the end is when nothing was found.
  return { rows: rows.filter(({ id }) => id !== null), end } satisfies Scanned;
}

// One statement, so that the end is that of these very rows.
export function libraryScan(merchantId: MerchantId, scan: LibraryScan, rowsMax: number): Statement {
  const { filter, sort, after, limit } = scan;
  return sql`
    with ${playing(merchantId, filter)} scan as materialized (
      select ${sortKey(sort)} as sort_key, id, ${matches(merchantId, filter)} as matches
      from media
      where merchant_id = ${merchantId} and state = 'ready' ${within(filter)} ${isAfter(merchantId, sort, after)}
      order by ${inOrder(sort)}
      limit ${rowsMax}
    ), found as materialized (
      select sort_key, id from scan where matches limit ${limit}
    ), scan_end as materialized (
      -- Empty when the page is full, or when the scan came to the end of the list.
      select sort_key, id from scan where (select count(*) from found) < ${limit} limit 1 offset ${rowsMax - 1}
    )
    select ${columns(merchantId)}, (select sort_key::text from scan_end) as end_key,
      (select id from scan_end) as end_id
    from (values (1)) as once (one)
    left join (found join media on media.merchant_id = ${merchantId} and media.id = found.id and state = 'ready') on true
    order by ${inOrderFound(sort)}`;
}

// All behind a place that matches, by its terms, when there are not too many to be sorted.
export async function findByTerms(
  db: Queryable,
  merchantId: MerchantId,
  scan: LibraryScan,
  candidatesMax: number,
): Promise<LibraryRow[] | 'too many'> {
  type Row = LibraryRow & { readonly candidates: number };
  const rows = await db.rows<Row>(libraryByTerms(merchantId, scan, candidatesMax));
  return (rows[0]?.candidates ?? 0) > candidatesMax ? 'too many' : rows;
}

export function libraryByTerms(merchantId: MerchantId, scan: LibraryScan, candidatesMax: number): Statement {
  const { filter, sort, after, limit } = scan;
  return sql`
    with ${playing(merchantId, filter)} ${wanted(merchantId, filter)}, candidates as materialized (
      select ${sortKey(sort)} as sort_key, id from media
      where merchant_id = ${merchantId} and state = 'ready' and ${byTerms} ${within(filter)}
        and ${matches(merchantId, filter)} ${isAfter(merchantId, sort, after)}
      limit ${candidatesMax + 1}
    ), found as materialized (
      select sort_key, id from candidates as found order by ${inOrderFound(sort)} limit ${limit}
    )
    select ${columns(merchantId)}, (select count(*) from candidates)::integer as candidates
    from found join media on media.merchant_id = ${merchantId} and media.id = found.id and state = 'ready'
    order by ${inOrderFound(sort)}`;
}

// One more than FOUND_MAX tells that there are more.
export async function selectLibraryIds(
  db: Queryable,
  merchantId: MerchantId,
  search: LibrarySearch,
  rowsMax: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(libraryIds(merchantId, search, rowsMax));
  return rows.map(({ id }) => id);
}

export function libraryIds(merchantId: MerchantId, { filter, sort }: LibrarySearch, rowsMax: number): Statement {
  if (hasTerms(filter)) {
    return sql`
      with ${playing(merchantId, filter)} ${wanted(merchantId, filter)}, found as materialized (
        select ${sortKey(sort)} as sort_key, id from media
        where merchant_id = ${merchantId} and state = 'ready' and ${byTerms} ${within(filter)}
          and ${matches(merchantId, filter)}
        limit ${FOUND_MAX + 1})
      select id from found order by ${inOrderFound(sort)}`;
  }
  // Where many have to be looked at, in the order in which rows lie in the table: each page of it is read once.
  return sql`
    with ${playing(merchantId, filter)} scan as materialized (
      select ${sortKey(sort)} as sort_key, id, ${matches(merchantId, filter)} as matches from media
      where merchant_id = ${merchantId} and state = 'ready' ${within(filter)}
      order by ${inOrder(isPlain(filter) ? sort : 'newest')}
      limit ${isPlain(filter) ? FOUND_MAX + 1 : rowsMax}
    ), found as materialized (
      select sort_key, id from scan where matches limit ${FOUND_MAX + 1}
    )
    select id from found order by ${inOrderFound(sort)}`;
}

// From one to the next by the index: as many steps as there are people and tokens, however much each has added.
export function selectAdders(db: Queryable, merchantId: MerchantId) {
  return db.rows<MediaAdder>(sql`
    with recursive adder as (
      (select added_by_kind, added_by_id, added_by_name from media
       where merchant_id = ${merchantId} and state = 'ready' and added_by_id is not null
       order by added_by_id, created_at desc, id desc limit 1)
      union all
      select next.added_by_kind, next.added_by_id, next.added_by_name
      from adder cross join lateral (
        select added_by_kind, added_by_id, added_by_name from media
        where merchant_id = ${merchantId} and state = 'ready' and added_by_id > adder.added_by_id
        order by added_by_id, created_at desc, id desc limit 1) as next
    )
    select added_by_id as id, added_by_kind as kind, added_by_name as name
    from adder order by lower(added_by_name), added_by_id`);
}
