import jpeg from 'jpeg-js';
import { assert, test } from 'vitest';
import { downscale } from './downscale.js';
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
    assert.isBelow(differences.reduce((sum, value) => sum + value, 0) / differences.length, 6);
  }
});

test('a flat colour survives downscaling exactly', () => {
  const flat = {
    width: 128,
    height: 72,
    data: new Uint8Array(128 * 72 * 4).fill(0).map((_, at) => [200, 100, 50, 255][at % 4] ?? 0),
  };
  const small = downscale(flat, 48);
  assert.deepEqual([small.width, small.height], [48, 27]);
  for (let at = 0; at < small.data.length; at += 4)
    assert.deepEqual([...small.data.subarray(at, at + 4)], [200, 100, 50, 255]);
});
