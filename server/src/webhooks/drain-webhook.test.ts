import assert from 'node:assert/strict';
import type { NewWebhook } from '@vitrine/contract/webhooks';
import { test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { aNetwork } from '../../../tests/harness/network.js';
import { newReceiver } from '../../../tests/harness/receiver.js';
import { TEST_SECRET_KEY } from '../../../tests/harness/secret-key.js';
import { useService } from '../../../tests/harness/service.js';
import { parseMerchantId, parseWebhookId } from '../ids.js';
import { drainWebhook } from './drain-webhook.js';

const outside = { ...aNetwork({}), allowedHosts: ['receiver.example'] };
// Its sender is not started: what waits stays.
const service = useService({ outside });

test('a webhook gives its place to others when its turn is over, and goes on with the next', async () => {
  const receiver = await newReceiver();
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const body = { name: 'Till', url: receiver.url, types: ['tag.created'] };
  const { webhook }: NewWebhook = Object((await owner.post('/webhooks', body)).json);
  for (let count = 0; count < 3; count += 1) await owner.post(`/webhooks/${webhook.id}/test`);
  const deps = {
    ...service,
    outside,
    secretKey: TEST_SECRET_KEY,
    answerMs: 5_000,
    mail: undefined,
    baseUrl: 'https://shop.example',
    random: () => 0.5,
    count: () => undefined,
    stopping: new AbortController().signal,
    cutting: new AbortController().signal,
  };
  const drain = (turnMs?: number) => drainWebhook(deps, parseMerchantId(shop.id), parseWebhookId(webhook.id), turnMs);
  assert.ok((await drain(0)).messageMs > 0);
  assert.equal(receiver.received.length, 1);
  await drain();
  assert.equal(new Set(receiver.ids()).size, 3);
});
