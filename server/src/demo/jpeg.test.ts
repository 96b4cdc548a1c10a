import assert from 'node:assert/strict';
import jpeg from 'jpeg-js';
import { test } from 'vitest';
import { encodeJpeg } from './encode-jpeg.js';

function gradient(width: number, height: number) {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set([(x * 255) / width, (y * 255) / height, (x + y) % 64 < 32 ? 200 : 60], (y * width + x) * 4);
  return { width, height, data };
}

test('another decoder reads the picture that was written, also when its size is no multiple of a block', () => {
  for (const [width, height] of [
    [64, 48],
    [77, 35],
    [1, 1],
  ] as const) {
    const picture = gradient(width, height);
    const read = jpeg.decode(encodeJpeg(picture, 95), { useTArray: true });
    assert.deepEqual([read.width, read.height], [width, height]);
    const differences = picture.data.map((value, at) => Math.abs(value - (read.data[at] ?? 0)));
    assert.ok(differences.reduce((sum, value) => sum + value, 0) / differences.length < 6);
  }
});
