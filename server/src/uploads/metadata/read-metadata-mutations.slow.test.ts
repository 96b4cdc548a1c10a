import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readMetadata } from './read-metadata.js';
import { readPatiently } from './test-files/read-patiently.js';
import { randomBytes, seededRandom } from './test-files/bytes.js';
import { makeExtendedWebp, makeJpeg, makeLosslessWebp, makeLossyWebp, makePng } from './test-files/images.js';
import { makeMp4 } from './test-files/mp4.js';
import { sourceOf } from './test-files/source-of.js';
import { makeWebm } from './test-files/webm.js';

const SIZE = { width: 1280, height: 720 };
// Short, because many a damaged WebM makes its parser loop to the end of it.
const LIMIT_MS = 700;
const SEEDS: readonly [string, string, Buffer, number][] = [
  ['PNG', 'image/png', makePng(SIZE), 60],
  ['JPEG', 'image/jpeg', makeJpeg({ ...SIZE, orientation: 6 }), 100],
  ['lossy WebP', 'image/webp', makeLossyWebp(SIZE), 30],
  ['lossless WebP', 'image/webp', makeLosslessWebp(SIZE), 30],
  ['extended WebP', 'image/webp', makeExtendedWebp(SIZE), 30],
  ['MP4', 'video/mp4', makeMp4({ ...SIZE, seconds: 4 }), 200],
  ['MP4 with its index last', 'video/mp4', makeMp4({ ...SIZE, seconds: 4, index: 'last' }), 100],
  ['WebM', 'video/webm', makeWebm({ ...SIZE, seconds: 4 }), 120],
];

for (const [name, mimeType, bytes, copies] of SEEDS) {
  test(`${copies} damaged copies of a ${name} are each answered, and the whole one is read after them`, async () => {
    const random = seededRandom(copies + bytes.length);
    const damaged = Array.from({ length: copies }, () => damage(bytes, random));
    for (const pair of pairsOf(damaged)) {
      const answers = pair.map((copy) => readMetadata(sourceOf(copy, mimeType), LIMIT_MS));
      for (const { width, height, durationSeconds } of await Promise.all(answers)) {
        assert.ok(width === null ? height === null : isPixels(width) && isPixels(height), `${width} x ${height}`);
        assert.ok(durationSeconds === null || (durationSeconds > 0 && durationSeconds <= 10_000_000));
      }
    }
    const { durationSeconds, ...size } = await readPatiently(sourceOf(bytes, mimeType));
    assert.deepEqual(size, name === 'JPEG' ? { width: 720, height: 1280 } : SIZE);
    assert.equal(durationSeconds, mimeType.startsWith('video') ? 4 : null);
  });
}

const isPixels = (value: number | null): boolean =>
  Number.isInteger(value) && value !== null && value > 0 && value < 2 ** 31;

const pairsOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / 2) }, (_, index) => list.slice(index * 2, index * 2 + 2));

// One to five of: bytes changed, a field of four filled, a stretch cut out, noise put in, a stretch doubled, the end lost.
function damage(bytes: Buffer, random: () => number): Buffer {
  const at = (length: number): number => Math.floor(random() * length);
  let copy = Buffer.from(bytes);
  for (let left = 1 + at(5); left > 0; left -= 1) {
    const from = at(copy.length);
    const to = Math.min(copy.length, from + 1 + at(16));
    const [head, middle, tail] = [copy.subarray(0, from), copy.subarray(from, to), copy.subarray(to)];
    const changed = [
      [head, randomBytes(random, middle.length), tail],
      [head, Buffer.alloc(4, random() < 0.5 ? 0 : 0xff), copy.subarray(from + 4)],
      [head, tail],
      [head, randomBytes(random, at(64)), copy.subarray(from)],
      [head, middle, middle, tail],
      random() < 0.2 ? [head] : [copy],
    ];
    copy = Buffer.concat(changed[at(changed.length)] ?? []);
  }
  return copy;
}
