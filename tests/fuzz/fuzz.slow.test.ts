import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { apiRows } from './api-rows.js';
import { runFuzz } from './run-fuzz.js';
import { toReport } from './to-report.js';
import { openWorld, type World } from './world.js';

// The same requests in every run, however long they take; `npm run tool -- fuzz` draws others.
const SEED = 20_261_115;
const REQUESTS = 3_000;
// Against what never ends.
const MS_MAX = 900_000;
// By chance a row gets half of what the others get.
const REQUESTS_EACH = 5;
// Requests that are all refused at the door find nothing behind it. About half of what a run has.
const TAKEN_MIN = {
  'integrations GET': 25,
  'integrations POST': 5,
  'console GET': 60,
  'console POST': 30,
  'console PATCH': 3,
  'console DELETE': 4,
  'screens GET': 5,
  'screens POST': 5,
  'storage GET': 10,
  'storage PUT': 10,
};

// What broken HTTP is answered by is judged, or nothing of it is. About half of what a run has.
const BROKEN_ANSWERED_MIN = 15;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('no request, however odd, gets an answer that the contract does not have', async () => {
  const report = await runFuzz(world, { seed: SEED, requestsMax: REQUESTS, msMax: MS_MAX });
  assert.deepEqual(report.findings, [], toReport(report));
  assert.equal(report.sent, REQUESTS);
  for (const { api, title } of apiRows) {
    const where = `${api} ${title}`;
    assert.ok(
      (report.requests.get(where) ?? 0) >= REQUESTS_EACH,
      `${where} was hardly tried: ${report.requests.get(where)}`,
    );
  }
  for (const api of ['integrations', 'console', 'screens', 'storage']) {
    const answered = report.answered.get(`${api} broken HTTP`) ?? 0;
    assert.ok(
      answered >= BROKEN_ANSWERED_MIN,
      `${api}: too little broken HTTP was answered to say anything: ${answered}`,
    );
  }
  for (const [group, least] of Object.entries(TAKEN_MIN))
    assert.ok((report.taken.get(group) ?? 0) >= least, `${group}: too few got through to say anything`);
});
