// Nothing crosses from one merchant to another: every endpoint of the table, signed URLs, cursors and sessions, with two
// merchants that share ids, checksums, moments and names of tags.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import { exportArchive } from '../../server/src/archive/export-archive.js';
import { emailKey } from '../../server/src/fold.js';
import { findAccount } from '../../server/src/identity/people-queries.js';
import { parseMerchantId } from '../../server/src/ids.js';
import { newSession } from '../harness/console.js';
import { emptyCluster, openSingleDatabase } from '../harness/database.js';
import { startService, type Service } from '../harness/service.js';
import { comparableAnswer, withoutIds } from './comparable-answer.js';
import { everyCall, goodStatusOf, type Call } from './every-call.js';
import { findForeign, valuesOf } from './foreign-values.js';
import { nobodysIds, onlyBIds, sharedIds, type Ids } from './ids.js';
import { BOTH_EMAIL, foreignIdsMade, MARKS } from './marked-archive.js';
import { answerTo, lacksRoute, newResident, type Answered, type Resident } from './new-world.js';
import { takeCursors, type CursorOf } from './take-cursors.js';
import { startWatch, type Watch } from './watch.js';

const figures = { calls: 0, missing: 0, cursors: 0 };

// A lives alone in the first world and beside B in the second, which is on a cluster where there is one.
let alone: Service;
let beside: Service;
let lone: Resident;
let a: Resident;
let b: Resident;
// Of B, as it was before the first call of A's: cursors, values that A has not, and rows.
let cursorsOfB: readonly CursorOf[];
let foreign: ReadonlySet<string>;
let watch: Watch;

beforeAll(async () => {
  const isShared = inject('cluster') !== undefined;
  alone = await startService({ company: 'own', database: await openSingleDatabase() });
  beside = await startService({ company: 'own', isShared });
  await emptyCluster(beside.db);
  b = await newResident(beside, 'B');
  lone = await newResident(alone, 'A');
  a = await newResident(beside, 'A');
  cursorsOfB = await takeCursors(beside, b);
  const ofB = await valuesOf(beside, b);
  const ofA = [await valuesOf(alone, lone), await valuesOf(beside, a), new Set(foreignIdsMade())];
  foreign = new Set([...ofB].filter((value) => !ofA.some((values) => values.has(value))));
  watch = await startWatch(beside.db, b.shop.id);
});
afterAll(async () => {
  const endpoints = new Set(TITLES.map(([title]) => title)).size;
  console.log(
    `walls: 2 merchants, ${endpoints} endpoints, ${figures.calls} answers compared, ${figures.missing} foreign ids, ` +
      `${figures.cursors} cursors, ${foreign.size} values looked for; ${watch.words}, crossed: ${watch.crossings.size}`,
  );
  await Promise.all([alone.close(), beside.close()]);
  assert.deepEqual([...watch.crossings], [], 'Rows of another merchant were changed.');
});

const callsAt = (at: Ids, named: Ids, { own }: Resident): Call[] => everyCall({ at, named, own });
const anyIds = sharedIds({ person: '', personToRemove: '', session: '', merchant: '' });
// The titles alone: what is called is known once the worlds stand.
const anyOwn = { email: '', password: '', invitationSecrets: [], resetSecret: '', emailSecret: '' };
const TITLES = everyCall({ at: anyIds, named: anyIds, own: anyOwn }).map(({ title }, at) => [title, at] as const);
// What was published is no longer to be published.
const READS = TITLES.filter(([title]) => title.includes(' GET ') && !title.endsWith('/publish'));

function requireRoute(call: Call, answered: Answered): void {
  assert.ok(!lacksRoute(answered), `${call.title}: the contract has the row, the server has no route for it yet`);
}

// Before anything is left out of an answer.
function assertOwn(text: string, said: string): void {
  assert.ok(!text.toLowerCase().includes(MARKS.B.toLowerCase()), text);
  const value = findForeign(foreign, text, said);
  assert.equal(value, undefined, `${value} is another merchant's: ${text}`);
}

