import assert from 'node:assert/strict';
import { test } from 'vitest';
import { NO_METADATA } from './metadata.js';
import { readPatiently } from './test-files/read-patiently.js';
import { joined, randomBytes, seededRandom } from './test-files/bytes.js';
import { makeExtendedWebp, makeJpeg, makeLosslessWebp, makeLossyWebp, makePng } from './test-files/images.js';
import { makeMp4 } from './test-files/mp4.js';
import { sourceOf } from './test-files/source-of.js';
import { makeWebm } from './test-files/webm.js';

const SIZE = { width: 1080, height: 1920 };
const IMAGE = { ...SIZE, durationSeconds: null };
const FILES: readonly [string, string, Buffer, typeof IMAGE | (typeof SIZE & { durationSeconds: number })][] = [
  ['a PNG', 'image/png', makePng(SIZE), IMAGE],
  ['a JPEG', 'image/jpeg', makeJpeg(SIZE), IMAGE],
  ['a lossy WebP', 'image/webp', makeLossyWebp(SIZE), IMAGE],
  ['a lossless WebP', 'image/webp', makeLosslessWebp(SIZE), IMAGE],
  ['an extended WebP', 'image/webp', makeExtendedWebp(SIZE), IMAGE],
  ['an MP4', 'video/mp4', makeMp4({ ...SIZE, seconds: 12 }), { ...SIZE, durationSeconds: 12 }],
  ['a WebM', 'video/webm', makeWebm({ ...SIZE, seconds: 2.5 }), { ...SIZE, durationSeconds: 2.5 }],
];

for (const [name, mimeType, bytes, expected] of FILES) {
  test(`${name} tells its size and duration`, async () => {
    assert.deepEqual(await readPatiently(sourceOf(bytes, mimeType)), expected);
  });

  test(`${name} under another type tells nothing`, async () => {
    const others = ['image/png', 'image/jpeg', 'image/webp', 'video/mp4', 'video/webm'].filter((it) => it !== mimeType);
    for (const other of [...others, 'image/svg+xml', '']) {
      assert.deepEqual(await readPatiently(sourceOf(bytes, other)), NO_METADATA, other);
    }
  });

  test(`${name} cut off anywhere tells the truth or nothing`, async () => {
    for (let length = 0; length < Math.min(bytes.length, 200); length += 1) {
      const { width, height, durationSeconds } = await readPatiently(sourceOf(bytes.subarray(0, length), mimeType));
      assert.ok([null, SIZE.width].includes(width), `${length} bytes`);
      assert.ok([null, SIZE.height].includes(height), `${length} bytes`);
      assert.ok([null, expected.durationSeconds].includes(durationSeconds), `${length} bytes`);
    }
  });
}

test('a JPEG that lies on its side has the size that a screen shows', async () => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const turned = orientation >= 5 && orientation <= 8;
    const expected = turned ? { width: 1920, height: 1080 } : SIZE;
    const read = await readPatiently(sourceOf(makeJpeg({ ...SIZE, orientation }), 'image/jpeg'));
    assert.deepEqual(read, { ...expected, durationSeconds: null }, `orientation ${orientation}`);
  }
});

test('an image is read by its first 64 KiB alone', async () => {
  const source = sourceOf(joined(makePng(SIZE), Buffer.alloc(1_000_000)), 'image/png');
  assert.deepEqual(await readPatiently(source), IMAGE);
  assert.deepEqual(source.ranges, [{ start: 0, endInclusive: 65_535 }]);
});

test('a JPEG with a long colour profile takes a second read, and one without end is not read on', async () => {
  const long = sourceOf(makeJpeg({ ...SIZE, orientation: 6, profileBytes: 600_000 }), 'image/jpeg');
  assert.deepEqual(await readPatiently(long), { width: 1920, height: 1080, durationSeconds: null });
  assert.equal(long.ranges.length, 2);
  const endless = sourceOf(makeJpeg({ ...SIZE, profileBytes: 6_000_000 }), 'image/jpeg');
  assert.deepEqual(await readPatiently(endless), NO_METADATA);
  assert.equal(endless.ranges.length, 2);
});

test('an MP4 tells the same with its index at the end, behind data that is not read', async () => {
  const source = sourceOf(makeMp4({ ...SIZE, seconds: 12, index: 'last', dataBytes: 30_000_000 }), 'video/mp4');
  assert.deepEqual(await readPatiently(source), { ...SIZE, durationSeconds: 12 });
  const readBytes = source.ranges.reduce((sum, { start, endInclusive }) => sum + endInclusive - start + 1, 0);
  assert.ok(readBytes < 400_000);
});

test('a video that is turned has the size that a screen shows', async () => {
  const source = sourceOf(makeMp4({ ...SIZE, seconds: 1, turned: 'by 90 degrees' }), 'video/mp4');
  assert.deepEqual(await readPatiently(source), { width: 1920, height: 1080, durationSeconds: 1 });
});

test('a video of two hours is read whole, index and all', async () => {
  const source = sourceOf(makeMp4({ ...SIZE, seconds: 7200, samples: 432_000 }), 'video/mp4');
  assert.deepEqual(await readPatiently(source), { ...SIZE, durationSeconds: 7200 });
});

test('claims that the contract does not allow are no claims', async () => {
  assert.deepEqual(await readPatiently(sourceOf(makePng({ width: 0, height: 5 }), 'image/png')), NO_METADATA);
  assert.deepEqual(await readPatiently(sourceOf(makePng({ width: 5, height: 2 ** 31 }), 'image/png')), NO_METADATA);
  for (const seconds of [0, -1, 1e-9, 10_000_001, Infinity, NaN]) {
    const { durationSeconds, ...size } = await readPatiently(sourceOf(makeWebm({ ...SIZE, seconds }), 'video/webm'));
    assert.deepEqual(size, SIZE, `${seconds} s`);
    // The one frame of the file is at 0, so nothing else can be found either.
    assert.equal(durationSeconds, null, `${seconds} s`);
  }
});

test('a duration is rounded to the millisecond', async () => {
  const { durationSeconds } = await readPatiently(sourceOf(makeWebm({ ...SIZE, seconds: 10 / 3 }), 'video/webm'));
  assert.equal(durationSeconds, 3.333);
});

test('an empty file, zeros, text and noise tell nothing', async () => {
  const noise = [0, 1, 11, 100, 5000, 100_000].map((length) => randomBytes(seededRandom(length), length));
  const broken = [
    ...noise,
    Buffer.alloc(70_000),
    Buffer.alloc(70_000, 0xff),
    Buffer.from('<svg width="9" height="9"/>'),
  ];
  for (const [, mimeType] of FILES) {
    for (const bytes of broken) assert.deepEqual(await readPatiently(sourceOf(bytes, mimeType)), NO_METADATA);
  }
});
