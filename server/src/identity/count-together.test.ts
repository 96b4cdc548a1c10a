import assert from 'node:assert/strict';
import { test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { MerchantId, TokenId } from '../ids.js';
import { recordStatements } from '../../../tests/harness/run-everything.js';
import { post, send, useService, type Answer, type Shop } from '../../../tests/harness/service.js';
import { createCountBeside } from './count-together.js';
import type { TokenCounting } from './token-queries.js';

const LIMIT = 25;
const service = useService({ isShared: true, limits: { readsPerMinute: LIMIT, writesPerMinute: LIMIT } });

const placesOf = (answers: readonly Answer[]): number[] =>
  answers
    .filter(({ status }) => status !== 429)
    .map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    .sort((a, b) => b - a);
const EVERY_PLACE = Array.from({ length: LIMIT }, (_, at) => LIMIT - 1 - at);

test('requests that come at once and are counted in the database have each their own place in the minute', async () => {
  const { secret } = await service.newMerchant();
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(`${service.url}${API_PATH}/tags`, secret)));
  assert.deepEqual(placesOf(answers), EVERY_PLACE);
  assert.equal(answers.filter(({ status }) => status === 429).length, 40 - LIMIT);
});

test('tokens of many merchants that ask at once, reads and writes, are each counted exactly', async () => {
  const shops = await Promise.all(Array.from({ length: 6 }, () => service.newMerchant()));
  const urls = [service.url, await service.newInstance()];
  const ask = ({ secret }: Shop, path: string, init?: RequestInit) =>
    Promise.all(Array.from({ length: 30 }, (_, at) => send(`${urls[at % 2]}${API_PATH}${path}`, secret, init)));
  // A few at a time: a service that does not keep up refuses without counting.
  for (const some of [shops.slice(0, 3), shops.slice(3)]) {
    const asked = await Promise.all(
      some.flatMap((shop) => [ask(shop, '/tags'), ask(shop, '/media/uploads', post({}))]),
    );
    for (const answers of asked) assert.deepEqual(placesOf(answers), EVERY_PLACE);
  }
});

const MINUTE = 29_000_000;
const countingOf = ({ id, token }: Shop, minute = MINUTE): TokenCounting => ({
  merchantId: id as MerchantId,
  tokenId: token.id as TokenId,
  budget: 'read',
  minute,
  requests: 1,
});

test('tokens that come at once are counted by one statement, and so are those that come while it is under way', async () => {
  const shops = await Promise.all(Array.from({ length: 6 }, () => service.newMerchant()));
  const count = createCountBeside(service.db);
  const reads = shops.map((shop) => countingOf(shop));
  const writes = reads.map((read) => ({ ...read, budget: 'write' as const }));
  let sent = 0;
  const counted: ReturnType<typeof count>[] = [];
  const stop = recordStatements({
    add(text) {
      if (!text.includes('insert into request_counts')) return;
      sent += 1;
      if (sent === 1) counted.push(...writes.map(count));
    },
  });
  counted.push(...reads.map(count));
  await Promise.all(counted); // the reads; the writes have come meanwhile
  const rows = await Promise.all(counted);
  stop();
  assert.deepEqual(
    rows.map((row) => row?.requests),
    [...reads, ...writes].map(() => 1),
  );
  assert.equal(sent, 2);
});

test('a row that somebody holds keeps nobody waiting but its own token, whose count is exact afterwards', async () => {
  const [first, held, other, later] = [
    await service.newMerchant(),
    await service.newMerchant(),
    await service.newMerchant(),
    await service.newMerchant(),
  ];
  const count = createCountBeside(service.db);
  await count(countingOf(held));
  const ofHeld: Promise<unknown>[] = [];
  await service.db.transaction(async (db) => {
    await db.rows({ text: 'update request_counts set access = null where merchant_id = $1', values: [held.id] });
    // They are sent together, and each by itself when that fails.
    const beside = [first, held, other].map((shop) => count(countingOf(shop)));
    assert.equal((await beside[0])?.requests, 1);
    assert.equal((await beside[2])?.requests, 1);
    assert.equal((await count(countingOf(later)))?.requests, 1);
    ofHeld.push(beside[1] as Promise<unknown>);
    // Alone under way, it is not waited for either.
    ofHeld.push(count(countingOf(held)));
    assert.equal((await count(countingOf(other)))?.requests, 2);
  });
  const places = (await Promise.all(ofHeld)).map((row) => Object(row)['requests'] as number);
  assert.deepEqual(new Set(places), new Set([2, 3]));
});

test('of two minutes of one token each is counted, the later one by itself', async () => {
  const [first, shop] = [await service.newMerchant(), await service.newMerchant()];
  const count = createCountBeside(service.db);
  const rows = await Promise.all([
    count(countingOf(first)),
    count(countingOf(shop)),
    count(countingOf(shop, MINUTE + 1)),
    count({ ...countingOf(shop), budget: 'write' }),
  ]);
  assert.deepEqual(
    rows.map((row) => row?.requests),
    [1, 1, 1, 1],
  );
});

test('a token that is gone and a database that refuses are told to who asked', async () => {
  const [first, gone] = [await service.newMerchant(), await service.newMerchant()];
  await service.db.rows({ text: 'delete from tokens where merchant_id = $1', values: [gone.id] });
  const count = createCountBeside(service.db);
  const countings = [countingOf(first), countingOf(gone), countingOf(first, MINUTE + 1)];
  const rows = await Promise.all(countings.map(count));
  assert.deepEqual(
    rows.map((row) => row?.token_id),
    [first.token.id, undefined, first.token.id],
  );
  const wrong = { ...countingOf(first), tokenId: 'no id' as TokenId };
  const answers = await Promise.allSettled(
    [countingOf(gone), wrong, countingOf(first)].map(createCountBeside(service.db)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.equal((await count(countingOf(first)))?.requests, 2);
});
