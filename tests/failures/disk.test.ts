import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { newFolder, removeFolder, type Folder } from '../harness/command-line.js';
import { newShop, newUpload, PLENTY, timed, uploadOver } from '../harness/operator.js';
import { hasPostgres } from '../harness/tcp-postgres.js';
import { startBeside, startFailingSite, type FailingSite } from './failing-site.js';

let site: FailingSite;
beforeAll(async () => {
  site = await startFailingSite();
});
afterAll(() => site.close());

const isRoot = process.getuid?.() === 0;

test.runIf(hasPostgres && isRoot)(
  'the disk of an instance full: files are refused with 507, the API answers',
  async ({ skip }) => {
    await onSmallDisk(skip, 2, async (small) => {
      const server = await startBeside(small, { ...site.env, STORAGE_RESERVE_MB: '0' });
      const upload = (sizeBytes: number) => uploadOver(() => server.url, site.shop.token, newUpload(sizeBytes));
      assert.equal(await upload(3_000_000), 507);
      assert.equal((await site.get('/media', server.url)).status, 200);
      assert.equal(await upload(1_000), 200);
      await server.end('SIGTERM');
    });
  },
);

test.runIf(isRoot)(
  'uploads leave the reserve of a disk free, so that the database beside them goes on writing',
  async ({ skip }) => {
    await onSmallDisk(skip, 400, async (small) => {
      const env = { STORAGE_RESERVE_MB: '200', DEMO: 'off', ...PLENTY };
      const server = await startBeside(small, env);
      const shop = await newShop(small, env);
      const upload = (sizeBytes: number) => uploadOver(() => server.url, shop.token, newUpload(sizeBytes));
      const statuses: number[] = [];
      while (statuses.at(-1) !== 507 && statuses.length < 30) statuses.push(await upload(20_000_000));
      assert.deepEqual(new Set(statuses), new Set([200, 507]));
      const { bavail, bsize } = await statfs(small.dataDir);
      assert.ok(bavail * bsize > 150 * 1024 ** 2, `${bavail * bsize} bytes are free`);
      // It is refused by the store; its start was written by the database.
      assert.equal(await upload(20_000_000), 507);
      assert.equal((await timed(server.url, shop.token, '/media')).status, 200);
      await server.end('SIGTERM');
    });
  },
);

type Skip = (condition: boolean, note: string) => void;

async function onSmallDisk(skip: Skip, megabytes: number, work: (folder: Folder) => Promise<void>): Promise<void> {
  const small = await newFolder();
  await mkdir(small.dataDir);
  const mounted = await run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', small.dataDir);
  if (!mounted) await removeFolder(small);
  skip(!mounted, 'no small disk can be mounted here');
  try {
    await work(small);
  } finally {
    await run('umount', '-l', small.dataDir);
    await removeFolder(small);
  }
}

const run = (...[program = '', ...args]: string[]): Promise<boolean> =>
  promisify(execFile)(program, args).then(
    () => true,
    () => false,
  );
