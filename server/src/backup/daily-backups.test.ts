import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { createTestClock, type TestClock } from '../../../tests/harness/test-clock.js';
import { CommandError } from '../errors.js';
import { openDailyBackups } from './daily-backups.js';
import { verifyBackup } from './verify-backup.js';

const HOUR_MS = 3_600_000;
const ADVICE = 'Name a folder of the account that the service runs as.';

let database: TestDatabase;
let root: string;
let folder: string;
let dataDir: string;
let clock: TestClock;

beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-daily-'));
  [folder, dataDir] = [join(root, 'backups'), join(root, 'data')];
  await mkdir(join(dataDir, 'objects'), { recursive: true });
  clock = createTestClock('2026-06-15T12:00:30.000Z');
  return () => rm(root, { recursive: true });
});

const open = () =>
  openDailyBackups(
    { db: database.db, dataDir, clock, log: pino({ enabled: false }) },
    { folder, minuteOfDay: 3 * 60 + 30, keep: 3 },
  );
const going = new AbortController().signal;
const names = async (): Promise<string[]> => (await readdir(folder)).toSorted();

test('one is made at once where there is none, and then one a day at its time', async () => {
  const backups = await open();
  assert.equal(backups.newestAt(), undefined);
  assert.equal(await backups.takeDue(going), 15.5 * HOUR_MS - 30_000);
  assert.deepEqual(await names(), ['vitrine-2026-06-15T120030Z']);
  assert.equal(backups.newestAt(), Date.parse('2026-06-15T12:00:30Z'));
  const { manifest } = await verifyBackup(
    { report: () => undefined, signal: going },
    join(folder, 'vitrine-2026-06-15T120030Z'),
  );
  assert.equal(manifest.madeAt, '2026-06-15T12:00:30.000Z');

  clock.advance(15 * HOUR_MS);
  assert.equal(await backups.takeDue(going), 0.5 * HOUR_MS - 30_000, 'not yet');
  clock.advance(0.5 * HOUR_MS - 30_000);
  assert.equal(await backups.takeDue(going), 24 * HOUR_MS);
  assert.deepEqual(await names(), ['vitrine-2026-06-15T120030Z', 'vitrine-2026-06-16T033000Z']);
});

test('a start takes what is due for a machine that was off, and nothing else', async () => {
  await (await open()).takeDue(going);
  clock.advance(2 * HOUR_MS);
  const again = await open();
  assert.equal(again.newestAt(), Date.parse('2026-06-15T12:00:30Z'));
  await again.takeDue(going);
  assert.equal((await names()).length, 1);
  clock.advance(30 * HOUR_MS);
  await (await open()).takeDue(going);
  assert.deepEqual(await names(), ['vitrine-2026-06-15T120030Z', 'vitrine-2026-06-16T200030Z']);
});

test('one that was made while the clock was ahead keeps none from being made', async () => {
  await mkdir(join(folder, 'vitrine-2030-01-01T000000Z'), { recursive: true });
  const backups = await open();
  assert.equal(backups.newestAt(), undefined);
  await backups.takeDue(going);
  assert.equal(backups.newestAt(), Date.parse('2026-06-15T12:00:30Z'));
  assert.deepEqual(await names(), ['vitrine-2026-06-15T120030Z', 'vitrine-2030-01-01T000000Z']);
});

test('as many as wanted are kept, the newest; what has another name stays', async () => {
  await mkdir(join(folder, 'by-hand'), { recursive: true });
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const backups = await open();
  for (let day = 0; day < 5; day += 1) {
    await backups.takeDue(going);
    clock.advance(24 * HOUR_MS);
  }
  assert.deepEqual(await names(), [
    'by-hand',
    'notes.txt',
    'vitrine-2026-06-17T120030Z',
    'vitrine-2026-06-18T120030Z',
    'vitrine-2026-06-19T120030Z',
  ]);
  assert.equal(await readFile(join(folder, 'notes.txt'), 'utf8'), 'mine');
});

test('one that fails deletes none of the old, is told, and is tried again', async () => {
  const backups = await open();
  for (let day = 0; day < 3; day += 1) {
    await backups.takeDue(going);
    clock.advance(24 * HOUR_MS);
  }
  const before = await names();
  const cut = AbortSignal.abort(new Error('the service stops'));
  await assert.rejects(backups.takeDue(cut), /the service stops/);
  assert.deepEqual(await names(), before);
  await backups.takeDue(going);
  assert.deepEqual(await names(), [...before.slice(1), 'vitrine-2026-06-18T120030Z']);
});

test('a folder that cannot be read is told as such', async () => {
  await writeFile(folder, 'no folder');
  await assert.rejects(open, new CommandError(`BACKUP_DIR cannot be read: ${folder} (ENOTDIR). ${ADVICE}`));
});

test('what a killed server left of one is gone with the next', async () => {
  await mkdir(join(folder, 'vitrine-2026-06-14T033000Z.partial', 'tables'), { recursive: true });
  await mkdir(join(folder, 'other.partial'), { recursive: true });
  const backups = await open();
  assert.equal(backups.newestAt(), undefined, 'part of a backup is none');
  await backups.takeDue(going);
  assert.deepEqual(await names(), ['other.partial', 'vitrine-2026-06-15T120030Z']);
});
