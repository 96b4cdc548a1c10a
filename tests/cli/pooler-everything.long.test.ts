// npm run test:long: all that the service can do, behind a PgBouncer with three sessions.
import assert from 'node:assert/strict';
import { endpoints } from '@vitrine/contract/endpoints';
import { inject, test } from 'vitest';
import { openOn, openTestDatabase } from '../harness/database.js';
import { hasPgBouncer, startPgBouncer } from '../harness/pgbouncer.js';
import { runEverything, WITH_RECEIVERS } from '../harness/run-everything.js';
import { startService } from '../harness/service.js';

test.runIf(hasPgBouncer)('every endpoint, webhooks, the clock, jobs and the archive do what they do', async () => {
  const plain = await openTestDatabase();
  const pooler = await startPgBouncer(inject('postgres'), { mode: 'transaction', sessions: 3 });
  const database = openOn(pooler.at(plain.connection), () => Promise.resolve());
  const service = await startService({ database, isShared: true, company: 'own', outside: WITH_RECEIVERS });
  const called = await runEverything(service);
  assert.equal(new Set(called).size, Object.keys(endpoints).length);
  await service.close();
  await pooler.stop();
  await plain.close();
});
