import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { newPerson, sendConsole, type ConsoleAnswer } from '../../../tests/harness/console.js';
import { startService, type Service, type Shop } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/test-disk.js';
import { upload } from '../../../tests/harness/upload.js';
import { parseMerchantId } from '../ids.js';
import { createPerson } from './create-person.js';
import { argon2id } from './password.js';

const AT_ONCE = 2;
const WAITING = 16;
const PEOPLE = 40;
// The events come when they come; this is for a run that goes wrong.
const PATIENCE_MS = 300_000;
const BUSY = {
  error: 'rate_limited',
  message: 'Too many people sign in at this moment. Try again in a few seconds.',
};

let service: Service;
let shop: Shop;
let folder: string;
let pipe: string;
let release: () => void;
let running = 0;
let most = 0;
let isHeld = true;

// Hashing that holds its thread, one of libuv's four, for as long as the test likes: opening a pipe for reading waits for
// somebody who writes.
async function hold<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  most = Math.max(most, running);
  if (isHeld) await (await open(pipe, 'r')).close();
  return work().finally(() => (running -= 1));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-hashing-'));
  service = await startService({
    hashing: {
      hash: (password) => hold(() => argon2id.hash(password)),
      verify: (hash, password) => hold(() => argon2id.verify(hash, password)),
    },
  });
  shop = await service.newMerchant();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

let tests = 0;
beforeEach(() => {
  tests += 1;
  pipe = join(folder, `pipe-${tests}`);
  execFileSync('mkfifo', [pipe]);
  isHeld = true;
  most = 0;
  release = () => {
    isHeld = false;
    // For reading too, which waits for nobody. It stays open, so that who is about to wait does not.
    const opened = openSync(pipe, 'r+');
    release = () => closeSync(opened);
  };
});
afterEach(() => {
  if (isHeld) release();
  release();
});

// So many strangers at once, from so many addresses. Answers are gathered as they come.
function signInAtOnce(people: number) {
  const answers: ConsoleAnswer[] = [];
  const all = Array.from({ length: people }, async (_, at) => {
    const headers = { 'x-forwarded-for': `198.51.100.${at}` };
    const body = { email: `stranger${tests}.${at}@example.com`, password: 'a guess' };
    answers.push(await sendConsole(service.url, 'POST', '/sign-in', { body, headers }));
  });
  return { answers, all: Promise.all(all) };
}

// Every place taken: two that hash, and as many who wait as may.
async function takeEveryPlace() {
  const { answers, all } = signInAtOnce(AT_ONCE + WAITING + 1);
  await until(() => answers.length === 1 && running === AT_ONCE, PATIENCE_MS);
  return { all };
}

test('of many who sign in at once two are looked at, sixteen wait, and the others are told so before any work', async () => {
  const { answers, all } = signInAtOnce(PEOPLE);
  await until(() => answers.length === PEOPLE - AT_ONCE - WAITING && running === AT_ONCE, PATIENCE_MS);
  for (const { status, headers, body } of answers) {
    assert.deepEqual([status, headers.get('retry-after'), body], [429, '2', BUSY]);
  }
  release();
  await all;
  assert.equal(answers.filter(({ status }) => status === 401).length, AT_ONCE + WAITING);
  assert.equal(most, AT_ONCE);
});

test('the store answers while as many passwords are looked at as may be', async () => {
  const { fileUrl } = await upload(shop, 'the bytes of a picture');
  const { all } = await takeEveryPlace();
  const answer = await fetch(fileUrl ?? '', { signal: AbortSignal.timeout(PATIENCE_MS) });
  assert.equal(await answer.text(), 'the bytes of a picture');
  assert.equal(running, AT_ONCE);
  release();
  await all;
});

test('accepting an invitation goes through the same gate, and works once there is a place', async () => {
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const invitation = await owner.post('/invitations', { email: 'guest@example.com', role: 'staff' });
  const body = { secret: String(invitation.json['link']).split('#')[1], name: 'Guest', password: 'a good password' };
  const accept = () => sendConsole(service.url, 'POST', '/invitations/accept', { body });
  const { all } = await takeEveryPlace();
  const { status, headers, body: refused } = await accept();
  assert.deepEqual([status, headers.get('retry-after'), refused], [429, '2', BUSY]);
  release();
  await all;
  assert.equal((await accept()).status, 200);
});

test('who finds no place has made no attempt', async () => {
  const person = { email: 'ada@example.com', name: 'Ada', role: 'owner', password: 'a good password' } as const;
  await createPerson(service, parseMerchantId(shop.id), person);
  const signIn = (password: string) =>
    sendConsole(service.url, 'POST', '/sign-in', { body: { email: person.email, password } });
  const { all } = await takeEveryPlace();
  for (let at = 0; at < 15; at += 1) assert.deepEqual((await signIn('a guess')).body, BUSY);
  release();
  await all;
  assert.equal((await signIn('a guess')).status, 401);
  assert.equal((await signIn(person.password)).status, 200);
});
