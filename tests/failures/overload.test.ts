import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { BUSY, INTERNAL, untilOk } from '../harness/operator.js';
import { QUICK_MS, startFailingSite, STATEMENT_MS, tell, test, type FailingSite } from './failing-site.js';

const CHECK_OUT_MS = 3_000;
// A whole second without a pause, whenever it begins.
const NOTICE_MS = 2_200;

let site: FailingSite;
beforeAll(async () => {
  site = await startFailingSite();
});
afterAll(() => site.close());

test('overload: what comes on top of what waits already is refused at once, and all is well afterwards', async () => {
  await site.get('/campaigns');
  const holder = await site.connect();
  await holder.query('begin; lock table campaigns in access exclusive mode');
  // Twice as many as are let through in any case, for longer than it takes to notice that they only wait.
  const waiting = Array.from({ length: 200 }, () => site.get('/campaigns'));
  await sleep(NOTICE_MS);
  const onTop = await Promise.all(Array.from({ length: 100 }, () => site.get('/campaigns')));
  const answers = [...onTop, ...(await Promise.all(waiting))];
  await holder.end();
  assert.ok(answers.every(({ status }) => status === 500));
  assert.ok(onTop.every(({ body }) => isDeepStrictEqual(body, BUSY)));
  // Some have no connection within 3 s, others wait for the lock until their statement times out.
  assert.ok(answers.every(({ body }) => [BUSY, INTERNAL].some((known) => isDeepStrictEqual(body, known))));
  assert.ok(site.served.said.stderr.includes('overloaded: requests were refused'));
  const slowest = (of: readonly { readonly ms: number }[]): number => Math.max(...of.map(({ ms }) => ms));
  tell('overload, what came on top was refused within', slowest(onTop));
  tell('overload, all refused within', slowest(answers));
  assert.ok(slowest(onTop) < QUICK_MS / 2, `${slowest(onTop)} ms`);
  assert.ok(slowest(answers) < STATEMENT_MS + CHECK_OUT_MS + QUICK_MS, `the last took ${slowest(answers)} ms`);
  tell('overload over, first good answer', await untilOk(() => site.get('/campaigns')));
});
