// What an entry of the activity is about: the id that its details name, and of several items each one's.
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

// Must be the expression of the index activity_by_object (server/migrations/0001_schema.sql).
const objectOfDetails = sql`coalesce(
  details ->> 'mediaId', details ->> 'playlistId', details ->> 'lineageId', details ->> 'tagId', details ->> 'tokenId',
  details ->> 'personId', details ->> 'screenId', details ->> 'webhookId', details ->> 'keyId')`;

export async function insertObjects(
  db: Queryable,
  merchantId: MerchantId,
  entryId: string,
  objectIds: readonly string[] = [],
): Promise<void> {
  if (objectIds.length === 0) return;
  await db.run(sql`
    insert into activity_objects (merchant_id, object_id, entry_id)
    select ${merchantId}::uuid, object_id, ${entryId}::uuid from unnest(${objectIds}::uuid[]) as object_id
    on conflict do nothing`);
}

type Page = { readonly columns: Statement; readonly conditions: Statement; readonly limit: number };

// What happened to one thing: what names it, by the index of that, and what it was among others in.
export const pageOfObject = (
  merchantId: MerchantId,
  objectId: string,
  { columns, conditions, limit }: Page,
): Statement => sql`
  select ${columns} from (
    (select ${columns} from activity
    where merchant_id = ${merchantId} and ${objectOfDetails} = ${objectId} ${conditions}
    order by at desc, id desc
    limit ${limit})
    union all
    (select ${columns} from activity
    where merchant_id = ${merchantId} and id in (
      select entry_id from activity_objects where merchant_id = ${merchantId} and object_id = ${objectId}::uuid) ${conditions}
    order by at desc, id desc
    limit ${limit})) as entry
  order by at desc, id desc
  limit ${limit}`;
