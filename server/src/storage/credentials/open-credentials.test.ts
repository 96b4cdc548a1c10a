// Keys that end: new ones in time, URLs that last as long as they are promised, and what happens when none come.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, afterEach, test, vi } from 'vitest';
import { newSession, startBucket, startKeyGiver, type KeyGiver } from '../../../../tests/harness/key-giver.js';
import { createTestClock, type TestClock } from '../../../../tests/harness/test-clock.js';
import { newFile, put, TEST_BUCKET, TEST_KEYS } from '../../../../tests/harness/test-disk.js';
import { newObjectKey } from '../object-key.js';
import type { ObjectStore } from '../object-store.js';
import { SIGNED_FOR_SECONDS, WINDOW_SECONDS } from '../presign-object.js';
import { rememberWindows } from '../remember-windows.js';
import { createS3Store } from '../s3-store.js';
import { StorageUnavailableError } from '../storage-errors.js';
import { toKeySource } from './key-source.js';
import { openCredentials, type RenewedCredentials } from './open-credentials.js';
import { LOOK_MS, renewAfterMs, retryAfterMs, SESSION_MS_MIN } from './open-credentials.js';

const MINUTE_MS = 60_000;
// However busy the machine is.
const ANSWER_MS_MAX = 2 * MINUTE_MS;
// A window of URLs begins here.
const START = '2026-11-15T12:00:00Z';

let clock: TestClock;
let giver: KeyGiver;
let bucket: Awaited<ReturnType<typeof startBucket>>;
let credentials: RenewedCredentials;
let lines: string[];

beforeAll(async () => {
  clock = createTestClock(START);
  giver = await startKeyGiver(newSession(clock, 60));
  bucket = await startBucket({ bucket: TEST_BUCKET, region: TEST_KEYS.region }, clock);
});
afterAll(async () => {
  giver.close();
  await bucket.close();
});
beforeEach(() => {
  // The test looks, and nobody else.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  clock.set(START);
  lines = [];
  giver.state.spoil = undefined;
});
afterEach(() => {
  credentials.stop();
  vi.useRealTimers();
});

const log = {
  info: (details: object, line: string) => void lines.push(`${line} ${JSON.stringify(details)}`),
  warn: (details: object, line: string) => void lines.push(`${line} ${JSON.stringify(details)}`),
};

// What is handed out from now on.
function give(minutes: number): void {
  giver.state.session = newSession(clock, minutes);
  bucket.accept(giver.state.session);
}