async function assertOwnAnswer(call: Call, { headers, text }: Answered): Promise<void> {
  const said = call.path + JSON.stringify(await call.bodyOf(async () => ({})));
  assertOwn(JSON.stringify([...headers]) + text, said);
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
    assert.equal(answered.status, goodStatusOf(mine.endpoint), `${mine.title}: ${answered.text}`);
    await assertOwnAnswer(mine, answered);
    await watch.assertUntouched(mine.title);
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

  test.each(READS)('%s (%i) still does after all that was written', async (_, at) => {
    const [answer, expected] = await answersOf(at);
    assert.equal(answer, expected);
  });

  test('what is left of the merchant is the same, too, and bears its own mark', async () => {
    const [mine, expected] = await Promise.all(
      [beside, alone].map((service) => exportArchive(service, parseMerchantId(a.shop.id))),
    );
    assert.deepEqual(comparableArchive(mine), comparableArchive(expected));
    assert.ok(JSON.stringify(mine).includes(MARKS.A));
    assertOwn(JSON.stringify(mine), '');
  });
});

// Things in the order of what they are: ids that the service drew order them otherwise in each world.
function comparableArchive(archive: unknown): unknown {
  const text = (part: unknown): string =>
    comparableAnswer({ status: 0, headers: new Headers(), text: JSON.stringify(part) });
  const parts = Object.entries(Object(withoutSecrets(archive)));
  return parts.map(([name, part]) => [name, Array.isArray(part) ? part.map(text).toSorted() : text(part)]);
}

// Tokens that a walk issued, and passwords, are salted or drawn.
const withoutSecrets = (archive: unknown): unknown =>
  JSON.parse(
    JSON.stringify(archive, (key, value: unknown) => (/^(?:secretHash|passwordHash)$/.test(key) ? 'HASH' : value)),
  );

describe('with ids that only the other merchant has', () => {
  test.each(TITLES)('%s (%i) answers exactly as to ids that nobody has', async (title, at) => {
    const { person, session } = b.ids;
    const onlyB = onlyBIds({ person, personToRemove: person, session, merchant: b.shop.id });
    const missing = nobodysIds();
    const calls = (ids: Ids) => [callsAt(ids, a.ids, a)[at], callsAt(a.ids, ids, a)[at]] as const;
    const [[byPath, byBody], [missedByPath, missedByBody]] = [calls(onlyB), calls(missing)];
    for (const [call, missed] of [[byPath, missedByPath] as const, [byBody, missedByBody] as const]) {
      assert.ok(call && missed);
      if (await isSame(call, missed)) continue;
      const answered = await answerTo(beside, a, call);
      requireRoute(call, answered);
      await assertOwnAnswer(call, answered);
      const answer = withoutIds(comparableAnswer(answered), onlyB);
      const expected = withoutIds(comparableAnswer(await answerTo(beside, a, missed)), missing);
      assert.equal(withoutMoment(answer), withoutMoment(expected));
      figures.missing += 1;
    }
    await watch.assertUntouched(title);
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
    ({ api, endpoint }) => api === 'console' && endpoint.access.by !== 'anyone',
  );
  assert.ok(calls.length >= 100);
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
  await watch.assertUntouched('X-Merchant');
});

test('a cursor of one merchant is a 400 at the other, on every list of the table', async () => {
  assert.ok(cursorsOfB.length >= 5);
  for (const { list, path } of cursorsOfB) {
    const refused = await answerTo(beside, a, { ...list, path });
    assert.deepEqual([refused.status, refused.text.includes('cursor: is not one that this list gave')], [400, true]);
    figures.cursors += 1;
  }
  await watch.assertUntouched('cursors');
});

test('every endpoint was called, and not one row of the other merchant has changed', async () => {
  assert.equal(figures.calls, TITLES.length + READS.length);
  assert.ok(figures.missing >= 50 && figures.cursors === cursorsOfB.length && foreign.size >= 100);
  await watch.assertUntouched('the end');
  assert.deepEqual([...watch.crossings], []);
});

// From here on B is at work itself.
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
