import assert from 'node:assert/strict';
import { test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { send, startService } from '../../../tests/harness/service.js';

const LIMIT = 25;

test('requests that come at once and are counted in the database have each their own place in the minute', async () => {
  const service = await startService({ isShared: true, limits: { readsPerMinute: LIMIT } });
  const { secret } = await service.newMerchant();
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(`${service.url}${API_PATH}/tags`, secret)));
  const remaining = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    .sort((a, b) => b - a);
  assert.deepEqual(
    remaining,
    Array.from({ length: LIMIT }, (_, at) => LIMIT - 1 - at),
  );
  assert.equal(answers.filter(({ status }) => status === 429).length, 40 - LIMIT);
  await service.close();
});
