import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { INTERNAL, untilOk } from '../operator.js';
import { QUICK_MS, startFailingSite, STATEMENT_MS, tell, test, type FailingSite } from './failing-site.js';

const CHECK_OUT_MS = 3_000;

let site: FailingSite;
beforeAll(async () => {
  site = await startFailingSite();
});
afterAll(() => site.close());

test('overload: what comes on top of what waits already is refused at once, and all is well afterwards', async () => {
  await site.get('/campaigns');
  const holder = await site.connect();
  await holder.query('begin; lock table campaigns in access exclusive mode');
  const requests = [];
  // A few more than are let through, again and again, for longer than it takes to notice.
  for (let batch = 0; batch < 20; batch += 1) {
    for (let request = 0; request < 30; request += 1) requests.push(site.get('/campaigns'));
    await sleep(250);
  }
  const answers = await Promise.all(requests);
  await holder.end();
  assert.ok(answers.every(({ status, body }) => status === 500 && isDeepStrictEqual(body, INTERNAL)));
  assert.ok(site.served.said.stderr.includes('overloaded: requests were refused'));
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const median = times[times.length / 2] ?? Infinity;
  tell('overload, the median refused within', median);
  tell('overload, all refused within', times.at(-1) ?? 0);
  assert.ok(median < QUICK_MS / 4, `${median} ms`);
  assert.ok((times.at(-1) ?? 0) < STATEMENT_MS + CHECK_OUT_MS + QUICK_MS, `the last took ${times.at(-1)} ms`);
  tell('overload over, first good answer', await untilOk(() => site.get('/campaigns')));
});
