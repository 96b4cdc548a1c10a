import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'vitest';
import { createOwnSha256, createSha256 } from './sha256.js';

test('our own SHA-256, fed in any pieces, gives what OpenSSL gives', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (chunks) => {
      const [own, native] = [createOwnSha256(), createHash('sha256')];
      for (const chunk of chunks) {
        own.update(chunk);
        native.update(chunk);
      }
      assert.equal(own.hex(), native.digest('hex'));
    }),
  );
});

test('lengths around a block are padded right', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = new Uint8Array(length).fill(length);
    const own = createOwnSha256();
    own.update(bytes);
    assert.equal(own.hex(), createHash('sha256').update(bytes).digest('hex'), String(length));
  }
});

test('under Node the platform hashes', () => {
  const hash = createSha256();
  hash.update(new TextEncoder().encode('abc'));
  assert.equal(hash.hex(), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
