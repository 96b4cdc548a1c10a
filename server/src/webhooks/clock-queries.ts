// When there is something to send for a merchant next. On the node that instances connect to, so that one statement finds
// whose turn it is; a merchant with webhooks has a row.
import type { Queryable } from '../db/db.js';
import { signal } from '../db/signals.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

const TOPIC = 'webhooks ';

// The merchant whose webhooks a signal is about.
export const findSignalled = (topic: string): string | undefined =>
  topic.startsWith(TOPIC) ? topic.slice(TOPIC.length) : undefined;

// Within the transaction that gives the sender something to do: it is told when that is committed.
export async function wakeSender(db: Queryable, merchantId: MerchantId, at: string): Promise<void> {
  await touchClock(db, merchantId, at);
  await signal(db, TOPIC + merchantId);
}

type Touched = { readonly touched: number };

// Not later than that. Whoever is looking at this moment has not seen what is done here, and will look again.
export function touchClock(db: Queryable, merchantId: MerchantId, at: string) {
  return db.row<Touched>(sql`
    insert into webhook_clocks as clock (merchant_id, at) values (${merchantId}, ${at}::timestamptz)
    on conflict (merchant_id) do update set at = least(clock.at, excluded.at), touched = clock.touched + 1
    returning touched`);
}

// After a look; null when nothing is to come. Left as it is where somebody has touched it since.
export function setClock(db: Queryable, merchantId: MerchantId, { touched }: Touched, at: string | null) {
  return db.rows(sql`
    update webhook_clocks set at = ${at}::timestamptz where merchant_id = ${merchantId} and touched = ${touched}`);
}

// Of a merchant that has none any more.
export function deleteClock(db: Queryable, merchantId: MerchantId, { touched }: Touched) {
  return db.rows(sql`delete from webhook_clocks where merchant_id = ${merchantId} and touched = ${touched}`);
}

export function selectClocks(db: Queryable) {
  return db.rows<{ readonly merchantId: MerchantId; readonly at: string | null }>(sql`
    select merchant_id as "merchantId", at from webhook_clocks`);
}

// The one that is due for the longest time first.
export function selectDueClocks(db: Queryable, now: string) {
  return db.rows<{ readonly merchantId: MerchantId; readonly at: string }>(sql`
    select merchant_id as "merchantId", at from webhook_clocks where at <= ${now}::timestamptz order by at`);
}
