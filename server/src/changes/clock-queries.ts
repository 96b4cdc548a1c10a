// When a merchant's campaigns are looked at next for what the clock did to them. Of all locks the last: whoever takes it
// holds the merchant's feed already, or needs it no more.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

// Not later than that. Whoever is looking at this moment has not seen what is done here, and will look again.
export function touchClock(db: Queryable, merchantId: MerchantId, at: string) {
  return db.rows(sql`
    insert into campaign_clocks as clock (merchant_id, at) values (${merchantId}, ${at})
    on conflict (merchant_id) do update set at = least(clock.at, excluded.at), touched = clock.touched + 1`);
}

export type DueClock = { readonly merchantId: MerchantId; readonly touched: number };

export function selectDueClocks(db: Queryable, now: string) {
  return db.rows<DueClock>(sql`
    select merchant_id as "merchantId", touched from campaign_clocks where at <= ${now}::timestamptz order by at`);
}

// Of all but these, who are not looked at again at once.
export function findNextClock(db: Queryable, except: readonly MerchantId[]) {
  return db.row<{ at: string }>(sql`
    select at from campaign_clocks where merchant_id <> all(${except}::uuid[]) order by at limit 1`);
}

// After a look; null when nothing is to come. Left as it is where somebody has touched it since.
export function setClock(db: Queryable, { merchantId, touched }: DueClock, at: string | null) {
  return at === null
    ? db.rows(sql`delete from campaign_clocks where merchant_id = ${merchantId} and touched = ${touched}`)
    : db.rows(sql`
        update campaign_clocks set at = ${at} where merchant_id = ${merchantId} and touched = ${touched}`);
}
