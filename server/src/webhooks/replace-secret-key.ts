// What `vitrine-server secret-key replace` does when the old SECRET_KEY is lost.
import type { Deps, Queryable } from '../db/db.js';
import { opensWith } from '../identity/sealed-secret.js';
import { replaceCanary } from '../identity/secret-key.js';
import { markUnreadableApps, selectSealedApps } from '../identity/second-factor-queries.js';
import type { MerchantId, PersonId, WebhookId } from '../ids.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { selectSealed } from './queries.js';
import { switchOffWebhook } from './switch-off-restored.js';

type SealedWebhook = { readonly merchantId: MerchantId; readonly id: WebhookId };

/** The authenticator apps and the webhooks in use whose secrets do not open with the key. */
export async function findUnreadable(db: Queryable, key: string) {
  return { apps: await findUnreadableApps(db, key), webhooks: await findUnreadableWebhooks(db, key) };
}

/** Makes the key the one of the database. Safe to run again after it was interrupted. */
export async function replaceSecretKey(deps: Deps, key: string): Promise<{ apps: number; webhooks: number }> {
  const apps = await deps.db.transaction(async (db) => {
    await replaceCanary(db, key);
    const unreadable = await findUnreadableApps(db, key);
    await markUnreadableApps(db, unreadable);
    return unreadable;
  });
  // After the canary: from then on no instance seals with the old key.
  const webhooks = await findUnreadableWebhooks(deps.db, key);
  for (const { merchantId, id } of webhooks)
    await switchOffWebhook(deps, merchantId, id, { reason: 'secret_key_replaced', problem: PROBLEM });
  return { apps: apps.length, webhooks: webhooks.length };
}

const PROBLEM = 'The secret key of the installation was replaced, and the webhook was switched off.';

async function findUnreadableApps(db: Queryable, key: string): Promise<PersonId[]> {
  const apps = await selectSealedApps(db);
  return apps.filter(({ person_id, secret }) => !opensWith(key, person_id, secret, 'totp')).map((app) => app.person_id);
}

async function findUnreadableWebhooks(db: Queryable, key: string): Promise<SealedWebhook[]> {
  const found: SealedWebhook[] = [];
  for (const { id: merchantId } of await selectMerchantIds(db)) {
    const webhooks = await selectSealed(db, merchantId);
    const unreadable = webhooks.filter(({ id, secret }) => !opensWith(key, id, secret, 'webhook'));
    found.push(...unreadable.map(({ id }) => ({ merchantId, id })));
  }
  return found;
}
