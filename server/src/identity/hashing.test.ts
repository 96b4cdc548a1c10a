import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIGN_IN_FAILURES_PER_ADDRESS_MAX } from '@vitrine/contract/console-limits';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import {
  browserOf,
  newPerson,
  PERSON_PASSWORD,
  sendConsole,
  type ConsoleAnswer,
} from '../../../tests/harness/console.js';
import { startService, type Service, type Shop } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/test-disk.js';
import { upload } from '../../../tests/harness/upload.js';
import { parseMerchantId } from '../ids.js';
import { createPerson } from './create-person.js';
import { argon2id } from './password.js';

const WORKERS = 2;
const STRANGERS_WAITING = 12;
const TRUSTED_WAITING = 4;
// The events come when they come; this is for a run that goes wrong.
const PATIENCE_MS = 300_000;
const BUSY = {
  error: 'rate_limited',
  message: 'Too many people sign in at this moment. Try again in a few seconds.',
};

const PASSWORD = 'a good password';

let service: Service;
let shop: Shop;
let folder: string;
let pipe: string;
let release: () => void;
let running = 0;
let most = 0;
let isHeld = true;

// Holds one of libuv's four threads until the test releases it: opening a pipe for reading waits for a writer.
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
    // Opened for reading too, which does not wait. It stays open, so that later readers do not wait either.
    const opened = openSync(pipe, 'r+');
    release = () => closeSync(opened);
  };
});
afterEach(() => {
  if (isHeld) release();
  release();
});

// Sends sign-ins of strangers, one from each address. Answers are gathered as they come.
function signInFrom(addresses: readonly string[]) {
  const answers: ConsoleAnswer[] = [];
  const all = addresses.map(async (address, at) => {
    const body = { email: `stranger${tests}.${at}@example.com`, password: 'a guess' };
    const headers = { 'x-forwarded-for': address };
    answers.push(await sendConsole(service.url, 'POST', '/sign-in', { body, headers }));
  });
  return { answers, all: Promise.all(all) };
}

const manyAddresses = (count: number): string[] => Array.from({ length: count }, (_, at) => `198.51.100.${at}`);

// Strangers take every place they can have: one runs, the others wait.
async function fillStrangersPlaces() {
  const { answers, all } = signInFrom(manyAddresses(1 + STRANGERS_WAITING + 1));
  await until(() => answers.length === 1 && running === 1, PATIENCE_MS);
  return { all };
}

// Signed-in people take the other worker and every waiting place that is kept for trusted callers.
async function fillTrustedPlaces() {
  const answers: ConsoleAnswer[] = [];
  const people = await Promise.all(
    Array.from({ length: 1 + TRUSTED_WAITING + 1 }, () => newPerson(service, { [shop.id]: 'staff' })),
  );
  const all = people.map(async (person) => {
    answers.push(await person.post('/me/prove', { password: PERSON_PASSWORD }));
  });
  await until(() => answers.length === 1 && running === WORKERS, PATIENCE_MS);
  return { answers, all: Promise.all(all) };
}

// An account with a browser that has signed in to it before.
async function newKnownBrowser() {
  const person = { email: `known${tests}@example.com`, name: 'Ada', role: 'owner', password: PASSWORD } as const;
  await createPerson(service, parseMerchantId(shop.id), person);
  const signIn = (password: string, headers: Record<string, string> = {}) =>
    sendConsole(service.url, 'POST', '/sign-in', { body: { email: person.email, password }, headers });
  isHeld = false;
  const cookie = browserOf(await signIn(PASSWORD));
  isHeld = true;
  most = 0;
  return { cookie, signIn };
}

test('checks one password of strangers at a time, lets twelve wait and refuses the others', async () => {
  const { answers, all } = signInFrom(manyAddresses(40));
  await until(() => answers.length === 40 - 1 - STRANGERS_WAITING && running === 1, PATIENCE_MS);
  for (const { status, headers, body } of answers) {
    assert.deepEqual([status, headers.get('retry-after'), body], [429, '2', BUSY]);
  }
  release();
  await all;
  assert.equal(answers.filter(({ status }) => status === 401).length, 1 + STRANGERS_WAITING);
  assert.equal(most, 1);
});

