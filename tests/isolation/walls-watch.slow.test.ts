// The watch of walls.test.ts itself: it sees every table that has a merchant, and a change of any row of them.
import assert from 'node:assert/strict';
import { beforeAll, test } from 'vitest';
import { newSession } from '../harness/console.js';
import { useService } from '../harness/service.js';
import { comparableAnswer } from './comparable-answer.js';
import { findForeign, valuesOf } from './foreign-values.js';
import { merchantIdOf } from './marked-archive.js';
import { newResident, type Resident } from './new-world.js';
import { merchantTables, personTables, rowsOf } from './rows-of.js';
import { startWatch } from './watch.js';

const ID = merchantIdOf('B');
// Requests are counted in the process here, no upload was dropped, every code was come for, and nothing else was deleted; a session chooses its
// merchant later, and links were not handed out by somebody of it.
const EMPTY = [
  'account_links',
  'activity_objects',
  'ai_codes',
  'deleted_content',
  'pending_deletions',
  'request_counts',
  'sessions',
];

const service = useService();
let resident: Resident;

beforeAll(async () => {
  resident = await newResident(service, 'B');
});

test('every table that has a merchant is watched, and all but a few have rows', async () => {
  const rows = await rowsOf(service.db, ID);
  const tables = await merchantTables(service.db);
  const ofPeople = (await personTables(service.db)).map((table) => `${table} of its people`);
  assert.ok(tables.length >= 16);
  assert.deepEqual(Object.keys(rows).toSorted(), [...tables, 'merchants', 'people', ...ofPeople].toSorted());
  assert.ok(ofPeople.includes('sessions of its people'));
  assert.deepEqual(
    [...tables, 'sessions of its people', 'account_links of its people'].filter((name) => rows[name]?.length === 0),
    EMPTY,
  );
});

test('one row less in any of them is seen', async () => {
  const before = await rowsOf(service.db, ID);
  for (const table of (await merchantTables(service.db)).filter((name) => !EMPTY.includes(name))) {
    const taken = new Error('taken back');
    const attempt = service.db.transaction(async (db) => {
      await db.rows({ text: `delete from ${table} where ctid = (select min(ctid) from ${table})`, values: [] });
      assert.notDeepEqual(await rowsOf(db, ID), before, table);
      throw taken;
    });
    await assert.rejects(attempt, taken);
  }
  assert.deepEqual(await rowsOf(service.db, ID), before);
});

test('a row that another merchant changed is seen at every look from then on, and the call that did it is named', async () => {
  const watch = await startWatch(service.db, ID);
  await watch.assertUntouched('a call that changes nothing');
  await service.db.rows({ text: 'update tags set name = upper(name) where merchant_id = $1', values: [ID] });
  // A second try of the same is no better than the first.
  for (const title of ['the call that did it', 'its second try', 'another call'])
    await assert.rejects(watch.assertUntouched(title), /: tags since the call that did it$/m);
  assert.deepEqual([...watch.crossings], [['tags', 'the call that did it']]);
});

test("another merchant's URL, key, signature, secret, id or cursor is found in an answer, though no comparison sees it", async () => {
  const values = await valuesOf(service, resident);
  const { get } = await newSession(service, resident.ownerId);
  const { json: item } = await get(`/media/${resident.ids.stored}`);
  const url = new URL(String(item['fileUrl']));
  const { json: page } = await get('/media?limit=2');
  const taken = {
    url: url.href,
    key: url.pathname.split('/').at(-1) ?? '',
    signature: url.searchParams.get('X-Amz-Signature') ?? '',
    secret: resident.shop.secret,
    id: resident.ids.person,
    cursor: String(page['nextCursor']),
  };
  for (const [name, value] of Object.entries(taken)) {
    assert.ok(value.length >= 36, name);
    assert.ok(findForeign(values, JSON.stringify({ name: `x-${value}` }), '') !== undefined, name);
  }
  assert.equal(findForeign(values, `{"id":"${resident.ids.person}"}`, `/people/${resident.ids.person}`), undefined);
  assert.equal(findForeign(values, '{"id":"00000000-0000-4000-8000-000000000000"}', ''), undefined);
});

test('what is left out of a comparison is what is drawn, and nothing else', () => {
  const answered = (text: string, headers: Record<string, string> = {}) =>
    comparableAnswer({ status: 200, headers: new Headers(headers), text });
  const id = '8b1f6c1e-2f64-4f6e-9a55-0d4f5c1d2e3f';
  assert.equal(answered(`{"id":"${id}"}`), answered('{"id":"00000000-0000-4000-8000-000000000000"}'));
  assert.equal(answered('{}', { date: 'now', 'x-request-id': id }), answered('{}'));
  for (const [one, other] of [
    ['{"name":"Item xAlpha"}', '{"name":"Item xBravo"}'],
    ['{"id":"ef38e313-eb67-7ee9-8f34-a3acde6a9e33"}', '{"id":"ef38e313-eb67-7ee9-8f34-a3acde6a9e34"}'],
    [`{"nextCursor":"${cursorAt('b')}"}`, `{"nextCursor":"${cursorAt('c')}"}`],
  ] as const)
    assert.notEqual(answered(one), answered(other));
  assert.notEqual(answered('{}', { etag: '"1"' }), answered('{}', { etag: '"2"' }));
});

const cursorAt = (at: string): string => Buffer.from(`${'s'.repeat(16)}["2026","${at}"]`).toString('base64url');
