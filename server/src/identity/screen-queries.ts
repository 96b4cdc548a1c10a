import type { Orientation } from '@vitrine/contract/screen-words';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, PlaylistId, ScreenId } from '../ids.js';

// The one look-up that does not name the merchant: it is what finds the merchant.
export function findScreenByKey(db: Queryable, keyHash: Buffer) {
  return db.row<{ merchant_id: MerchantId; is_demo: boolean }>(sql`
    select merchant_id, is_demo from screens where key_hash = ${keyHash}`);
}

// The same of several at once.
export function selectOwners(db: Queryable, keyHashes: readonly string[]) {
  return db.rows<{ merchant_id: MerchantId; key_hash: string }>(sql`
    select merchant_id, encode(key_hash, 'hex') as key_hash from screens
    where key_hash in (select decode(wanted, 'hex') from unnest(${keyHashes}::text[]) as wanted)`);
}

type PairedRow = {
  id: ScreenId;
  key_hash: string;
  name: string;
  orientation: Orientation;
  tag_ids: string[];
  time_zone: string;
  merchant_name: string;
  default_playlist_id: PlaylistId | null;
};

// All of a merchant's at once: a change wakes all of them, and each looks.
export function selectPaired(db: Queryable, merchantId: MerchantId) {
  return db.rows<PairedRow>(sql`
    select s.id, encode(s.key_hash, 'hex') as key_hash, s.name, s.orientation, s.tag_ids,
      coalesce(s.time_zone, m.time_zone) as time_zone, m.name as merchant_name, m.default_playlist_id
    from screens s join merchants m on m.id = s.merchant_id
    where s.merchant_id = ${merchantId} and s.key_hash is not null`);
}
