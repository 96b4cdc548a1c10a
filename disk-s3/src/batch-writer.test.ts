import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { createBatchWriter } from './batch-writer.js';

const CHUNK_BYTES = 64 * 1024;
const CHUNKS = 40;

test.each([true, false])(
  'chunks are in the file in their order, and given back if they are its own: %s',
  async (areOwn) => {
    const folder = await mkdtemp(join(tmpdir(), 'batch-writer-'));
    const handle = await open(join(folder, 'file'), 'wx');
    try {
      const chunks = Array.from({ length: CHUNKS }, (_, at) => Buffer.alloc(CHUNK_BYTES, at));
      // Of a larger piece of memory, of which others may have the rest.
      const shared = Buffer.alloc(2 * CHUNK_BYTES, 0xff).subarray(CHUNK_BYTES);
      const expected = Buffer.concat([...chunks, shared]);
      const writer = createBatchWriter(handle, { areOwn });
      for (const chunk of [...chunks, shared]) await writer.push([chunk]);
      assert.equal(await writer.finish(), expected.length);
      assert.ok(expected.equals(await readFile(join(folder, 'file'))));
      const left = areOwn ? 0 : CHUNK_BYTES;
      assert.deepEqual(
        chunks.map(({ length }) => length),
        chunks.map(() => left),
      );
      assert.equal(shared.length, CHUNK_BYTES);
    } finally {
      await handle.close();
      await rm(folder, { recursive: true });
    }
  },
);

// As the kernel does it: an error of writing is told once, and the next sync knows nothing of it.
test('bytes that the disk lost while more came in are no finished file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'batch-writer-'));
  const handle = await open(join(folder, 'file'), 'wx');
  try {
    let syncs = 0;
    vi.spyOn(handle, 'datasync').mockImplementation(async () => {
      syncs += 1;
      if (syncs === 1) throw new Error('EIO');
    });
    const writer = createBatchWriter(handle, { areOwn: false });
    const chunk = Buffer.alloc(4 * 1024 * 1024);
    for (let at = 0; at < 40; at += 1) await writer.push([chunk]);
    await assert.rejects(writer.finish(), /EIO/);
    assert.equal(syncs, 1);
  } finally {
    await handle.close();
    await rm(folder, { recursive: true });
  }
});