test.each([
  ['IPv4 address', () => Array.from({ length: 10 }, () => '203.0.113.1')],
  ['IPv6 /56', () => Array.from({ length: 10 }, (_, at) => `2001:db8:5:ab${at.toString(16).padStart(2, '0')}::1`)],
])('lets two sign-ins of one %s wait, and leaves the other places to others', async (_, addresses) => {
  const many = signInFrom(addresses());
  await until(() => many.answers.length === 10 - 1 - 2 && running === 1, PATIENCE_MS);
  const others = signInFrom(manyAddresses(STRANGERS_WAITING - 2 + 1));
  await until(() => others.answers.length === 1, PATIENCE_MS);
  release();
  await Promise.all([many.all, others.all]);
  const checked = [...many.answers, ...others.answers].filter(({ status }) => status === 401);
  assert.equal(checked.length, 1 + STRANGERS_WAITING);
});

test('signs in with a known browser while strangers hold all their places', async () => {
  const { cookie, signIn } = await newKnownBrowser();
  const strangers = await fillStrangersPlaces();
  assert.deepEqual((await signIn(PASSWORD)).body, BUSY);
  const known = signIn(PASSWORD, { cookie });
  await until(() => running === WORKERS, PATIENCE_MS);
  release();
  assert.equal((await known).status, 200);
  await strangers.all;
});

test('lets four trusted callers wait, and finishes them beside a flood of strangers', async () => {
  const strangers = await fillStrangersPlaces();
  const { answers, all } = await fillTrustedPlaces();
  const [refused] = answers;
  assert.deepEqual([refused?.status, refused?.headers.get('retry-after'), refused?.body], [429, '2', BUSY]);
  release();
  await Promise.all([all, strangers.all]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1 + TRUSTED_WAITING);
  assert.equal(most, WORKERS);
});

test('serves stored files while every worker checks a password', async () => {
  const { fileUrl } = await upload(shop, 'the bytes of a picture');
  const strangers = await fillStrangersPlaces();
  const trusted = await fillTrustedPlaces();
  const answer = await fetch(fileUrl ?? '', { signal: AbortSignal.timeout(PATIENCE_MS) });
  assert.equal(await answer.text(), 'the bytes of a picture');
  assert.equal(running, WORKERS);
  release();
  await Promise.all([strangers.all, trusted.all]);
});

test('queues the password of a new account as that of a trusted caller', async () => {
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const invitation = await owner.post('/invitations', { email: 'guest@example.com', role: 'staff' });
  const body = { secret: String(invitation.json['link']).split('#')[1], name: 'Guest', password: PASSWORD };
  const accept = () => sendConsole(service.url, 'POST', '/invitations/accept', { body });
  const strangers = await fillStrangersPlaces();
  const trusted = await fillTrustedPlaces();
  const { status, headers, body: refused } = await accept();
  assert.deepEqual([status, headers.get('retry-after'), refused], [429, '2', BUSY]);
  release();
  await Promise.all([strangers.all, trusted.all]);
  assert.equal((await accept()).status, 200);
});

test('counts a refusal by the queue for the address', async () => {
  const { signIn } = await newKnownBrowser();
  const from = { 'x-forwarded-for': '203.0.113.77' };
  const { all } = await fillStrangersPlaces();
  for (let at = 0; at < SIGN_IN_FAILURES_PER_ADDRESS_MAX; at += 1)
    assert.deepEqual((await signIn('a guess', from)).body, BUSY);
  const stopped = await signIn(PASSWORD, from);
  assert.deepEqual(stopped.body, { error: 'rate_limited', message: 'Too many attempts. Try again in 15 min.' });
  release();
  await all;
});

test('does not count a refusal by the queue as a guess at the email', async () => {
  const { signIn } = await newKnownBrowser();
  const { all } = await fillStrangersPlaces();
  for (let at = 0; at < 15; at += 1) assert.deepEqual((await signIn('a guess')).body, BUSY);
  release();
  await all;
  assert.equal((await signIn('a guess')).status, 401);
  assert.equal((await signIn(PASSWORD)).status, 200);
});
