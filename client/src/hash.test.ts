import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, test, vi } from 'vitest';
import { createSha256, hashFile } from './hash.js';

const native = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('under Node the platform hashes', () => {
  const asked = vi.spyOn(process, 'getBuiltinModule');
  const hash = createSha256();
  hash.update(new TextEncoder().encode('abc'));
  assert.equal(hash.hex(), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.deepEqual(asked.mock.calls, [['node:crypto']]);
  asked.mockRestore();
});

describe('in a browser', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const leaveNode = (): void => void vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const watchWebCrypto = () => vi.spyOn(globalThis.crypto.subtle, 'digest');

  test('the library, fed in any pieces, gives what OpenSSL gives', () => {
    leaveNode();
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (chunks) => {
        const hash = createSha256();
        for (const chunk of chunks) hash.update(chunk);
        assert.equal(hash.hex(), native(Buffer.concat(chunks)));
      }),
    );
  });

  test('a file that fits into memory is hashed by Web Crypto', async () => {
    leaveNode();
    const digest = watchWebCrypto();
    const bytes = randomBytes(300_000);
    const told: number[] = [];
    const { checksum, head } = await hashFile(new Blob([bytes]), { onBytes: (done) => told.push(done) });
    assert.deepEqual([checksum, told.at(-1)], [native(bytes), 300_000]);
    assert.deepEqual(head, new Uint8Array(bytes.subarray(0, 12)));
    assert.equal(digest.mock.calls.length, 1);
  });

  test('a larger file and its parts are hashed by Web Crypto in one reading', async () => {
    leaveNode();
    const digest = watchWebCrypto();
    const piece = randomBytes(1024 ** 2);
    const pieces = Array.from({ length: 65 }, () => piece);
    const file = { size: 65 * piece.length, stream: () => ReadableStream.from(pieces) };
    const partBytes = 32 * piece.length;
    const { checksum, partChecksums } = await hashFile(file, { partBytes });
    assert.equal(checksum, native(Buffer.concat(pieces)));
    assert.deepEqual(
      partChecksums,
      [pieces.slice(0, 32), pieces.slice(32, 64), pieces.slice(64)].map((part) => native(Buffer.concat(part))),
    );
    assert.equal(digest.mock.calls.length, 4);
  });

  test('a file that is too large for memory is hashed piece by piece', async () => {
    leaveNode();
    const digest = watchWebCrypto();
    // Its end is missing: the rest would take a while.
    const file = { size: 257 * 1024 ** 2, stream: () => ReadableStream.from([randomBytes(1024 ** 2)]) };
    await assert.rejects(hashFile(file), /changed while it was read/);
    assert.equal(digest.mock.calls.length, 0);
  });

  test('a page that did not come over https has no Web Crypto and hashes all the same', async () => {
    leaveNode();
    vi.stubGlobal('crypto', { getRandomValues: () => undefined });
    const bytes = randomBytes(300_000);
    assert.equal((await hashFile(new Blob([bytes]))).checksum, native(bytes));
  });

  test('a reader that fills the same memory again and again is hashed right', async () => {
    leaveNode();
    const memory = new Uint8Array(3);
    async function* fill(): AsyncGenerator<Uint8Array> {
      for (const byte of [1, 2, 3]) yield memory.fill(byte);
    }
    const { checksum } = await hashFile({ size: 9, stream: () => ReadableStream.from(fill()) });
    assert.equal(checksum, native(new Uint8Array([1, 1, 1, 2, 2, 2, 3, 3, 3])));
  });
});
