// npm run test:citus: what sharding.test.ts judges by plans, done on a real cluster.
import assert from 'node:assert/strict';
import { endpoints } from '@vitrine/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyCluster } from '../harness/database.js';
import { runEverything, WITH_RECEIVERS } from '../harness/run-everything.js';
import { startService, type Service } from '../harness/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ isShared: true, company: 'own', outside: WITH_RECEIVERS });
  // The first run is one without merchants.
  await emptyCluster(service.db);
});
afterAll(() => service.close());

test('a statement that runs on more than one shard is refused here', async () => {
  await expect(service.db.rows({ text: 'select name from media', values: [] })).rejects.toThrow('multi-task query');
});

test('every endpoint, webhooks, the clock and the archive do what they do, each statement on one shard', async () => {
  const called = await runEverything(service);
  assert.equal(new Set(called).size, Object.keys(endpoints).length);
});
