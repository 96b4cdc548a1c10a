import assert from 'node:assert/strict';
import { chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { systemClock } from '../clock.js';
import { openStore } from './open-store.js';

const OTHER = 54321;
const STORAGE = { kind: 'disk', port: 1, baseUrl: 'http://127.0.0.1:1', reserveBytes: 0, secret: undefined } as const;

test.skipIf(process.getuid?.() !== 0)('what root makes in the folder of another account is theirs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-store-'));
  try {
    await chown(folder, OTHER, OTHER);
    const dataDir = join(folder, 'data');
    await openStore({ dataDir, storage: STORAGE }, systemClock);
    const names = await readdir(dataDir, { recursive: true });
    assert.deepEqual(names.toSorted(), ['objects', 'objects/staging', 'objects/tmp', 'storage-secret']);
    for (const name of ['', ...names]) assert.equal((await stat(join(dataDir, name))).uid, OTHER, name);
  } finally {
    await rm(folder, { recursive: true });
  }
});
