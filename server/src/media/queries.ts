import { toIsoTimestamp, type Queryable } from '../db/db.js';
import { searchPattern } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

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

// The same columns as text: a page is text in the database and text in the answer.
export type MediaTexts = [
  id: string,
  name: string,
  type: string,
  width: string | null,
  height: string | null,
  durationSeconds: string | null,
  tagIds: string,
  createdAt: string,
  objectKey: ObjectKey | null,
  thumbnailKey: ObjectKey | null,
  pageUrl: string | null,
  tagVersion: string | null,
];

export const positionOf = ([id, , , , , , , createdAt]: MediaTexts): [string, string] => [
  toIsoTimestamp(createdAt),
  id,
];

export const tagVersionOf = ([, , , , , , , , , , , version]: MediaTexts): number | null =>
  version === null ? null : Number(version);

export type MediaFilter = {
  // Folded; empty for all.
  readonly search: string;
  // An item must carry every one.
  readonly tagIds: readonly string[];
};

export type MediaCursor = { readonly createdAt: string; readonly id: string };

export function selectMediaPage(
  db: Queryable,
  merchantId: MerchantId,
  filter: MediaFilter,
  after: MediaCursor | undefined,
  limit: number,
): Promise<MediaTexts[]> {
  return db.texts<MediaTexts>(mediaPage(merchantId, filter, after, limit));
}

export async function selectMedia(
  db: Queryable,
  merchantId: MerchantId,
  mediaId: MediaId,
): Promise<MediaRow | undefined> {
  return db.row<MediaRow>(oneMedia(merchantId, mediaId));
}

export async function selectMediaTexts(
  db: Queryable,
  merchantId: MerchantId,
  mediaId: MediaId,
): Promise<MediaTexts | undefined> {
  const [row] = await db.texts<MediaTexts>(oneMedia(merchantId, mediaId));
  return row;
}

const oneMedia = (merchantId: MerchantId, mediaId: MediaId): Statement => sql`
    select id, name, type, width, height, duration_seconds, tag_ids, created_at, object_key, thumbnail_key, page_url,
      (select version from tag_versions where merchant_id = ${merchantId}) as tag_version
    from media
    where merchant_id = ${merchantId} and id = ${mediaId} and state = 'ready'`;

// Apart from selectMediaPage, so that a test can explain it.
export function mediaPage(
  merchantId: MerchantId,
  { search, tagIds }: MediaFilter,
  after: MediaCursor | undefined,
  limit: number,
): Statement {
  // Every moment is before infinity: the first page is the page after it.
  const { createdAt, id } = after ?? NEWEST;
  if (search === '' && tagIds.length === 0) return newestPage(merchantId, { createdAt, id }, limit);
  return filteredPage(merchantId, { search, tagIds }, { createdAt, id }, limit);
}

const NEWEST: MediaCursor = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

function newestPage(merchantId: MerchantId, after: MediaCursor, limit: number): Statement {
  return sql`
    select id, name, type, width, height, duration_seconds, tag_ids, created_at, object_key, thumbnail_key, page_url,
      (select version from tag_versions where merchant_id = ${merchantId}) as tag_version
    from media
    where merchant_id = ${merchantId} and state = 'ready'
      and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)
    order by created_at desc, id desc
    limit ${limit}`;
}

// What is common is found by walking the list; what is rare, by its terms. Nobody knows beforehand which it is (the
// planner's statistics are of all merchants), so the statement walks a little, then looks by terms, in windows that
// reach further back each time: an index of terms gives all its hits in no order, and this way there are few to sort.
// Each step runs only when those before it did not fill the page.
const WALK_PAGES = 20;
const WALK_ROWS_MAX = 1_000;

function filteredPage(merchantId: MerchantId, filter: MediaFilter, after: MediaCursor, limit: number): Statement {
  const { search, tagIds } = filter;
  const walkRows = Math.min(limit * WALK_PAGES, WALK_ROWS_MAX);
  const filters = [search, searchPattern(search), `{${tagIds.join(',')}}`];
  const values = [merchantId, ...filters, after.createdAt, after.id, limit, walkRows, walkRows - 1];
  return { ...(tagIds.length > 1 ? TAGS_PAGE : FILTERED_PAGE), values };
}

const PARAMETERS = [sql`$1`, sql`$2`, sql`$3`, sql`$4`, sql`$5`, sql`$6`, sql`$7`, sql`$8`, sql`$9`] as const;

