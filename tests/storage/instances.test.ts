// What one of three instances knows, all of them go by.
import assert from 'node:assert/strict';
import { afterAll, beforeAll } from 'vitest';
import { cookieOf, secretOf, sendConsole } from '../harness/console.js';
import { asked, assertStored, newShop, newUpload, timed, uploadOver } from '../harness/operator.js';
import { post } from '../harness/service.js';
import { READS, startThree, test, WRITES, type ThreeInstances } from './three-instances.js';

let three: ThreeInstances;
beforeAll(async () => {
  three = await startThree();
});
afterAll(() => three.close());

test('three that start at once on an empty database migrate it once', async () => {
  const rows = await three.postgres.query('select name, count(*)::int as times from schema_migrations group by name');
  assert.ok(rows.length > 0 && rows.every(({ times }) => times === 1), JSON.stringify(rows));
});

test('rate limits are exact over all three', async () => {
  const burst = (token: string, count: number, path: string, init?: () => RequestInit) =>
    inOneMinute(() =>
      Promise.all(
        Array.from({ length: count }, async (_, n) => (await timed(three.at(n), token, path, init?.())).status),
      ),
    );
  const [reads, writes] = await untilDefined(async () => {
    const { token } = await newShop(three.folder, three.env);
    const [read, written] = [
      await burst(token, READS + 30, '/media'),
      await burst(token, WRITES + 15, '/media/uploads', () => post(newUpload().request)),
    ];
    return read && written && [read, written];
  });
  const counts = (statuses: readonly number[] = []) =>
    [200, 429].map((wanted) => statuses.filter((status) => status === wanted).length);
  assert.deepEqual(counts(reads), [READS, 30]);
  assert.deepEqual(counts(writes), [WRITES, 15]);
});

// Budgets are of a clock minute, and of a burst over the turn of one nothing can be said: it is made again, with another
// shop. The clocks of the instances and of this process may be a second apart.
async function inOneMinute<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  const minuteAt = (ms: number): number => Math.floor(ms / 60_000);
  const began = minuteAt(Date.now() - 1_000);
  const result = await act();
  return minuteAt(Date.now() + 1_000) === began ? result : undefined;
}

async function untilDefined<Result>(act: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const result = await act();
    if (result !== undefined) return result;
  }
}

test('a revoked token, a suspended merchant and a changed plan are refused by the next request on each', async () => {
  const shop = await newShop(three.folder, three.env);
  const all = async (init?: () => RequestInit) => {
    const path = init === undefined ? '/media' : '/media/uploads';
    return Promise.all(three.urls().map(async (url) => (await timed(url, shop.token, path, init?.())).status));
  };
  const start = (): RequestInit => post(newUpload().request);
  assert.deepEqual(await all(), [200, 200, 200]);
  await asked(three.folder, three.env, 'merchant', 'suspend', shop.id);
  assert.deepEqual(await all(), [401, 401, 401]);
  await asked(three.folder, three.env, 'merchant', 'resume', shop.id);
  assert.deepEqual(await all(start), [200, 200, 200]);
  await asked(three.folder, three.env, 'merchant', 'set-plan', shop.id, '--allows-writes', 'no');
  assert.deepEqual(await all(start), [403, 403, 403]);
  assert.deepEqual(await all(), [200, 200, 200]);
  await asked(three.folder, three.env, 'merchant', 'set-plan', shop.id, '--ends-at', '2020-01-01');
  assert.deepEqual(await all(), [401, 401, 401]);
  await asked(three.folder, three.env, 'merchant', 'set-plan', shop.id, '--ends-at', 'never');
  assert.deepEqual(await all(), [200, 200, 200]);
  await asked(three.folder, three.env, 'token', 'revoke', shop.tokenId);
  assert.deepEqual(await all(), [401, 401, 401]);
});

test('an upload that starts on one and is finalized on another, and cursors that go from one to the next', async () => {
  const shop = await newShop(three.folder, three.env);
  const uploads = Array.from({ length: 7 }, () => newUpload());
  const next = three.inTurn();
  for (const upload of uploads) assert.equal(await uploadOver(next, shop.token, upload), 200);
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null; page += 1) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await timed(three.at(page), shop.token, `/media?limit=2${query}`);
    assert.equal(status, 200);
    const { items, nextCursor } = body as { items: { id: string }[]; nextCursor: string | null };
    seen.push(...items.map(({ id }) => id));
    cursor = nextCursor;
  }
  assert.deepEqual(seen.toSorted(), uploads.map(({ request }) => request.id).toSorted());
  for (const upload of uploads) await assertStored(next(), shop.token, upload);
});

test('who signs in to the console on one is signed in on all, and signed out on all', async () => {
  const shop = await newShop(three.folder, three.env);
  const who = ['--merchant', shop.id, '--email', 'ada@example.com', '--name', 'Ada', '--role', 'owner'];
  await asked(three.folder, three.env, 'person', 'create', ...who, '--password', 'correct horse battery');
  const body = { email: 'ada@example.com', password: 'correct horse battery' };
  const signedIn = await sendConsole(three.at(0), 'POST', '/sign-in', { body });
  assert.equal(signedIn.status, 200, signedIn.text);
  const headers = { cookie: cookieOf(secretOf(signedIn)) };
  const all = () =>
    Promise.all(three.urls().map(async (url) => (await sendConsole(url, 'GET', '/me', { headers })).status));
  assert.deepEqual(await all(), [200, 200, 200]);
  assert.ok((await sendConsole(three.at(1), 'POST', '/sign-out', { headers })).status < 300);
  assert.deepEqual(await all(), [401, 401, 401]);
});

test('tags that one adds are shown by the others at once', async () => {
  const shop = await newShop(three.folder, three.env);
  const upload = newUpload();
  assert.equal(await uploadOver(three.inTurn(), shop.token, upload), 200);
  const path = `/media/${upload.request.id}`;
  for (const url of three.urls()) await timed(url, shop.token, path);
  assert.equal((await timed(three.at(0), shop.token, `${path}/tags`, post({ add: ['Summer'] }))).status, 200);
  for (const url of three.urls()) {
    const { body } = await timed(url, shop.token, path);
    assert.deepEqual(
      (body as { tags: { name: string }[] }).tags.map(({ name }) => name),
      ['Summer'],
    );
  }
});
