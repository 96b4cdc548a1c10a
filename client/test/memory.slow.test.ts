import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client } from '@vitrine/client';
import { answer, startLocalServer } from './local-server.js';
import { collectGarbage } from '../../tests/harness/collect-garbage.js';

const MB = 1024 ** 2;
const PART_BYTES = 8 * MB;
const FILE_BYTES = 20 * PART_BYTES;

// What is still held after a collection of garbage, with each part that comes, above what was held at first: how much
// garbage lies about is luck.
function watchHeldBytes() {
  const heldBytes = (): number => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = heldBytes();
  let most = 0;
  return { sample: (): void => void (most = Math.max(most, heldBytes() - before)), most: () => most };
}

test('a large file goes through without being held', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-client-'));
  const path = join(folder, 'large.mp4');
  const file = await open(path, 'w');
  await file.truncate(FILE_BYTES);
  await file.close();
  const held = watchHeldBytes();
  const storage = await startLocalServer((request, response) => {
    held.sample();
    answer(200, '')(request, response);
  });
  const upload = { url: `${storage.url}/file`, headers: {} };
  const ticket = { mediaId: 'a', duplicateOf: null, upload, thumbnailUpload: null, warnings: [] };
  const parts = Array.from({ length: FILE_BYTES / PART_BYTES }, (_, at) => ({
    number: at + 1,
    offset: at * PART_BYTES,
    size: PART_BYTES,
    upload,
  }));
  const api = await startLocalServer(
    answer(200, ticket),
    answer(200, { mediaId: 'a', partSize: PART_BYTES, parts }),
    answer(200, { mediaId: 'a', partSize: PART_BYTES, parts: [] }),
    answer(200, { id: 'a', tags: [] }),
    answer(200, { warnings: [] }),
  );
  const client = new Client({ baseUrl: api.url, token: 'token' });
  try {
    const { media } = await client.media.upload(await openAsBlob(path), {
      name: 'Large',
      fileName: 'large.mp4',
    });
    assert.equal(media.id, 'a');
    assert.equal(storage.requests.length, parts.length);
    expect(held.most() / MB).toBeLessThan(100);
  } finally {
    storage.close();
    api.close();
    await rm(folder, { recursive: true });
  }
});
