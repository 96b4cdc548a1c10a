// Large files pass through the service in pieces.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { newObjectKey, stagingKey } from '../../server/src/storage/object-key.js';
import type { Declared } from '../../server/src/storage/object-store.js';
import { openStore, test } from './ceph.js';
import { collectGarbage } from '../harness/collect-garbage.js';

const MIB = 1024 ** 2;
const FILE_MIB = 64;
const SAMPLE_BYTES = 8 * MIB;
const HELD_BYTES_MAX = 32 * MIB;

const blocks = Array.from({ length: 8 }, () => randomBytes(MIB));
const blockAt = (index: number): Buffer => blocks[(index * 3 + (index >> 3)) % blocks.length] ?? Buffer.alloc(0);

for (const integrity of ['payload-hash', 'verify'] as const) {
  test(`${integrity}: 64 MiB are written, moved and read back the same while no more than 32 MiB are held`, async () => {
    const store = openStore({ integrity });
    const key = newObjectKey('video/mp4');
    const declared = declareBlocks();
    const held = watchHeldBytes();
    await store.write(stagingKey(key), fileOf(held.sampleAt), declared);
    assert.equal(await store.move(stagingKey(key), key), 'moved');
    assert.deepEqual(await store.head(key), { sizeBytes: declared.sizeBytes });
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of (await store.read(key)) ?? []) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      held.sampleAt(sizeBytes);
    }
    assert.deepEqual(
      { sizeBytes, sha256: hash.digest('hex') },
      { sizeBytes: declared.sizeBytes, sha256: declared.sha256 },
    );
    assert.ok(held.most() < HELD_BYTES_MAX);
    await store.delete(key);
  });
}

function declareBlocks(): Declared {
  const hash = createHash('sha256');
  for (let index = 0; index < FILE_MIB; index += 1) hash.update(blockAt(index));
  return { contentType: 'video/mp4', sizeBytes: FILE_MIB * MIB, sha256: hash.digest('hex') };
}

async function* fileOf(sampleAt: (sizeBytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < FILE_MIB; index += 1) {
    yield Buffer.from(blockAt(index));
    sampleAt((index + 1) * MIB);
    await Promise.resolve();
  }
}

// What is still held after a collection of garbage, above what was held at first: how much garbage lies about is luck.
function watchHeldBytes() {
  const heldBytes = (): number => {
    collectGarbage();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  const before = heldBytes();
  let most = 0;
  let nextAt = 0;
  const sampleAt = (sizeBytes: number): void => {
    if (sizeBytes < nextAt && sizeBytes > nextAt - SAMPLE_BYTES) return;
    nextAt = sizeBytes + SAMPLE_BYTES;
    most = Math.max(most, heldBytes() - before);
  };
  return { sampleAt, most: () => most };
}
