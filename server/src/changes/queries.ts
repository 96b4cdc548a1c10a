import type { ChangeType } from '@vitrine/contract/changes';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

export type ChangeRow = {
  readonly feedId: string;
  readonly lastNumber: number;
  readonly droppedNumber: number;
  // Of the change with the last number, and of the one behind which was asked; null where it is not kept, or never was.
  readonly lastId: string | null;
  readonly afterId: string | null;
  // Null in the one row that comes when there is no change to tell.
  readonly number: number | null;
  readonly id: string;
  readonly type: ChangeType;
  readonly at: string;
  readonly subjectId: string;
};

type Wanted = {
  // Undefined: behind the last.
  readonly after: number | undefined;
  readonly types: readonly ChangeType[];
  readonly limit: number;
};

// One statement, so that the feed's last number is of the same moment as what was found: behind it nothing is missed.
export function selectChanges(db: Queryable, merchantId: MerchantId, { after, types, limit }: Wanted) {
  return db.rows<ChangeRow>(sql`
    select feed.id as "feedId", feed.last_number as "lastNumber", feed.dropped_number as "droppedNumber",
      last.id as "lastId",
      (select id from changes where merchant_id = ${merchantId} and number = ${after ?? null}::bigint) as "afterId",
      change.number, change.id, change.type, change.at, change.subject_id as "subjectId"
    from change_feeds as feed
    left join lateral (
      select id from changes where merchant_id = ${merchantId} and number = feed.last_number limit 1
    ) as last on true
    left join lateral (
      select number, id, type, at, subject_id from changes
      where merchant_id = ${merchantId} and number > coalesce(${after ?? null}::bigint, feed.last_number)
        and type = any(${types}::text[])
      order by number
      limit ${limit}
    ) as change on true
    where feed.merchant_id = ${merchantId}
    order by change.number`);
}

export function insertFeed(db: Queryable, merchantId: MerchantId) {
  return db.rows(sql`insert into change_feeds (merchant_id) values (${merchantId})`);
}

export function renewFeed(db: Queryable, merchantId: MerchantId, feedId: string) {
  return db.rows(sql`
    insert into change_feeds (merchant_id, id) values (${merchantId}, ${feedId})
    on conflict (merchant_id) do update set id = excluded.id`);
}

export function findOldestChange(db: Queryable, merchantId: MerchantId) {
  return db.row<{ recordedAt: string }>(sql`
    select recorded_at as "recordedAt" from changes where merchant_id = ${merchantId} order by number limit 1`);
}

export function lockFeed(db: Queryable, merchantId: MerchantId) {
  return db.rows(sql`select from change_feeds where merchant_id = ${merchantId} for update`);
}

// Of the oldest few, everything before the first that is to be kept. Under the lock, so that of two who do it the second
// sees what is left.
export function dropChangesBefore(db: Queryable, merchantId: MerchantId, before: string, limit: number) {
  return db.rows<{ number: number }>(sql`
    with oldest as (
      select number, recorded_at from changes where merchant_id = ${merchantId} order by number limit ${limit}
    ), feed as (
      update change_feeds set dropped_number = coalesce(
        (select min(number) - 1 from oldest where recorded_at >= ${before}::timestamptz),
        (select max(number) from oldest), dropped_number)
      where merchant_id = ${merchantId}
      returning dropped_number
    )
    delete from changes using feed
    where changes.merchant_id = ${merchantId} and changes.number <= feed.dropped_number
    returning changes.number`);
}
