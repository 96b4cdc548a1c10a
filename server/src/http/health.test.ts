import assert from 'node:assert/strict';
import { pino } from 'pino';
import { onTestFinished, test } from 'vitest';
import { startService } from '../../../tests/harness/service.js';
import { CommandError } from '../errors.js';
import { answerHealth } from './health.js';
import { createHttpApp } from './http-app.js';

test('however often /readyz is asked, database and storage are looked at once a second', async () => {
  const service = await startService();
  const log = pino({ enabled: false });
  const app = createHttpApp(log);
  onTestFinished(async () => {
    await app.close();
    await service.close();
  });
  let looks = 0;
  let isAway = false;
  const check = async (): Promise<void> => {
    looks += 1;
    await service.store.check();
    if (isAway) throw new CommandError('The bucket «signs» is gone.');
  };
  const ready = answerHealth(app, { ...service, log, trustedProxies: [], store: { ...service.store, check } });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async () => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, await response.json()];
  };

  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  for (const answer of answers) assert.deepEqual(answer, [200, { status: 'ok' }]);
  isAway = true;
  service.clock.advance(999);
  assert.deepEqual(await ask(), [200, { status: 'ok' }]);
  assert.equal(looks, 1);

  service.clock.advance(1);
  assert.deepEqual(await ask(), [503, { status: 'unavailable' }]);
  assert.deepEqual(await ready(), {
    isReady: false,
    isDegraded: false,
    parts: { database: 'ok', storage: 'The bucket «signs» is gone.' },
  });
  assert.equal(looks, 2);
});
