// A disk that has no room for uploads, under the built server: what the operator sees, and what goes on working.
import assert from 'node:assert/strict';
import { open, rm, statfs, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { mountSmallDisk } from '../../../disk-s3/test/small-disk.js';
import { poll, runCommand } from '../../harness/command-line.js';
import { newShop, newUpload, uploadOver } from '../../harness/operator.js';
import { send } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { newServing, type Serving } from './serving.js';

const MB = 1024 ** 2;
const RESERVE_MB = 80;
const FULL = 'disk full: uploads are refused with 507';
const ROOM_AGAIN = 'disk has room again: uploads are accepted';

const disk = await mountSmallDisk(240);
let serving: Serving;

beforeAll(async () => {
  serving = await newServing();
  if (disk !== undefined) await symlink(disk, join(serving.folder.dataDir, 'objects'));
});
afterAll(async () => {
  await serving.endAll();
  await serving.remove();
});

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(disk ?? '');
  return bavail * bsize;
}

// Writes a file until so much is left on the disk.
async function fillUp(leftBytes: number): Promise<() => Promise<void>> {
  const path = join(disk ?? '', 'filler');
  const file = await open(path, 'w');
  const chunk = Buffer.alloc(MB / 4);
  while ((await freeBytes()) > leftBytes) await file.write(chunk);
  await file.close();
  return () => rm(path);
}

test.runIf(disk !== undefined).each(['1', '2'])(
  'a full disk is in log, metrics, /readyz and doctor with WORKERS=%s',
  async (WORKERS) => {
    const { folder } = serving;
    const settings = { DEMO: 'off', STORAGE_RESERVE_MB: String(RESERVE_MB) };
    const shop = await newShop(folder, settings);
    const served = await serving.start({ ...settings, WORKERS });
    const upload = (megabytes: number) => uploadOver(() => served.url, shop.token, newUpload(megabytes * MB));
    const messages = () =>
      served.said.stderr
        .split('\n')
        .filter((line) => line.includes('"level":40'))
        .map((line) => String((JSON.parse(line) as { msg: string }).msg));
    const readiness = async (url: string) => {
      const { status, body } = await send(`${url}/readyz`);
      return [status, body];
    };
    const figures = async () => {
      const text = await (await fetch(`${served.adminUrl}/metrics`)).text();
      const named = (name: string) => Number(new RegExp(`^vitrine_storage_${name} (.*)$`, 'm').exec(text)?.[1]);
      return [named('free_bytes'), named('reserve_bytes'), named('refusals_total')];
    };
    const detailOf = async () => ({
      database: 'ok',
      storage: `disk full: ${Math.floor((await freeBytes()) / MB)} MB free, STORAGE_RESERVE_MB is ${RESERVE_MB}`,
    });

    assert.equal(await upload(1), 200);
    assert.deepEqual(await readiness(served.adminUrl), [200, { status: 'ok', database: 'ok', storage: 'ok' }]);
    const makeRoom = await fillUp((RESERVE_MB + 20) * MB);
    assert.deepEqual([await upload(30), await upload(30)], [507, 507]);
    assert.deepEqual(await figures(), [await freeBytes(), RESERVE_MB * MB, 2]);
    await until(() => messages().length > 0);
    assert.deepEqual(messages(), [FULL]);
    await poll(
      () => readiness(served.adminUrl),
      ([, body]) => (body as { status: string }).status !== 'ok',
    );
    assert.deepEqual(await readiness(served.adminUrl), [200, { status: 'degraded', ...(await detailOf()) }]);
    assert.deepEqual(await readiness(served.url), [200, { status: 'ok' }]);
    const storeUrl = { PORT: new URL(served.url).port, ...settings };
    const { code, stdout } = await runCommand(folder, ['doctor', '--json'], storeUrl);
    const findings = JSON.parse(stdout) as { check: string; state: string; words: string }[];
    assert.equal(code, 1);
    assert.deepEqual(
      findings.filter(({ check }) => check === 'disk' || check === 'upload and download'),
      [
        {
          check: 'disk',
          state: 'fault',
          words: `${Math.floor((await freeBytes()) / MB)} MB are free at ${join(folder.dataDir, 'objects')}, and STORAGE_RESERVE_MB is ${RESERVE_MB}: an upload of 50 MB is refused with 507. Make room on that disk.`,
        },
        {
          check: 'upload and download',
          state: 'skipped',
          words: 'The disk has no room for an upload of 50 MB: see the line of the disk.',
        },
      ],
    );

    await makeRoom();
    await until(() => messages().length > 1);
    assert.deepEqual(messages(), [FULL, ROOM_AGAIN]);
    assert.equal(await upload(1), 200);

    // Not a byte is left, the reserve included.
    const makeRoomAgain = await fillUp(0);
    await poll(
      () => readiness(served.adminUrl),
      ([, body]) => (body as { status: string }).status !== 'ok',
    );
    assert.deepEqual(await readiness(served.adminUrl), [200, { status: 'degraded', ...(await detailOf()) }]);
    assert.deepEqual(await readiness(served.url), [200, { status: 'ok' }]);
    await makeRoomAgain();
    await serving.endAll();
    assert.deepEqual(messages(), [FULL, ROOM_AGAIN]);
  },
);
