import { randomUUID, type KeyObject } from 'node:crypto';
import {
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_DELIVERY_DAYS_KEPT,
  WEBHOOK_TESTS_PER_MINUTE_MAX,
} from '@vitrine/contract/console-limits';
import { DAY_MS, MINUTE_MS } from '@vitrine/contract/time-units';
import type {
  ResendRequest,
  ResentFailed,
  WebhookDeliveriesQuery,
  WebhookDelivery,
  WebhookDeliveryPage,
} from '@vitrine/contract/webhooks';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, rateLimited, requireFound } from '../errors.js';
import { readPage } from '../http/list-page.js';
import { parseDeliveryId, parseWebhookId, type ById, type MerchantId, type WebhookId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { wakeSender } from './clock-queries.js';
import { countTests, insertMessage, resendDelivery, resendFailed, selectDeliveries } from './delivery-queries.js';
import { endRest, findResting, lockWebhook } from './queries.js';
import { toDelivery } from './to-webhook.js';

export const keptSince = (now: number): string => new Date(now - WEBHOOK_DELIVERY_DAYS_KEPT * DAY_MS).toISOString();

export async function listWebhookDeliveries(
  { db, clock, cursorKey }: Deps & { readonly cursorKey: KeyObject },
  { merchantId }: PersonPrincipal,
  { params, query }: ById & { readonly query: WebhookDeliveriesQuery },
): Promise<WebhookDeliveryPage> {
  const id = parseWebhookId(params.id);
  const { state, deliveryId } = query;
  const scope = { list: 'webhook deliveries', merchantId, filters: [id, state ?? '', deliveryId ?? ''] };
  const { rest_until } = requireFound(await findResting(db, merchantId, id), 'webhook');
  const since = keptSince(clock.now());
  const { rows, nextCursor } = await readPage(cursorKey, scope, query, {
    select: (last, limit) => {
      const [place = '', createdAt = ''] = last?.[0].split(' ') ?? [];
      const after = last && { place: Number(place), createdAt, id: last[1] };
      return selectDeliveries(db, merchantId, id, { state, deliveryId, after, since, limit });
    },
    positionOf: (row) => [`${row.place} ${row.created_at}`, row.id],
  });
  return { items: rows.map((row) => toDelivery(row, rest_until)), nextCursor };
}

type Sending = { readonly merchantId: MerchantId; readonly id: WebhookId; readonly at: string };

// Something to send, of a webhook that is on, and the sender is told.
function give<Given>(
  { db, clock }: Deps,
  { merchantId }: PersonPrincipal,
  { params }: ById,
  work: (db: Queryable, sending: Sending) => Promise<Given>,
): Promise<Given> {
  const id = parseWebhookId(params.id);
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    const hook = requireFound(await lockWebhook(db, merchantId, id), 'webhook');
    if (!hook.is_on) throw new ApiError('conflict', 'The webhook is off. Switch it on first.');
    const given = await work(db, { merchantId, id, at });
    await wakeSender(db, merchantId, at);
    return given;
  });
}

export const testWebhook = (deps: Deps, principal: PersonPrincipal, input: ById): Promise<WebhookDelivery> =>
  give(deps, principal, input, async (db, { merchantId, id, at }) => {
    const since = new Date(deps.clock.now() - MINUTE_MS).toISOString();
    if ((await countTests(db, merchantId, since)) >= WEBHOOK_TESTS_PER_MINUTE_MAX)
      throw rateLimited(`More than ${WEBHOOK_TESTS_PER_MINUTE_MAX} tests in a minute. Try again in 60 s.`, 60);
    const message = {
      id: parseDeliveryId(randomUUID()),
      type: 'webhook.test',
      at,
      data: { webhookId: id },
      tries: 1,
      isUrgent: true,
    } as const;
    return toDelivery(requireFound(await insertMessage(db, merchantId, id, message), 'message'));
  });

export const resendWebhookDelivery = (
  deps: Deps,
  principal: PersonPrincipal,
  input: ById & { readonly body: ResendRequest },
): Promise<WebhookDelivery> =>
  give(deps, principal, input, async (db, { merchantId, id, at }) => {
    const again = { deliveryId: parseDeliveryId(input.body.deliveryId), at, tries: WEBHOOK_ATTEMPTS_MAX };
    return toDelivery(requireFound(await resendDelivery(db, merchantId, id, again), 'message'));
  });

export const resendFailedDeliveries = (deps: Deps, principal: PersonPrincipal, input: ById): Promise<ResentFailed> =>
  give(deps, principal, input, async (db, { merchantId, id, at }) => {
    await endRest(db, merchantId, id);
    return { messages: await resendFailed(db, merchantId, id, { at, tries: WEBHOOK_ATTEMPTS_MAX }) };
  });
