import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import type { Statement } from '../db/sql.js';
import { markAiKeyRevoked } from '../identity/ai-key-queries.js';
import { holdMerchant } from '../merchants/queries.js';
import { findConnectionOwner, lockConnection, type ConnectionRow } from './queries.js';

type End = { readonly ended: 'program' | 'reuse'; readonly now: number; readonly requestId: string };

// Not by a person: its program has given it back, or what works once came twice.
export async function endConnection(db: Queryable, row: ConnectionRow, { ended, now, requestId }: End): Promise<void> {
  const { merchant_id: merchantId, person_id: personId, person_name: personName, id: keyId, name } = row;
  const at = new Date(now).toISOString();
  if ((await markAiKeyRevoked(db, merchantId, personId, keyId, at)) === undefined) return;
  const actor = { merchantId, person: { id: personId, name: personName }, requestId };
  await recordActivity(db, actor, { kind: 'ai_key.disconnected', at, details: { keyId, name, ended } });
}

// For whoever may end it: its merchant first, as whoever removes its person locks them.
export async function holdConnection(db: Queryable, meant: Statement): Promise<ConnectionRow | undefined> {
  const owner = await findConnectionOwner(db, meant);
  if (owner === undefined) return undefined;
  await holdMerchant(db, owner.merchant_id);
  return lockConnection(db, meant);
}
