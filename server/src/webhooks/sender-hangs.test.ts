// Apart from sender.test.ts: it gives receivers less time, and on a cluster all services of a file have one database, so that
// either would send for the other.
import assert from 'node:assert/strict';
import { beforeAll, test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { aNetwork } from '../../../tests/harness/network.js';
import { newReceiver } from '../../../tests/harness/receiver.js';
import { useService } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { newWebhook } from '../../../tests/harness/webhooks.js';

// On a busy machine others may take longer than this.
const service = useService({ outside: { ...aNetwork({}), allowedHosts: ['receiver.example'] }, webhookAnswerMs: 400 });
beforeAll(async () => {
  for (const sender of service.senders()) await sender.start();
});

test('a receiver that hangs gives a sentence', async () => {
  const { url } = await newReceiver(() => undefined);
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const { id } = await newWebhook(service, shop.id, { url });
  for (const sender of service.senders()) await sender.settle();
  let problem: unknown;
  await until(async () => {
    const { items } = Object((await owner.get(`/webhooks/${id}/deliveries`)).json);
    problem = items[0]?.problem;
    return items[0]?.attempts > 0;
  });
  assert.equal(problem, 'No whole answer came within 1 s.');
});
