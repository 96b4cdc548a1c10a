import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

// Tells every process that caches the merchant's tags to read them again. The version is at least the time, so that a version
// lost with the database's primary is not used again for other tags.
export function bumpTagVersion(db: Queryable, merchantId: MerchantId, at: string) {
  return db.run(sql`
    insert into tag_versions as v (merchant_id, version) values (${merchantId}, ${Date.parse(at)})
    on conflict (merchant_id) do update set version = greatest(v.version + 1, excluded.version)`);
}
