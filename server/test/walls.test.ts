// Nothing crosses from one merchant to another: every endpoint of both tables, signed URLs, cursors and sessions, with two
// merchants that share ids, checksums, moments and names of tags.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { CONSOLE_PATH } from '@vitrine/contract/console/console-endpoint';
import { exportArchive } from '../src/archive/export-archive.js';
import { emailKey } from '../src/people/email-key.js';
import { findAccount } from '../src/people/queries.js';
import { parseMerchantId } from '../src/ids.js';
import { newSession } from './console.js';
import { startService, type Service } from './service.js';
import { comparableAnswer, withoutIds } from './walls/comparable-answer.js';
import { everyCall, type Call } from './walls/every-call.js';
import { nobodysIds, onlyBIds, sharedIds, type Ids } from './walls/ids.js';
import { BOTH_EMAIL, MARKS } from './walls/marked-archive.js';
import { answerTo, lacksRoute, newResident, type Answered, type Resident } from './walls/new-world.js';
import { countRows, rowsOf, type Rows } from './walls/rows-of.js';

const NO_IDS = { person: '', personToRemove: '', merchant: '' };
const figures = { calls: 0, missing: 0, cursors: 0, crossed: 0 };

// A lives alone in the first world and beside B in the second.
let alone: Service;
let beside: Service;
let lone: Resident;
let a: Resident;
let b: Resident;
let rowsOfB: Rows;

beforeAll(async () => {
  [alone, beside] = [await startService(), await startService()];
  b = await newResident(beside, 'B');
  lone = await newResident(alone, 'A');
  a = await newResident(beside, 'A');
  rowsOfB = await rowsOf(beside.db, b.shop.id);
}, 300_000);
afterAll(async () => {
  const { calls, missing, cursors, crossed } = figures;
  const endpoints = new Set(TITLES.map(([title]) => title)).size;
  const watched = `${countRows(rowsOfB)} rows of ${Object.keys(rowsOfB).length} tables watched`;
  console.log(
    `walls: 2 merchants, ${endpoints} endpoints, ${calls} answers compared, ${missing} foreign ids, ${cursors} cursors; ` +
      `${watched}, crossed: ${crossed}`,
  );
  await Promise.all([alone.close(), beside.close()]);
});

const callsAt = (at: Ids, named: Ids, { own }: Resident): Call[] => everyCall({ at, named, own });
const anyIds = sharedIds(NO_IDS);
const anyOwn = { email: '', password: '', invitationSecrets: [] };
// The titles alone: what is called is known once the worlds stand.
const TITLES = everyCall({ at: anyIds, named: anyIds, own: anyOwn }).map(({ title }, at) => [title, at] as const);

function requireRoute(call: Call, answered: Answered): void {
  assert.ok(!lacksRoute(answered), `${call.title}: the contract has the row, the server has no route for it yet`);
}

async function assertUntouched(title: string): Promise<void> {
  const [before, now] = [rowsOfB, await rowsOf(beside.db, b.shop.id)];
  // The next call is judged by itself.
  rowsOfB = now;
  figures.crossed += Object.keys(before).filter((name) => String(now[name]) !== String(before[name])).length;
  assert.deepEqual(now, before, `${title} changed rows of another merchant`);
}

describe('with ids that both merchants have', () => {
  const answersOf = async (at: number): Promise<readonly [string, string]> => {
    const mine = callsAt(a.ids, a.ids, a)[at];
    const theirs = callsAt(lone.ids, lone.ids, lone)[at];
    assert.ok(mine && theirs);
    for (const { clock } of [alone, beside]) clock.advance(1_000);
    const answered = await answerTo(beside, a, mine);
    const expected = await answerTo(alone, lone, theirs);
    requireRoute(mine, answered);
    assert.equal(answered.status, 200, `${mine.title}: ${answered.text}`);
    const whole = JSON.stringify([...answered.headers]) + answered.text;
    assert.ok(!whole.toLowerCase().includes(MARKS.B.toLowerCase()), whole);
    await assertUntouched(mine.title);
    figures.calls += 1;
    return [comparableAnswer(answered), comparableAnswer(expected)];
  };

  test.each(TITLES)(
    '%s (%i) answers as if the other merchant did not exist, and leaves its rows alone',
    async (_, at) => {
      const [answer, expected] = await answersOf(at);
      assert.equal(answer, expected);
    },
  );

  // What was published is no longer to be published.
  const READS = TITLES.filter(([title]) => title.includes(' GET ') && !title.endsWith('/publish'));

  test.each(READS)('%s (%i) still does after all that was written', async (_, at) => {
    const [answer, expected] = await answersOf(at);
    assert.equal(answer, expected);
  });

  test('what is left of the merchant is the same, too, and bears its own mark', async () => {
    const [mine, expected] = await Promise.all(
      [beside, alone].map((service) => exportArchive(service, parseMerchantId(a.shop.id))),
    );
    const text = ({ headers = new Headers(), archive }: { headers?: Headers; archive: unknown }) =>
      comparableAnswer({ status: 0, headers, text: JSON.stringify(archive) });
    assert.equal(text({ archive: withoutSecrets(mine) }), text({ archive: withoutSecrets(expected) }));
    assert.ok(JSON.stringify(mine).includes(MARKS.A));
    assert.ok(!JSON.stringify(mine).includes(MARKS.B));
  });
});

