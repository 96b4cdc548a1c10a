import { randomUUID } from 'node:crypto';
import {
  WEBHOOK_ADDRESSES_PER_PERSON_MAX,
  WEBHOOK_ROTATION_HOURS,
  WEBHOOKS_MAX,
} from '@vitrine/contract/console-limits';
import { HOUR_MS } from '@vitrine/contract/time-units';
import type { CreateWebhookRequest, NewWebhook, Webhook, WebhookList } from '@vitrine/contract/webhooks';
import { recordActivity } from '../activity/queries.js';
import type { Deps } from '../db/db.js';
import { ApiError, requireFound, unprocessable } from '../errors.js';
import { holdSecretKey } from '../identity/secret-key.js';
import { requireMayManage } from '../identity/people.js';
import { passLimits } from '../identity/throttle.js';
import { parseWebhookId, type ById, type MerchantId, type WebhookId } from '../ids.js';
import { holdMerchant } from '../merchants/queries.js';
import { checkOutside, type Outside } from '../outside/check-outside.js';
import { OutsideError } from '../outside/outside-error.js';
import type { PersonPrincipal } from '../principal.js';
import { wakeSender } from './clock-queries.js';
import { dropDeliveries } from './delivery-queries.js';
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  lockWebhook,
  replaceSecret,
  selectWebhooks,
} from './queries.js';
import { toWebhook } from './to-webhook.js';
import { newWebhookSecret } from './webhook-secret.js';

export type WebhookDeps = Deps & { readonly outside: Outside; readonly secretKey: string };

export async function listWebhooks({ db, clock }: Deps, { merchantId }: PersonPrincipal): Promise<WebhookList> {
  const rows = await selectWebhooks(db, merchantId);
  return { items: rows.map((row) => toWebhook(row, clock)), webhooksMax: WEBHOOKS_MAX };
}

export const getWebhook = (deps: Deps, { merchantId }: PersonPrincipal, { params }: ById): Promise<Webhook> =>
  readWebhook(deps, merchantId, parseWebhookId(params.id));

export async function readWebhook({ db, clock }: Deps, merchantId: MerchantId, id: WebhookId): Promise<Webhook> {
  return toWebhook(requireFound(await findWebhook(db, merchantId, id), 'webhook'), clock);
}

export async function createWebhook(
  deps: WebhookDeps,
  principal: PersonPrincipal,
  { body }: { readonly body: CreateWebhookRequest },
): Promise<NewWebhook> {
  const { merchantId, person } = principal;
  await requireCallable(deps, principal, body.url);
  const id = parseWebhookId(randomUUID());
  const name = body.name.toWellFormed().trim();
  const { secret, sealed, lastFour } = newWebhookSecret(deps.secretKey, id);
  const at = new Date(deps.clock.now()).toISOString();
  await deps.db.transaction(async (db) => {
    await holdSecretKey(db, deps.secretKey);
    // Those who make one at once wait here for each other, so that the eleventh is refused also under a race. Names may take
    // seconds to look up: whoever was shut out meanwhile makes none.
    await requireMayManage(db, principal, []);
    if ((await countWebhooks(db, merchantId)) >= WEBHOOKS_MAX) {
      throw new ApiError('conflict', `The merchant has ${WEBHOOKS_MAX} webhooks, which is the most. Delete one first.`);
    }
    await insertWebhook(db, merchantId, {
      id,
      name,
      url: body.url,
      types: body.types,
      secret: sealed,
      last_four: lastFour,
      created_at: at,
      created_by_person_id: person.id,
      created_by_name: person.name,
    });
    const details = { webhookId: id, name, url: body.url };
    await recordActivity(db, principal, { kind: 'webhook.created', at, details });
    await wakeSender(db, merchantId, at);
  });
  return { webhook: await readWebhook(deps, merchantId, id), secret };
}

// Before it is kept, so that whoever types it is told; and again whenever it is called. So often and no more.
export async function requireCallable(
  { db, clock, outside }: WebhookDeps,
  { person }: PersonPrincipal,
  url: string,
): Promise<void> {
  await passLimits({ db, clock }, [[`webhook address person ${person.id}`, WEBHOOK_ADDRESSES_PER_PERSON_MAX]]);
  try {
    await checkOutside(outside, url, { httpsOnly: true });
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    throw unprocessable(error.message);
  }
}

// Whoever rotates again within the time ends the oldest at once: two sign, never three.
export async function rotateWebhookSecret(
  deps: WebhookDeps,
  principal: PersonPrincipal,
  { params }: ById,
): Promise<NewWebhook> {
  const { merchantId } = principal;
  const id = parseWebhookId(params.id);
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const { secret, sealed, lastFour } = newWebhookSecret(deps.secretKey, id);
  const oldUntil = new Date(now + WEBHOOK_ROTATION_HOURS * HOUR_MS).toISOString();
  await deps.db.transaction(async (db) => {
    await holdSecretKey(db, deps.secretKey);
    await requireMayManage(db, principal, []);
    const before = requireFound(await lockWebhook(db, merchantId, id), 'webhook');
    await replaceSecret(db, merchantId, id, { sealed, lastFour, oldUntil });
    const details = {
      webhookId: id,
      name: before.name,
      lastFour: before.last_four,
      newLastFour: lastFour,
      overlapHours: WEBHOOK_ROTATION_HOURS,
    };
    await recordActivity(db, principal, { kind: 'webhook.secret_rotated', at, details });
  });
  return { webhook: await readWebhook(deps, merchantId, id), secret };
}

export async function deleteWebhook(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params }: ById,
): Promise<{ id: WebhookId }> {
  const id = parseWebhookId(params.id);
  const at = new Date(clock.now()).toISOString();
  await db.transaction(async (db) => {
    await holdMerchant(db, principal.merchantId);
    const { name } = requireFound(await lockWebhook(db, principal.merchantId, id), 'webhook');
    await dropDeliveries(db, principal.merchantId, id);
    await deleteWebhookRow(db, principal.merchantId, id);
    await recordActivity(db, principal, { kind: 'webhook.deleted', at, details: { webhookId: id, name } });
  });
  return { id };
}
