import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { newFolder, removeFolder } from '../command-line.js';
import { newUpload, uploadOver } from '../operator.js';
import { hasPostgres } from '../tcp-postgres.js';
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
    const small = await newFolder();
    await mkdir(small.dataDir);
    const mounted = await run('mount', '-t', 'tmpfs', '-o', 'size=2m', 'none', small.dataDir);
    if (!mounted) await removeFolder(small);
    skip(!mounted, 'no small disk can be mounted here');
    try {
      const server = await startBeside(small, site.env);
      const upload = (sizeBytes: number) => uploadOver(() => server.url, site.shop.token, newUpload(sizeBytes));
      assert.equal(await upload(3_000_000), 507);
      assert.equal((await site.get('/media', server.url)).status, 200);
      assert.equal(await upload(1_000), 200);
      await server.end('SIGTERM');
    } finally {
      await run('umount', '-l', small.dataDir);
      await removeFolder(small);
    }
  },
);

const run = (...[program = '', ...args]: string[]): Promise<boolean> =>
  promisify(execFile)(program, args).then(
    () => true,
    () => false,
  );
