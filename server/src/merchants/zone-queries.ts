import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

// Of every clock that something plays by: the merchant's, and those of screens with a zone of their own.
export function selectPlayedZones(db: Queryable, merchantId: MerchantId) {
  return db.rows<{ timeZone: string }>(sql`
    select time_zone as "timeZone" from merchants where id = ${merchantId}
    union
    select time_zone from screens where merchant_id = ${merchantId} and time_zone is not null`);
}
