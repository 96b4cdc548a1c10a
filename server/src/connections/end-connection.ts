import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { markAiKeyRevoked } from '../identity/ai-key-queries.js';
import type { ConnectionRow } from './queries.js';

type End = { readonly ended: 'program' | 'reuse'; readonly now: number; readonly requestId: string };

// Not by a person: its program has given it back, or what works once came twice.
export async function endConnection(db: Queryable, row: ConnectionRow, { ended, now, requestId }: End): Promise<void> {
  const { merchant_id: merchantId, person_id: personId, person_name: personName, id: keyId, name } = row;
  const at = new Date(now).toISOString();
  if ((await markAiKeyRevoked(db, merchantId, personId, keyId, at)) === undefined) return;
  const actor = { merchantId, person: { id: personId, name: personName }, requestId };
  await recordActivity(db, actor, { kind: 'ai_key.disconnected', at, details: { keyId, name, ended } });
}