async function open(): Promise<ObjectStore> {
  const source = toKeySource({ kind: 'instance', endpoint: giver.url }, ANSWER_MS_MAX);
  credentials = await openCredentials(source, { clock, log });
  return createS3Store({
    region: TEST_KEYS.region,
    credentials,
    endpoint: bucket.url,
    bucket: TEST_BUCKET,
    clock,
    integrity: 'checksum',
  });
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

test('URLs of a session carry its token, work for their time, and those of the next take their place before', async () => {
  give(60);
  const store = await open();
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('image/png');
  const upload = store.signedPut(key, declared);
  const { sessionToken } = giver.state.session;
  for (const url of [upload.url, store.signedGetUrl(key), store.windowGetUrl(key)])
    assert.equal(new URL(url).searchParams.get('X-Amz-Security-Token'), sessionToken);
  assert.equal((await put(upload, bytes)).status, 200);
  assert.deepEqual(await store.head(key), { sizeBytes: 1000 });
  const parts = await store.createParts(newObjectKey('image/png'), 'image/png', key);
  const part = store.signedPart(parts, { number: 1, sizeBytes: 1000, sha256: declared.sha256 });
  assert.equal((await put(part, bytes)).status, 200);

  // The last moment at which the first session is used.
  clock.advance(30 * MINUTE_MS);
  const last = store.signedGetUrls([key, key, key, key]);
  give(60);
  await credentials.look();
  assert.equal(credentials.keys().accessKeyId, giver.state.session.accessKeyId);
  assert.deepEqual(credentials.counts(), { renewed: 1, failed: 0 });
  assert.ok(store.signedGetUrl(key).includes(giver.state.session.accessKeyId));
  clock.advance(SIGNED_FOR_SECONDS * 1000 - 1);
  assert.deepEqual(await Promise.all(last.map(statusOf)), [200, 200, 200, 200]);
  await store.check();
  assert.deepEqual(
    lines.map((line) => line.split(' {')[0]),
    ['the bucket got new keys'],
  );
});

test('nobody is asked while keys last, and another role of the machine is taken when they are renewed', async () => {
  give(6 * 60);
  await open();
  const asked = giver.state.asked;
  clock.advance(2 * 60 * MINUTE_MS);
  await credentials.look();
  assert.equal(giver.state.asked, asked);
  giver.state.role = 'another-role';
  give(6 * 60);
  clock.advance(60 * MINUTE_MS);
  await credentials.look();
  assert.equal(credentials.keys().accessKeyId, giver.state.session.accessKeyId);
});

test('a machine that gives the same keys again is asked every minute, until it gives others', async () => {
  give(30);
  await open();
  const [first, asked] = [credentials.keys(), giver.state.asked];
  for (let minute = 0; minute < 3; minute += 1) {
    clock.advance(MINUTE_MS);
    await credentials.look();
  }
  assert.equal(giver.state.asked, asked + 9);
  assert.equal(credentials.keys(), first);
  assert.deepEqual([credentials.counts(), lines], [{ renewed: 0, failed: 0 }, []]);
  for (let minute = 0; minute < 12; minute += 1) {
    clock.advance(MINUTE_MS);
    await credentials.look();
  }
  assert.deepEqual(
    lines.map((line) => line.split(':')[0]),
    ['the keys of the bucket end too soon'],
  );
});

test('while no new keys come the old ones serve; when they have ended, storage is away, until keys come again', async () => {
  give(60);
  const store = await open();
  const key = newObjectKey('image/png');
  giver.state.spoil = (_, response) => void response.writeHead(500).end();
  clock.advance(31 * MINUTE_MS);
  await credentials.look();
  await credentials.look();
  assert.deepEqual(credentials.counts(), { renewed: 0, failed: 1 }); // the second look is too soon
  await store.check();
  assert.ok(store.signedGetUrl(key));
  assert.match(
    lines.join(),
    /^the bucket got no new keys; the old ones are used while they last .*"endsAt":"2026-11-15T13:00:00.000Z"/,
  );

  clock.advance(29 * MINUTE_MS);
  await credentials.look();
  for (const call of [() => store.check(), () => store.head(key), async () => store.signedGetUrl(key)])
    await assert.rejects(call, (error: unknown) => {
      assert.ok(error instanceof StorageUnavailableError);
      assert.match(
        error.message,
        /^The keys of the bucket \(from the machine's role, at .*\) ended at 2026-11-15T13:00/,
      );
      return true;
    });
  // Keys that have ended are none.
  giver.state.spoil = undefined;
  clock.advance(MINUTE_MS);
  await credentials.look();
  assert.equal(credentials.counts().failed, 3);
  give(60);
  clock.advance(MINUTE_MS);
  await credentials.look();
  await store.check();
  for (const secret of [giver.state.session.secretAccessKey, giver.state.session.sessionToken])
    assert.ok(!lines.join().includes(secret));
});

test('a start without keys is refused after three tries', async () => {
  give(60);
  const asked = giver.state.asked;
  giver.state.spoil = (_, response) => void response.writeHead(500).end();
  await assert.rejects(open(), /metadata service at .* answered 500\.$/);
  assert.equal(giver.state.asked, asked + 3);
});

test('a session that is too short for URLs is told at the start', async () => {
  give(15);
  await open();
  assert.match(lines.join(), /^the keys of the bucket end too soon: URLs end with them, before 15 minutes/);
});

test('what people are shown is signed anew with new keys, also within a window', async () => {
  give(20);
  const store = rememberWindows(await open(), clock);
  const key = newObjectKey('image/png');
  const first = store.signedGetUrl(key);
  clock.advance(2 * MINUTE_MS);
  assert.equal(store.signedGetUrl(key), first);
  give(20);
  await credentials.look();
  assert.ok(clock.now() < Date.parse(START) + WINDOW_SECONDS * 1000);
  assert.ok(store.signedGetUrl(key).includes(giver.state.session.accessKeyId));
});

test('keys in files are taken once both are written, without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-keys-'));
  const files = { accessKeyId: join(folder, 'id'), secretAccessKey: join(folder, 'secret') };
  const write = async (keys: Partial<typeof files>): Promise<void> => {
    for (const [name, value] of Object.entries(keys)) await writeFile(files[name as keyof typeof files], value);
  };
  await write({ accessKeyId: 'ONE', secretAccessKey: 'one' });
  const empty = { accessKeyId: '', secretAccessKey: '' };
  credentials = await openCredentials(toKeySource({ kind: 'keys', keys: empty, files }), { clock, log });
  const used: string[] = [];
  const look = async (): Promise<void> => {
    await credentials.look();
    used.push(Object.values(credentials.keys()).join(' '));
  };
  await look();
  await write({ accessKeyId: 'TWO' });
  await look(); // one of two
  await write({ secretAccessKey: 'two' });
  await look();
  await look();
  await rm(files.accessKeyId);
  await look();
  clock.advance(MINUTE_MS);
  await write({ accessKeyId: 'THREE', secretAccessKey: 'three' });
  await look();
  await look();
  await rm(folder, { recursive: true });
  assert.deepEqual(used, ['ONE one', 'ONE one', 'ONE one', 'TWO two', 'TWO two', 'TWO two', 'THREE three']);
  assert.deepEqual(credentials.counts(), { renewed: 2, failed: 1 });
});

test('whatever a session lasts, if it is not too short: URLs of its last moment outlive their promise, not their keys', () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: SESSION_MS_MIN, max: 36 * 60 * MINUTE_MS }), random, (remainingMs, share) => {
      const left = remainingMs - renewAfterMs(remainingMs, share) - 2 * LOOK_MS;
      assert.ok(left >= SIGNED_FOR_SECONDS * 1000, String(left));
    }),
  );
  assert.deepEqual(
    [1, 2, 3, 9].map((failures) => retryAfterMs(failures, 0)),
    [2_000, 4_000, 8_000, 30_000],
  );
  assert.equal(renewAfterMs(60 * MINUTE_MS, 0), 30 * MINUTE_MS);
});
