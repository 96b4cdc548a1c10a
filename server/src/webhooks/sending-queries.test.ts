import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { NewWebhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import { test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { aNetwork } from '../../../tests/harness/network.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { upload } from '../../../tests/harness/upload.js';
import { parseDeliveryId, parseMerchantId, parseWebhookId } from '../ids.js';
import { dropDeliveries, dropDeliveriesBefore, failWaiting, resendFailed } from './delivery-queries.js';
import { lockWebhook } from './queries.js';
import { findNext, recordDelivered, recordFailed, writeMessages } from './sending-queries.js';

// Its sender is not started: what waits stays.
const service = useService({ outside: aNetwork({}) });

async function newHook() {
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const body = { name: 'Till', url: 'https://shop.example/', types: ['tag.created'] };
  const { webhook }: NewWebhook = Object((await owner.post('/webhooks', body)).json);
  const { id }: WebhookDelivery = Object((await owner.post(`/webhooks/${webhook.id}/test`)).json);
  return {
    shop,
    owner,
    at: `/webhooks/${webhook.id}`,
    merchantId: parseMerchantId(shop.id),
    webhookId: parseWebhookId(webhook.id),
    deliveryId: parseDeliveryId(id),
    url: webhook.url,
  };
}

test('one that waits for its turn here is not looked for again before its time', async () => {
  const { merchantId, webhookId } = await newHook();
  const later = new Date(Date.parse(NOW) + 40_000).toISOString();
  assert.deepEqual(await findNext(service.db, merchantId, { ids: [], until: later }), { hooks: 1, at: NOW });
  assert.deepEqual(await findNext(service.db, merchantId, { ids: [webhookId], until: later }), { hooks: 1, at: later });
  const other = parseWebhookId(randomUUID());
  assert.deepEqual(await findNext(service.db, merchantId, { ids: [other], until: later }), { hooks: 1, at: NOW });
});

test.each(['delivered', 'failed'])(
  'a message is written down as %s behind its webhook, in which order everybody locks',
  async (outcome) => {
    const { merchantId, webhookId, deliveryId, url } = await newHook();
    const lease = { webhookId, leaseId: randomUUID(), until: NOW };
    const attempt = { deliveryId, at: NOW, durationMs: 1, statusCode: 200, problem: null, answer: null };
    const read = { url, failures: 0, tries_left: 1, next_at: NOW };
    const failure = {
      read,
      failingSince: NOW,
      isLast: true,
      isEarly: false,
      nextAt: NOW,
      restUntil: null,
      retryAfterUntil: null,
    };
    const { db } = service;
    const waiting = `select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%webhook_deliveries%'`;
    let recording: Promise<unknown> = Promise.resolve();
    await db.transaction(async (own) => {
      await lockWebhook(own, merchantId, webhookId);
      recording =
        outcome === 'delivered'
          ? recordDelivered(db, merchantId, lease, { ...attempt, url })
          : recordFailed(db, merchantId, lease, attempt, failure);
      await until(async () => (await db.row<{ count: number }>({ text: waiting, values: [] }))?.count === 1);
      // Refused where the message is locked already.
      await own.rows({ text: 'select from webhook_deliveries where id = $1 for update nowait', values: [deliveryId] });
    });
    await recording;
    const text = 'select state from webhook_deliveries where id = $1';
    assert.deepEqual(await db.row({ text, values: [deliveryId] }), { state: outcome });
  },
);

const waitingOf = async ({ owner, at }: Awaited<ReturnType<typeof newHook>>): Promise<number> =>
  Object((await owner.get(at)).json).waiting;

test('what the feed has told becomes messages portion by portion, each once', async () => {
  const hook = await newHook();
  const media = await upload(hook.shop, randomUUID());
  await hook.shop.post(`/media/${media.id}/tags`, { add: ['One', 'Two', 'Three'] });
  const fresh = { now: NOW, tries: 10 };
  let portions = 1;
  while (await writeMessages(service.db, hook.merchantId, fresh, 2)) portions += 1;
  assert.ok(portions > 1);
  assert.equal(await writeMessages(service.db, hook.merchantId, fresh, 2), false);
  assert.equal(await waitingOf(hook), 4); // three tags, and the test
});

test('many messages fail, are sent again and are dropped portion by portion, to the last', async () => {
  const hook = await newHook();
  const { merchantId, webhookId, owner, at } = hook;
  const { db } = service;
  for (let count = 1; count < 5; count += 1) await owner.post(`${at}/test`);
  // What a person asked for alone is not sent again with the others.
  const text = `update webhook_deliveries set type = 'token.expiring' where merchant_id = $1`;
  await db.rows({ text, values: [merchantId] });
  const other = await newHook();
  assert.equal(await failWaiting(db, merchantId, webhookId, 'Off.', 2), 5);
  assert.equal(await waitingOf(hook), 0);
  assert.equal(await resendFailed(db, merchantId, webhookId, { at: NOW, tries: 10 }, 5), 5);
  assert.equal(await waitingOf(hook), 5);
  assert.equal(await dropDeliveriesBefore(db, merchantId, NOW, 2), 0);
  const after = new Date(Date.parse(NOW) + 1).toISOString();
  assert.equal(await dropDeliveriesBefore(db, merchantId, after, 2), 5);
  await owner.post(`${at}/test`);
  assert.equal(await dropDeliveries(db, merchantId, webhookId, 1), 1);
  assert.deepEqual([await waitingOf(hook), await waitingOf(other)], [0, 1]);
});
