// How much carries each tag. The trash does not count, archived campaigns do.
import type { Queryable } from '../db/db.js';
import { matches } from '../db/search-pattern.js';
import { sql, type Statement } from '../db/sql.js';
import type { TextPlace } from '../db/text-place.js';
import type { MerchantId } from '../ids.js';
import { isAfter } from './queries.js';

export type CountedRow = {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly media: number;
  readonly campaigns: number;
  readonly screens: number;
};

export type CountedAfter = { readonly uses: number; readonly place: TextPlace };

export type CountedSearch = {
  readonly words: readonly string[];
  readonly sort: 'name' | 'most';
  readonly isUnused: boolean;
  readonly after: CountedAfter | undefined;
  readonly limit: number;
};

// All tags are counted for any page: what carries them is read once, however many they are.
export function selectCountedPage(
  db: Queryable,
  merchantId: MerchantId,
  { words, sort, isUnused, after, limit }: CountedSearch,
) {
  return db.rows<CountedRow>(sql`
    select id, name, name_key as key, media, campaigns, screens
    from (${countedTags(merchantId)}) as counted
    where ${matches(words)} and ${isUnused ? sql`media + campaigns + screens = 0` : sql`true`}
      and ${after === undefined ? sql`true` : isAfterCounted(merchantId, sort, after)}
    order by ${sort === 'most' ? sql`media + campaigns + screens desc, name_key` : sql`name_key`}
    limit ${limit}`);
}

export function findCountedTag(db: Queryable, merchantId: MerchantId, tagId: string) {
  return db.row<CountedRow>(sql`
    select id, name, name_key as key, media, campaigns, screens
    from (${countedTags(merchantId)}) as counted
    where id = ${tagId}`);
}

export function countTags(db: Queryable, merchantId: MerchantId, words: readonly string[]) {
  return db.row<{ all: number; unused: number }>(sql`
    select count(*)::integer as all, count(*) filter (where media + campaigns + screens = 0)::integer as unused
    from (${countedTags(merchantId)}) as counted
    where ${matches(words)}`);
}

const countedTags = (merchantId: MerchantId): Statement => sql`
      select tags.id, tags.name, tags.name_key, tags.plain_text, coalesce(item.tagged, 0)::integer as media,
        coalesce(campaign.tagged, 0)::integer as campaigns, coalesce(screen.tagged, 0)::integer as screens
      from tags
      left join (
        select tag, count(*) as tagged from media, unnest(tag_ids) as tag
        where merchant_id = ${merchantId} and state = 'ready'
        group by tag) as item on item.tag = tags.id
      left join (
        select tag, count(*) as tagged from campaigns, unnest(tag_ids) as tag
        where merchant_id = ${merchantId}
        group by tag) as campaign on campaign.tag = tags.id
      left join (
        select tag, count(*) as tagged from screens, unnest(tag_ids) as tag
        where merchant_id = ${merchantId}
        group by tag) as screen on screen.tag = tags.id
      where tags.merchant_id = ${merchantId}`;

function isAfterCounted(merchantId: MerchantId, sort: 'name' | 'most', { uses, place }: CountedAfter): Statement {
  const isNext = isAfter(merchantId, place);
  return sort === 'name'
    ? isNext
    : sql`(media + campaigns + screens < ${uses}::integer
        or (media + campaigns + screens = ${uses}::integer and ${isNext}))`;
}