// Its parameters in the order of the values above.
function filteredPageText(by: typeof byEither): Statement {
  const [merchantId, search, pattern, tagIds, createdAt, id, limit, walkRows, walkEnd] = PARAMETERS;
  const matches = sql`plain_text like ${pattern} and tag_ids @> ${tagIds}::uuid[]`;
  const byTerms = (window: Statement, found: Statement): Statement => sql`
      select created_at, id
      from media
      where merchant_id = ${merchantId} and state = 'ready'
        and ${by((terms) => sql`${hasTextAndTags(terms)} and ${TERMS} @> (select ${window} from ${terms})`)}
        and ${matches}
        and (created_at, id) < ((select created_at from walk_end), (select id from walk_end))
        and exists (select from walk_end) and (select count(*) from ${found} as found) < ${limit}
      order by created_at desc, id desc
      limit ${limit}`;
  return sql`
    with scan as materialized (
      select created_at, id, ${matches} as matches
      from media
      where merchant_id = ${merchantId} and state = 'ready'
        and (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)
      order by created_at desc, id desc
      limit ${walkRows}
    ), walked as materialized (
      select created_at, id from scan where matches limit ${limit}
    ), walk_end as materialized (
      -- Empty when the page is full, or when the scan came to the end of the list.
      select created_at, id from scan
      where (select count(*) from walked) < ${limit}
      limit 1 offset ${walkEnd}
    ), wanted as materialized (
      select wanted_text_terms(${merchantId}, ${search}) as text_terms,
        wanted_tag_pairs(${merchantId}, ${tagIds}::uuid[]) as tag_terms,
        array[wanted_window_term(${merchantId}, created_at, 19)] as near_window,
        array[wanted_window_term(${merchantId}, created_at, 22)] as far_window,
        '{}'::bigint[] as any_window
      from walk_end
    ), wanted_many as materialized (
      select text_terms, wanted_many_tags(${merchantId}, ${tagIds}::uuid[]) as tag_terms, near_window, far_window, any_window
      from wanted
    ), near as materialized (${byTerms(sql`near_window`, sql`(table walked)`)}
    ), far as materialized (${byTerms(sql`far_window`, sql`(table walked union table near)`)}
    ), anywhere as materialized (${byTerms(sql`any_window`, sql`(table walked union table near union table far)`)}
    ), page as materialized (
      select created_at, id from (table walked union table near union table far union table anywhere) as found
      order by created_at desc, id desc
      limit ${limit}
    )
    select id, name, type, width, height, duration_seconds, tag_ids, created_at, object_key, thumbnail_key, page_url,
      (select version from tag_versions where merchant_id = ${merchantId}) as tag_version
    from page join media using (created_at, id)
    where merchant_id = ${merchantId} and state = 'ready'
    order by created_at desc, id desc`;
}

// As the index media_plain_terms has it. Text, tags and window are three conditions for two reasons. The index then leaps from
// hit to hit of each, where one condition would try every item of a window. And the planner, which takes each for one
// row in 200, expects a single row and reads nothing beside this index; given one condition, it also reads the
// merchant's whole primary key to narrow the hits down.
export const TERMS = sql`(text_terms(merchant_id, plain_text) || tag_terms(merchant_id, tag_ids)
          || window_terms(merchant_id, created_at))`;

// Items have terms of pairs of tags or, with too many tags for that, of each of them and a mark (0035_bounded_tag_terms.sql):
// `wanted` asks for the former, `wanted_many` for the latter. What both ask for is in both of them, under two names, because
// PostgreSQL would take what two sides of an «or» have in common out of it, and then do without the rest.
export const byEither = (conditions: (terms: Statement) => Statement): Statement =>
  sql`((${conditions(sql`wanted`)}) or (${conditions(sql`wanted_many`)}))`;

export const hasTextAndTags = (terms: Statement): Statement =>
  sql`${TERMS} @> (select text_terms from ${terms}) and ${TERMS} @> (select tag_terms from ${terms})`;

// Pairs find all items where a single tag is asked for, or none: the other way costs PostgreSQL a twentieth of such a page.
const byPairs: typeof byEither = (conditions) => conditions(sql`wanted`);

// Put together once: made anew for every request, the text took 80 µs, and each place of a value was sent apart.
const FILTERED_PAGE = filteredPageText(byPairs);
const TAGS_PAGE = filteredPageText(byEither);
