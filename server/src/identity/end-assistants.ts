import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import type { PersonId } from '../ids.js';
import type { Actor } from '../principal.js';
import { deleteCodesOf, markAiKeysRevoked } from './ai-key-queries.js';
import { selectMerchantsOf } from './people-queries.js';

type Ended = { readonly at: string; readonly actor: Omit<Actor, 'merchantId'>; readonly owner?: string };

/**
 * Revokes every assistant key and connection of a person at all merchants, and returns how many there were: whoever had the
 * account may have made them. The caller has locked the person's merchants and the account. Authorization codes go first,
 * so that a program that redeems one at this moment finds nothing, or its key is among those revoked.
 */
export async function endAssistants(db: Queryable, personId: PersonId, { at, actor, owner }: Ended): Promise<number> {
  let count = 0;
  for (const { merchant_id: merchantId } of await selectMerchantsOf(db, personId)) {
    await deleteCodesOf(db, merchantId, personId);
    const ended = await markAiKeysRevoked(db, merchantId, personId, at);
    count += ended.length;
    for (const { id: keyId, name, last_four: lastFour, client_id } of ended) {
      const whose = owner === undefined ? {} : { owner };
      const entry =
        client_id === null
          ? { kind: 'ai_key.revoked' as const, details: { keyId, name, lastFour, ...whose } }
          : { kind: 'ai_key.disconnected' as const, details: { keyId, name, ...whose } };
      await recordActivity(db, { ...actor, merchantId }, { ...entry, at });
    }
  }
  return count;
}
