import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { NewWebhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import { test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { aNetwork } from '../../../tests/harness/network.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { parseMerchantId, parseWebhookId } from '../ids.js';
import { findNext } from './sending-queries.js';

// Its sender is not started: what waits stays.
const service = useService({ outside: aNetwork({}) });

async function newHook() {
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const body = { name: 'Till', url: 'https://shop.example/', types: ['tag.created'] };
  const { webhook }: NewWebhook = Object((await owner.post('/webhooks', body)).json);
  const { id }: WebhookDelivery = Object((await owner.post(`/webhooks/${webhook.id}/test`)).json);
  return { merchantId: parseMerchantId(shop.id), webhookId: parseWebhookId(webhook.id), deliveryId: id };
}

test('one that waits for its turn here is not looked for again before its time', async () => {
  const { merchantId, webhookId } = await newHook();
  const until = new Date(Date.parse(NOW) + 40_000).toISOString();
  assert.deepEqual(await findNext(service.db, merchantId, { ids: [], until }), { hooks: 1, at: NOW });
  assert.deepEqual(await findNext(service.db, merchantId, { ids: [webhookId], until }), { hooks: 1, at: until });
  const other = parseWebhookId(randomUUID());
  assert.deepEqual(await findNext(service.db, merchantId, { ids: [other], until }), { hooks: 1, at: NOW });
});
