import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

type NamedRow = {
  readonly id: MediaId;
  readonly state: 'awaiting' | 'ready' | 'trashed';
  readonly object_key: ObjectKey | null;
  readonly thumbnail_key: ObjectKey | null;
};

export function selectNamedPage(db: Queryable, merchantId: MerchantId, from: string, limit: number) {
  return db.rows<NamedRow>(sql`
    select id, state, object_key, thumbnail_key from media
    where merchant_id = ${merchantId} and id >= ${from}::uuid
    order by id limit ${limit}`);
}

export function selectPendingKeys(db: Queryable, merchantId: MerchantId) {
  return db.rows<{ object_key: ObjectKey }>(sql`
    select object_key from pending_deletions where merchant_id = ${merchantId}`);
}
