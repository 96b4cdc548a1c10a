import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { isWhole } from '../src/media/uploads/is-whole.js';
import { aJpeg, aPng } from './media-files.js';

// A WebP says in its head how long it is; what is in it does not matter here.
const webp = Buffer.alloc(100);
webp.write('RIFF');
webp.writeUInt32LE(92, 4);
webp.write('WEBP', 8);

const PICTURES = [
  ['image/jpeg', aJpeg().bytes],
  ['image/png', aPng().bytes],
  ['image/webp', webp],
] as const;

// Some browsers show the upper part of a picture that was cut off, and find nothing wrong with it.
describe.each(PICTURES)('%s', (type, bytes) => {
  test('is whole with everything that belongs to it, and with something behind', async () => {
    assert.equal(await isWhole(new Blob([bytes]), type), true);
    assert.equal(await isWhole(new Blob([bytes, 'more']), type), true);
  });

  test('is not whole wherever it was cut off', async () => {
    for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
      const cut = new Blob([bytes.subarray(0, Math.floor(bytes.length * share))]);
      assert.equal(await isWhole(cut, type), false, `${share}`);
    }
    assert.equal(await isWhole(new Blob([bytes.subarray(0, -1)]), type), false);
  });
});
