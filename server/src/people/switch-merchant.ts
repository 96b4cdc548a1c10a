import type { Me } from '@vitrine/contract/console/session';
import { atMerchant } from '../access/find-visitor.js';
import { updateSessionMerchant } from '../access/session-queries.js';
import type { Visitor } from '../access/visitor.js';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { toMe } from './to-me.js';

export async function switchMerchant(db: Db, visitor: Visitor, merchantId: MerchantId): Promise<Me> {
  const there = atMerchant(visitor, merchantId);
  await updateSessionMerchant(db, visitor.sessionId, merchantId);
  return toMe(there);
}