// Tokens that a walk issued, and passwords, are salted or drawn.
const withoutSecrets = (archive: unknown): unknown =>
  JSON.parse(
    JSON.stringify(archive, (key, value: unknown) => (/^(?:secretHash|passwordHash)$/.test(key) ? 'HASH' : value)),
  );

describe('with ids that only the other merchant has', () => {
  test.each(TITLES)('%s (%i) answers exactly as to ids that nobody has', async (title, at) => {
    const foreign = onlyBIds({ person: b.ids.person, personToRemove: b.ids.person, merchant: b.shop.id });
    const missing = nobodysIds();
    const calls = (ids: Ids) => [callsAt(ids, a.ids, a)[at], callsAt(a.ids, ids, a)[at]] as const;
    const [[byPath, byBody], [missedByPath, missedByBody]] = [calls(foreign), calls(missing)];
    for (const [call, missed] of [[byPath, missedByPath] as const, [byBody, missedByBody] as const]) {
      assert.ok(call && missed);
      if (await isSame(call, missed)) continue;
      const answered = await answerTo(beside, a, call);
      requireRoute(call, answered);
      const answer = withoutIds(comparableAnswer(answered), foreign);
      const expected = withoutIds(comparableAnswer(await answerTo(beside, a, missed)), missing);
      assert.equal(withoutMoment(answer), withoutMoment(expected));
      assert.ok(!answer.includes(MARKS.B));
      figures.missing += 1;
    }
    await assertUntouched(title);
  });
});

// Of two web pages that are added the second is the newer one.
const withoutMoment = (answer: string): string => answer.replace(/(?<="createdAt":")[^"]*/, 'MOMENT');

// A call that names no id where ids were changed.
async function isSame(call: Call, other: Call): Promise<boolean> {
  const [body, otherBody] = [await call.bodyOf(async () => ({})), await other.bodyOf(async () => ({}))];
  return call.path === other.path && JSON.stringify(body) === JSON.stringify(otherBody);
}

test('a person of one merchant finds no other by X-Merchant, on any endpoint', async () => {
  const { send } = await newSession(beside, a.ownerId);
  const calls = callsAt(a.ids, a.ids, a).filter(
    ({ api, endpoint }) => api === 'console' && 'role' in endpoint && endpoint.role !== 'anyone',
  );
  for (const call of calls) {
    const body = await call.bodyOf(async () => ({}));
    const answers = [];
    for (const merchant of [b.shop.id, nobodysIds().merchant]) {
      const path = call.path.slice(CONSOLE_PATH.length);
      answers.push(await send(call.endpoint.method, path, { body, headers: { 'x-merchant': merchant } }));
    }
    const [foreign, missing] = answers.map(({ status, text }) => [status, text]);
    assert.equal(foreign?.[0], 404, call.title);
    assert.deepEqual(foreign, missing);
  }
  await assertUntouched('X-Merchant');
});

// From here on B is at work itself.
test('a cursor of one merchant is a 400 at the other, on every list of both tables', async () => {
  const lists = callsAt(a.ids, a.ids, a).filter(
    ({ endpoint, path }) =>
      endpoint.query !== undefined && 'cursor' in endpoint.query.properties && !path.includes('?'),
  );
  assert.ok(lists.length >= 5);
  for (const list of lists) {
    const page = await answerTo(beside, b, { ...list, path: `${list.path}?limit=1` });
    requireRoute(list, page);
    const { nextCursor } = JSON.parse(page.text) as { nextCursor: string | null };
    assert.ok(nextCursor, list.title);
    const path = `${list.path}?limit=1&cursor=`;
    const own = await answerTo(beside, b, { ...list, path: path + nextCursor });
    assert.equal(own.status, 200, list.title);
    const foreign = await answerTo(beside, a, { ...list, path: path + nextCursor });
    assert.deepEqual([foreign.status, foreign.text.includes('cursor: is not one that this list gave')], [400, true]);
    figures.cursors += 1;
  }
});

test('a person of both sees each apart', async () => {
  const both = (await findAccount(beside.db, emailKey(BOTH_EMAIL)))?.id ?? '';
  const { get } = await newSession(beside, both);
  for (const [mine, other, { shop }] of [[MARKS.A, MARKS.B, a] as const, [MARKS.B, MARKS.A, b] as const]) {
    for (const call of callsAt(a.ids, a.ids, a).filter(({ api, title }) => api === 'console' && / GET /.test(title))) {
      if (call.name === 'getMe') continue;
      const { text } = await get(call.path.slice(CONSOLE_PATH.length), { 'x-merchant': shop.id });
      assert.ok(!text.includes(other), `${call.title}: ${text}`);
    }
    assert.ok((await get('/merchant', { 'x-merchant': shop.id })).text.includes(mine));
  }
});
