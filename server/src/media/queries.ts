import type { Queryable } from '../db/db.js';
import { searchPattern } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import { UUID_CHARACTERS, type MediaId, type MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';
import { asLines, pageColumns, toItems, type MediaTexts, type PageTexts, type ScannedTexts } from './media-texts.js';
import { rareFiltersOf } from './rare-filters.js';

export type MediaRow = {
  readonly id: string;
  readonly name: string;
  readonly type: 'image' | 'video' | 'web';
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number | null;
  readonly tag_ids: readonly string[];
  readonly created_at: string;
  readonly object_key: ObjectKey | null;
  readonly thumbnail_key: ObjectKey | null;
  readonly page_url: string | null;
  // The version of the merchant's tags at this row's moment; null while it never had one.
  readonly tag_version: number | null;
};

export type MediaFilter = {
  // Folded; empty for all.
  readonly search: string;
  // An item must carry every one.
  readonly tagIds: readonly string[];
};

export type MediaCursor = { readonly createdAt: string; readonly id: string };

export async function selectMediaPage(
  db: Queryable,
  merchantId: MerchantId,
  filter: MediaFilter,
  after: MediaCursor | undefined,
  limit: number,
): Promise<MediaTexts[]> {
  if (filter.search === '' && filter.tagIds.length === 0) {
    return toItems(await db.texts<PageTexts>(newestPage(merchantId, after, limit)));
  }
  const rare = rareFiltersOf(db);
  if (rare.has(merchantId, filter)) {
    const found = toItems(await db.texts<PageTexts>(pageFromAnywhere(merchantId, filter, after, limit)));
    if (found.length === limit) rare.delete(merchantId, filter);
    return found;
  }
  const scanned = await db.texts<ScannedTexts>(scannedPage(merchantId, filter, after, limit));
  const [found, end] = [toItems(scanned), endOfScan(scanned)];
  if (end === undefined) return found;
  const rest = await db.texts<PageTexts>(pageByTerms(merchantId, filter, end, limit - found.length));
  const page = found.concat(toItems(rest));
  if (after === undefined && page.length < limit) rare.add(merchantId, filter);
  return page;
}

export function selectMedia(db: Queryable, merchantId: MerchantId, mediaId: MediaId) {
  return db.row<Pick<MediaRow, 'name' | 'page_url'>>(sql`
    select name, page_url
    from media
    where merchant_id = ${merchantId} and id = ${mediaId} and state = 'ready'`);
}

// Every moment is before infinity: the first page is the page after it.
const NEWEST: MediaCursor = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

// These three apart from selectMediaPage, so that a test can explain them.
export function newestPage(merchantId: MerchantId, after: MediaCursor | undefined, limit: number): Statement {
  const { createdAt, id } = after ?? NEWEST;
  return { ...NEWEST_PAGE, values: [merchantId, createdAt, id, limit] };
}

function newestPageText(): Statement {
  const [merchantId, createdAt, id, limit] = PARAMETERS;
  return asLines(
    merchantId,
    sql`(
      select ${pageColumns}
      from media
      where merchant_id = ${merchantId} and state = 'ready'
        and (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)
      order by created_at desc, id desc
      limit ${limit}
    ) as page`,
  );
}

// What is common is found by scanning the list; what is rare, by its terms. Nobody knows beforehand which it is (the
// planner's statistics are of all merchants), so a page scans a little, and where that does not fill it, looks by terms, in
// windows that reach further back each time: an index of terms gives all its hits in no order, and this way there are few to
// sort. Two statements, because the plan of both in one takes as long to set up as a scan that finds its page.
const SCAN_PAGES = 20;
const SCAN_ROWS_MAX = 1_000;

// A page that is not full says where the scan ended, unless the list itself has.
export function scannedPage(
  merchantId: MerchantId,
  { search, tagIds }: MediaFilter,
  after: MediaCursor | undefined,
  limit: number,
): Statement {
  const { createdAt, id } = after ?? NEWEST;
  const scanRows = Math.min(limit * SCAN_PAGES, SCAN_ROWS_MAX);
  const values = [merchantId, createdAt, id, limit, scanRows, scanRows - 1];
  const [pattern, tags] = [searchPattern(search), `{${tagIds.join(',')}}`];
  if (tagIds.length === 0) return { ...SCANNED_BY_TEXT, values: [...values, pattern] };
  if (search === '') return { ...SCANNED_BY_TAGS, values: [...values, tags] };
  return { ...SCANNED_BY_BOTH, values: [...values, pattern, tags] };
}

function scannedPageText(matches: Statement): Statement {
  const [merchantId, createdAt, id, limit, scanRows, scanEnd] = PARAMETERS;
  const list = sql`merchant_id = ${merchantId} and state = 'ready'
        and (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`;
  const scanned = sql`(
      select ${pageColumns}
      from (
        select ${pageColumns}, plain_text
        from media
        where ${list}
        order by created_at desc, id desc
        limit ${scanRows}
      ) as scan
      where ${matches}
      order by created_at desc, id desc
      limit ${limit}
    ) as scanned`;
  const end = sql`case when count(*) < ${limit} then (
        select created_at || ' ' || id from media where ${list} order by created_at desc, id desc limit 1 offset ${scanEnd}
      ) end`;
  return asLines(merchantId, scanned, sql`, ${end}`);
}

export function endOfScan([page]: readonly ScannedTexts[]): MediaCursor | undefined {
  const [, , , , , end] = page ?? [];
  return typeof end === 'string'
    ? { createdAt: end.slice(0, -UUID_CHARACTERS - 1), id: end.slice(-UUID_CHARACTERS) }
    : undefined;
}

// Behind where the scan ended. Each step runs only when those before it did not fill the page.
export function pageByTerms(merchantId: MerchantId, filter: MediaFilter, end: MediaCursor, limit: number): Statement {
  const statement = filter.tagIds.length > 1 ? PAGE_BY_TAGS : PAGE_BY_TERMS;
  return { ...statement, values: termValues(merchantId, filter, end, limit) };
}

// All that match are looked for at once: for a filter that few do.
export function pageFromAnywhere(
  merchantId: MerchantId,
  filter: MediaFilter,
  after: MediaCursor | undefined,
  limit: number,
): Statement {
  const statement = filter.tagIds.length > 1 ? ANYWHERE_BY_TAGS : ANYWHERE_BY_TERMS;
  return { ...statement, values: termValues(merchantId, filter, after ?? NEWEST, limit) };
}

function termValues(merchantId: MerchantId, { search, tagIds }: MediaFilter, after: MediaCursor, limit: number) {
  const filters = [search, searchPattern(search), `{${tagIds.join(',')}}`];
  return [merchantId, ...filters, after.createdAt, after.id, limit];
}

const PARAMETERS = [sql`$1`, sql`$2`, sql`$3`, sql`$4`, sql`$5`, sql`$6`, sql`$7`] as const;

// Where a step looks, by the parameters of termValues: a window of time, or all of it as '{}', before a moment and an id. The
// window of a moment has its own length and the one before (window_terms in server/migrations/0001_schema.sql).
const MOMENT = sql`$5::timestamptz`;
const windowOf = (bits: Statement): Statement => sql`array[wanted_window_term($1, ${MOMENT}, ${bits})]`;
const startOf = (bits: Statement): Statement =>
  sql`to_timestamp(((floor(extract(epoch from ${MOMENT}))::bigint >> ${bits}) - 1) << ${bits})`;
const [NEAR, FAR, NO_ID] = [sql`19`, sql`22`, sql`'00000000-0000-0000-0000-000000000000'::uuid`];
const FROM_ANYWHERE = sql`('{}'::bigint[], '{}'::bigint[], ${MOMENT}, $6::uuid)`;
const IN_WINDOWS = sql`(${windowOf(NEAR)}, ${windowOf(NEAR)}, ${MOMENT}, $6::uuid),
        (${windowOf(FAR)}, ${windowOf(FAR)}, ${startOf(NEAR)}, ${NO_ID}),
        ('{}', '{}', ${startOf(FAR)}, ${NO_ID})`;

// The steps are rows that one scan is run for, so that its plan is set up once. Each begins where the window of the one before
// ends, so that what they find is in order, and the limit ends them.
function pageByTermsText(by: typeof byEither, steps: Statement): Statement {
  const [merchantId, search, pattern, tagIds, , , limit] = PARAMETERS;
  return sql`
    with wanted as materialized (
      select wanted_text_terms(${merchantId}, ${search}) as text_terms,
        ${wantedPairs(merchantId, tagIds)} as tag_terms
    ), wanted_many as materialized (
      select text_terms, wanted_many_tags(${merchantId}, ${tagIds}::uuid[]) as tag_terms from wanted
    ), step (wanted_window, wanted_many_window, before_at, before_id) as materialized (
      values ${steps}
    ), page as materialized (
      select found.* from step cross join lateral (
        select ${pageColumns}
        from media
        where merchant_id = ${merchantId} and state = 'ready'
          and ${by((terms) => sql`${hasTextAndTags(terms)} and ${TERMS} @> ${terms}_window`)}
          and plain_text like ${pattern} and tag_ids @> ${tagIds}::uuid[]
          and (created_at, id) < (before_at, before_id)
        order by created_at desc, id desc
        limit ${limit}
      ) as found
      limit ${limit}
    )
    ${asLines(merchantId, sql`(select * from page order by created_at desc, id desc) as page`)}`;
}

// Of as many tags as an item with pairs can have and no more (tag_terms): a request may name hundreds, and pairs
// grow with the square. All of them are compared with what is found.
export const wantedPairs = (merchantId: MerchantId | Statement, tagIds: readonly string[] | Statement): Statement =>
  sql`wanted_tag_pairs(${merchantId}, (${tagIds}::uuid[])[:16])`;

// As the index media_plain_terms has it. Text, tags and window are three conditions for two reasons. The index then leaps from
// hit to hit of each, where one condition would try every item of a window. And the planner, which takes each for one
// row in 200, expects a single row and reads nothing beside this index; given one condition, it also reads the
// merchant's whole primary key to narrow the hits down.
export const TERMS = sql`(text_terms(merchant_id, plain_text) || tag_terms(merchant_id, tag_ids)
          || window_terms(merchant_id, created_at))`;

// Items have terms of pairs of tags or, with too many tags for that, of each of them and a mark (tag_terms):
// `wanted` asks for the former, `wanted_many` for the latter. What both ask for is in both of them, under two names, because
// PostgreSQL would take what two sides of an «or» have in common out of it, and then do without the rest.
export const byEither = (conditions: (terms: Statement) => Statement): Statement =>
  sql`((${conditions(sql`wanted`)}) or (${conditions(sql`wanted_many`)}))`;

export const hasTextAndTags = (terms: Statement): Statement =>
  sql`${TERMS} @> (select text_terms from ${terms}) and ${TERMS} @> (select tag_terms from ${terms})`;

// Pairs find all items where a single tag is asked for, or none: the other way costs PostgreSQL a twentieth of such a page.
const byPairs: typeof byEither = (conditions) => conditions(sql`wanted`);

// Put together once: made anew for every request, the text took 80 µs, and each place of a value was sent apart.
const NEWEST_PAGE = newestPageText();
const SCANNED_BY_TEXT = scannedPageText(sql`plain_text like $7`);
const SCANNED_BY_TAGS = scannedPageText(sql`tag_ids @> $7::uuid[]`);
const SCANNED_BY_BOTH = scannedPageText(sql`plain_text like $7 and tag_ids @> $8::uuid[]`);
const PAGE_BY_TERMS = pageByTermsText(byPairs, IN_WINDOWS);
const PAGE_BY_TAGS = pageByTermsText(byEither, IN_WINDOWS);
const ANYWHERE_BY_TERMS = pageByTermsText(byPairs, FROM_ANYWHERE);
const ANYWHERE_BY_TAGS = pageByTermsText(byEither, FROM_ANYWHERE);
