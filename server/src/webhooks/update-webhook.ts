import type { UpdateWebhookRequest, Webhook } from '@vitrine/contract/webhooks';
import { changesBetween } from '../activity/changes-between.js';
import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { changedMeanwhile, requireFound } from '../errors.js';
import { requireRecentProof } from '../identity/admit-person.js';
import { requireMayManage } from '../identity/people.js';
import { parseWebhookId, type ById, type WebhookId } from '../ids.js';
import { holdMerchant } from '../merchants/queries.js';
import type { PersonPrincipal } from '../principal.js';
import { wakeSender } from './clock-queries.js';
import { failWaiting } from './delivery-queries.js';
import { readWebhook, requireCallable, type WebhookDeps } from './manage-webhooks.js';
import {
  beginAnew,
  findWebhook,
  lockWebhook,
  switchOff,
  switchOn,
  updateWebhookRow,
  type WebhookRow,
} from './queries.js';

type UpdateInput = ById & { readonly body: UpdateWebhookRequest };

// What the request leaves out stays as it is; what changes nothing is not in the activity.
export async function updateWebhook(
  deps: WebhookDeps,
  principal: PersonPrincipal,
  { params, body }: UpdateInput,
): Promise<Webhook> {
  const { merchantId } = principal;
  const id = parseWebhookId(params.id);
  if (body.url !== undefined) await requireAddress(deps, principal, id, { url: body.url, revision: body.revision });
  const at = new Date(deps.clock.now()).toISOString();
  await deps.db.transaction(async (db) => {
    // The merchant before the webhook, as in a rotation: the entry of the activity asks for it too.
    if (body.url === undefined) await holdMerchant(db, merchantId);
    else await requireMayManage(db, principal, []);
    const row = requireFound(await lockWebhook(db, merchantId, id), 'webhook');
    if (row.revision !== body.revision) throw changedMeanwhile('webhook');
    const name = await changeSettings(db, principal, { row, body, at });
    if (body.isOn !== undefined && body.isOn !== row.is_on) {
      await turn(db, principal, { row: { ...row, name }, isOn: body.isOn, at });
    }
  });
  return readWebhook(deps, merchantId, id);
}

// Whoever leads it elsewhere is told what the address before it was. Nothing is looked up for who names no webhook of theirs.
async function requireAddress(
  deps: WebhookDeps,
  principal: PersonPrincipal,
  id: WebhookId,
  { url, revision }: { readonly url: string; readonly revision: number },
): Promise<void> {
  const row = requireFound(await findWebhook(deps.db, principal.merchantId, id), 'webhook');
  if (row.revision !== revision) throw changedMeanwhile('webhook');
  if (row.url === url) return;
  requireRecentProof(deps, principal);
  await requireCallable(deps, principal, url);
}

type Change = { readonly row: WebhookRow; readonly at: string };

// The name that it has now.
async function changeSettings(
  db: Queryable,
  principal: PersonPrincipal,
  { row, body, at }: Change & { readonly body: UpdateWebhookRequest },
): Promise<string> {
  const { id, name, url, types } = row;
  const after = {
    name: body.name?.toWellFormed().trim() ?? name,
    url: body.url ?? url,
    types: body.types ?? types,
  };
  const changes = changesBetween({ name, url, types }, after);
  if (Object.keys(changes).length === 0) return name;
  await updateWebhookRow(db, principal.merchantId, { id, ...after });
  if (after.url !== url) await beginAnew(db, principal.merchantId, id, at);
  const details = { webhookId: id, name: after.name, changes };
  await recordActivity(db, principal, { kind: 'webhook.changed', at, details });
  // Behind the activity, which holds the merchant: so does whoever makes one.
  if (after.url !== url) await wakeSender(db, principal.merchantId, at);
  return after.name;
}

async function turn(
  db: Queryable,
  principal: PersonPrincipal,
  { row: { id, name }, isOn, at }: Change & { readonly isOn: boolean },
): Promise<void> {
  const { merchantId } = principal;
  if (isOn) {
    await switchOn(db, merchantId, id);
  } else {
    await switchOff(db, merchantId, id, { reason: 'person', at });
    await failWaiting(db, merchantId, id, 'The webhook was switched off.');
  }
  const kind = isOn ? 'webhook.switched_on' : 'webhook.switched_off';
  await recordActivity(db, principal, { kind, at, details: { webhookId: id, name } });
  if (isOn) await wakeSender(db, merchantId, at);
}
