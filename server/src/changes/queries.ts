import type { ChangeType } from '@vitrine/contract/changes';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

export type ChangeRow = {
  readonly feedId: string;
  readonly lastNumber: number;
  readonly droppedNumber: number;
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
      change.number, change.id, change.type, change.at, change.subject_id as "subjectId"
    from change_feeds as feed
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

// Of a merchant that an instance of the release before has made.
export function insertFeed(db: Queryable, merchantId: MerchantId) {
  return db.rows(sql`insert into change_feeds (merchant_id) values (${merchantId}) on conflict do nothing`);
}

export function findOldestChange(db: Queryable, merchantId: MerchantId) {
  return db.row<{ at: string }>(sql`
    select at from changes where merchant_id = ${merchantId} order by number limit 1`);
}

export function lockFeed(db: Queryable, merchantId: MerchantId) {
  return db.rows(sql`select from change_feeds where merchant_id = ${merchantId} for update`);
}

// Everything before the first that is to be kept. Under the lock: nothing comes in meanwhile.
export function dropChangesBefore(db: Queryable, merchantId: MerchantId, before: string) {
  return db.rows<{ number: number }>(sql`
    with kept as (
      select number from changes where merchant_id = ${merchantId} and at >= ${before}::timestamptz
      order by number
      limit 1
    ), feed as (
      update change_feeds set dropped_number = coalesce((select number - 1 from kept), last_number)
      where merchant_id = ${merchantId}
      returning dropped_number
    )
    delete from changes using feed
    where changes.merchant_id = ${merchantId} and changes.number <= feed.dropped_number
    returning changes.number`);
}
