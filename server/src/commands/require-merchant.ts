import type { Db } from '../db/db.js';
import { requireFound } from '../errors.js';
import { parseMerchantId, type MerchantId } from '../ids.js';
import { selectMerchant } from '../merchants/queries.js';

// A list of a merchant that is not there would be empty, which reads as if it had nothing.
export async function requireMerchant(db: Db, text: string): Promise<MerchantId> {
  const merchantId = parseMerchantId(text);
  requireFound(await selectMerchant(db, merchantId), 'merchant');
  return merchantId;
}
