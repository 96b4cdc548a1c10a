import type { OffReason } from '@vitrine/contract/webhook-words';
import type { Deps } from '../db/db.js';
import type { MerchantId, WebhookId } from '../ids.js';
import { failWaiting } from './delivery-queries.js';
import { lockWebhook, selectWebhooks, switchOff } from './queries.js';

const PROBLEM = 'The installation was restored from a backup, and its webhooks were switched off.';

/** Switches off all webhooks of a copy, which must not call the receivers of the original. Returns how many. */
export async function switchOffRestored(deps: Deps, merchantIds: readonly MerchantId[]): Promise<number> {
  let count = 0;
  for (const merchantId of merchantIds) {
    for (const { id } of (await selectWebhooks(deps.db, merchantId)).filter((hook) => hook.is_on)) {
      await switchOffWebhook(deps, merchantId, id, { reason: 'restored', problem: PROBLEM });
      count += 1;
    }
  }
  return count;
}

/** Switches off one webhook, and fails its waiting messages with the problem. */
export async function switchOffWebhook(
  { db, clock }: Deps,
  merchantId: MerchantId,
  webhookId: WebhookId,
  { reason, problem }: { readonly reason: OffReason; readonly problem: string },
): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  await db.transaction(async (db) => {
    await lockWebhook(db, merchantId, webhookId);
    await switchOff(db, merchantId, webhookId, { reason, at });
    await failWaiting(db, merchantId, webhookId, problem);
  });
}
