import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'vitest';
import { BLOCK_BYTES, openFourHashes, STATE_BYTES } from './sha256-four.js';

const opened = openFourHashes();
assert(opened !== undefined, 'every Node that we run on has SIMD');
const { memory, free, freshState, hash, toDigests, toHex } = opened;
const [state, digests, letters, texts] = [free, free + 512, free + 1024, free + 2048];

// SHA-256's own: a bit, zeroes, and the length in bits.
function padded(bytes: Uint8Array): Buffer {
  const whole = Buffer.alloc(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  whole.writeUInt32BE(bytes.length * 8, whole.length - 4);
  return whole;
}

const four = fc
  .integer({ min: 0, max: 500 })
  .chain((length) => fc.array(fc.uint8Array({ minLength: length, maxLength: length }), { minLength: 4, maxLength: 4 }));

test("four hashes at once are node:crypto's, for texts of every length, gone on with after any block", () => {
  fc.assert(
    fc.property(four, fc.nat(), (messages, cut) => {
      const blocks = messages.map(padded);
      const stride = (blocks[0]?.length ?? 0) + 16 * (cut % 3);
      blocks.forEach((block, lane) => block.copy(memory, texts + lane * stride));
      const count = (blocks[0]?.length ?? 0) / BLOCK_BYTES;
      const first = 1 + (cut % count);
      hash(texts, stride, first, freshState, state);
      if (first < count) hash(texts + first * BLOCK_BYTES, stride, count - first, state, state + STATE_BYTES);
      toDigests(first < count ? state + STATE_BYTES : state, digests);
      toHex(digests, letters, 64);
      assert.equal(
        memory.toString('latin1', letters, letters + 256),
        messages.map((message) => createHash('sha256').update(message).digest('hex')).join(''),
      );
    }),
    { numRuns: 300 },
  );
});
