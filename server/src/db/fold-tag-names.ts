import { tagNameKey } from '@vitrine/contract/tag-name';
import { searchText } from '../fold.js';
import type { MerchantId } from '../ids.js';
import type { Queryable } from './db.js';
import { sql } from './sql.js';

// Gives the merchant's tags that the release before 0006 wrote their key and their search text. A key that another tag
// has already is left to it: then both stay, under the keys they have.
export async function foldTagNames(db: Queryable, merchantId: MerchantId, at: string): Promise<void> {
  const tags = await db.rows<{ id: string; name: string }>(sql`
    select id, name from tags where merchant_id = ${merchantId} and search_text is null order by id`);
  if (tags.length === 0) return;
  const [ids, keys, texts] = [
    tags.map(({ id }) => id),
    tags.map(({ name }) => tagNameKey(name)),
    tags.map(({ name }) => searchText(name)),
  ];
  await db.rows(sql`
    update tags set name_key = folded.name_key, search_text = folded.search_text
    from unnest(${ids}::uuid[], ${keys}::text[], ${texts}::text[]) as folded (id, name_key, search_text)
    where tags.merchant_id = ${merchantId} and tags.id = folded.id and tags.search_text is null
      and not exists (
        select from tags as other
        where other.merchant_id = ${merchantId} and other.name_key = folded.name_key collate "C"
          and other.id <> folded.id)`);
  await bumpTagVersion(db, merchantId, at);
}

// Every process that keeps the merchant's names sees with its next page that they have changed. By the time, so that a number
// whose write was lost with the database's primary is not given again to other names.
export function bumpTagVersion(db: Queryable, merchantId: MerchantId, at: string) {
  return db.run(sql`
    insert into tag_versions as v (merchant_id, version) values (${merchantId}, ${Date.parse(at)})
    on conflict (merchant_id) do update set version = greatest(v.version + 1, excluded.version)`);
}
