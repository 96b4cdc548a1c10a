import type { Merchant } from '@vitrine/contract/merchant';
import type { Db, Queryable } from '../db/db.js';
import { requireFound } from '../errors.js';
import type { MerchantId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { selectMerchant, selectTrashBytes } from './queries.js';

export const getMerchant = ({ db }: { readonly db: Db }, { merchantId }: PersonPrincipal): Promise<Merchant> =>
  requireMerchant(db, merchantId);

export async function requireMerchant(db: Queryable, merchantId: MerchantId): Promise<Merchant> {
  const row = requireFound(await selectMerchant(db, merchantId), 'merchant');
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    defaultItemSeconds: row.default_item_seconds,
    screens: { codecs: row.screen_codecs, maxWidth: row.screen_max_width, maxHeight: row.screen_max_height },
    storage: {
      usedBytes: row.used_bytes,
      trashBytes: await selectTrashBytes(db, merchantId),
      reservedBytes: row.reserved_bytes,
      quotaBytes: row.storage_quota_bytes,
    },
    plan: { name: row.plan_name, endsAt: row.plan_ends_at, allowsWrites: row.plan_allows_writes },
    suspended: row.suspended,
  };
}
