import type { Deps } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { failWaiting } from './delivery-queries.js';
import { lockWebhook, selectWebhooks, switchOff } from './queries.js';

const PROBLEM = 'The installation was restored from a backup, and its webhooks were switched off.';

// How many. A copy would call the receivers of the original, with what waited then and with what it does itself.
export async function switchOffRestored({ db, clock }: Deps, merchantIds: readonly MerchantId[]): Promise<number> {
  const at = new Date(clock.now()).toISOString();
  let count = 0;
  for (const merchantId of merchantIds) {
    for (const { id } of (await selectWebhooks(db, merchantId)).filter((hook) => hook.is_on)) {
      await db.transaction(async (db) => {
        await lockWebhook(db, merchantId, id);
        await switchOff(db, merchantId, id, { reason: 'restored', at });
        await failWaiting(db, merchantId, id, PROBLEM);
      });
      count += 1;
    }
  }
  return count;
}
