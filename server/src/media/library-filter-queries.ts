// The console's filters and orders of the library, as parts of statements.
import type { LibrarySort, Orientation } from '@vitrine/contract/library';
import type { MediaType } from '@vitrine/contract/media';
import { searchPattern } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import { textAt, type TextPlace } from '../db/text-place.js';
import type { MerchantId } from '../ids.js';
import { byEither, hasTextAndTags, wantedPairs } from './queries.js';

export type LibraryFilter = {
  // Folded; an item must have every one, in its name or its description.
  readonly words: readonly string[];
  readonly tagIds: readonly string[];
  readonly types: readonly MediaType[];
  readonly orientation: Orientation | undefined;
  readonly isUnused: boolean;
  readonly addedBy: string | undefined;
  readonly minBytes: number | undefined;
  readonly maxBytes: number | undefined;
  readonly from: string | undefined;
  readonly before: string | undefined;
};

type Order = { readonly key: Statement; readonly isDescending: boolean };

const NAME = sql`left(split_part(plain_text, chr(8195), 1), 60)`;

// Each is an index, read forwards or backwards.
const ORDERS: Readonly<Record<LibrarySort, Order>> = {
  newest: { key: sql`created_at`, isDescending: true },
  oldest: { key: sql`created_at`, isDescending: false },
  name: { key: NAME, isDescending: false },
  largest: { key: sql`coalesce(size_bytes, 0)`, isDescending: true },
  smallest: { key: sql`coalesce(size_bytes, 0)`, isDescending: false },
};

export const sortKey = (sort: LibrarySort): Statement => ORDERS[sort].key;

export const inOrder = (sort: LibrarySort): Statement =>
  ORDERS[sort].isDescending ? sql`${sortKey(sort)} desc, id desc` : sql`${sortKey(sort)}, id`;

// Of what has been found already, under the names it has there.
export const inOrderFound = (sort: LibrarySort): Statement =>
  ORDERS[sort].isDescending ? sql`found.sort_key desc, found.id desc` : sql`found.sort_key, found.id`;

const NOTHING = sql``;

const when = <Value>(value: Value | undefined, condition: (value: Value) => Statement): Statement =>
  value === undefined ? NOTHING : condition(value);

export const isAfter = (merchantId: MerchantId, sort: LibrarySort, after: TextPlace | undefined): Statement =>
  when(after, (place) => {
    const [key, id] = [keyAt(merchantId, sort, place), place[1]];
    return ORDERS[sort].isDescending
      ? sql`and (${sortKey(sort)}, id) < (${key}, ${id}::uuid)`
      : sql`and (${sortKey(sort)}, id) > (${key}, ${id}::uuid)`;
  });

function keyAt(merchantId: MerchantId, sort: LibrarySort, after: TextPlace): Statement {
  const [key] = after;
  if (sort === 'name') return textAt(after, NAME, sql`media where merchant_id = ${merchantId}`);
  return sort === 'newest' || sort === 'oldest' ? sql`${key}::timestamptz` : sql`${key}::bigint`;
}

// What is the beginning and the end of an index: conditions of the statement.
export const within = ({ from, before, addedBy }: LibraryFilter): Statement => sql`
        ${when(from, (value) => sql`and created_at >= ${value}::timestamptz`)}
        ${when(before, (value) => sql`and created_at < ${value}::timestamptz`)}
        ${when(addedBy, (value) => sql`and added_by_id = ${value}::uuid`)}`;

// What is tested of each row that is looked at.
export function matches(merchantId: MerchantId, filter: LibraryFilter): Statement {
  const { words, tagIds, types, orientation, isUnused, minBytes, maxBytes } = filter;
  return sql`(true
        ${when(some(words), (list) => sql`and plain_text like all(${list.map(searchPattern)}::text[])`)}
        ${when(some(tagIds), (list) => sql`and tag_ids @> ${list}::uuid[]`)}
        ${when(some(types), (list) => sql`and type = any(${list}::text[])`)}
        ${when(orientation, (form) => sql`and coalesce(${FORMS[form]}, false)`)}
        ${when(minBytes, (bytes) => sql`and coalesce(size_bytes >= ${bytes}::bigint, false)`)}
        ${when(maxBytes, (bytes) => sql`and coalesce(size_bytes <= ${bytes}::bigint, false)`)}
        ${isUnused ? isNowhere(merchantId) : NOTHING})`;
}

const some = <Item>(list: readonly Item[]): readonly Item[] | undefined => (list.length === 0 ? undefined : list);

const FORMS: Readonly<Record<Orientation, Statement>> = {
  landscape: sql`width > height`,
  portrait: sql`width < height`,
  square: sql`width = height`,
};

const isNowhere = (merchantId: MerchantId): Statement => sql`
        and id not in (select media_id from playing)
        and not exists (
          select from playlist_items as item where item.merchant_id = ${merchantId} and item.media_id = media.id)`;

// What live versions play, read once for the statement: there is as much of it as screens play, not as is in the library.
export const playing = (merchantId: MerchantId, { isUnused }: LibraryFilter): Statement =>
  isUnused
    ? sql`
    playing as materialized (
      select distinct unnest(live.played_media) as media_id
      from campaigns as campaign
      join campaign_versions as live
        on live.merchant_id = ${merchantId} and live.lineage_id = campaign.lineage_id
        and live.version = campaign.live_version
      where campaign.merchant_id = ${merchantId}
    ),`
    : NOTHING;

export const hasTerms = ({ words, tagIds }: LibraryFilter): boolean => words.length + tagIds.length > 0;

// Whether every row that the statement looks at is found.
export const isPlain = (filter: LibraryFilter): boolean =>
  !hasTerms(filter) &&
  filter.types.length === 0 &&
  filter.orientation === undefined &&
  !filter.isUnused &&
  filter.minBytes === undefined &&
  filter.maxBytes === undefined;

// Where the index of terms looks: for every word and every tag at once.
export const wanted = (merchantId: MerchantId, { words, tagIds }: LibraryFilter): Statement => sql`
    wanted as materialized (
      select array(
          select term from unnest(${words}::text[]) as word, unnest(wanted_text_terms(${merchantId}, word)) as term
        ) as text_terms,
        ${wantedPairs(merchantId, tagIds)} as tag_terms
    ), wanted_many as materialized (
      select text_terms, wanted_many_tags(${merchantId}, ${tagIds}::uuid[]) as tag_terms from wanted
    )`;

export const byTerms = byEither(hasTextAndTags);
