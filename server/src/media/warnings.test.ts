import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { UploadRequest } from '@vitrine/contract/uploads';
import { warningsFor } from './warnings.js';

const video = (over: Partial<UploadRequest> = {}): UploadRequest => ({
  id: '7f000000-0000-4000-8000-000000000001',
  name: 'Door',
  fileName: 'door.mp4',
  mimeType: 'video/mp4',
  fileSize: 1,
  checksum: '0'.repeat(64),
  codec: 'h264',
  ...over,
});
const screens = { codecs: ['h264', 'vp9'], maxWidth: 1920, maxHeight: 1080 };
const codes = (request: UploadRequest, over: Partial<typeof screens> = {}) =>
  warningsFor(request, { ...screens, ...over }).map(({ code }) => code);

describe('a video that the screens play', () => {
  test.each(['h264', 'H.264', 'avc1.64001f', 'AVC', ' x264 '])('%s gives no warning', (codec) =>
    assert.deepEqual(codes(video({ codec, width: 1920, height: 1080 })), []),
  );
  test('upright it may be as high as they are wide', () =>
    assert.deepEqual(codes(video({ width: 1080, height: 1920 })), []));
});

test('an image is never warned of', () =>
  assert.deepEqual(codes(video({ mimeType: 'image/png', codec: null, width: 9000, height: 9000 })), []));

test('a video without its codec', () => {
  assert.deepEqual(warningsFor(video({ codec: null }), screens), [
    {
      code: 'codec_unknown',
      message:
        "The upload does not say which codec the video uses. The merchant's screens play h264 and vp9; they will skip a video of any other codec.",
    },
  ]);
  assert.deepEqual(codes(video({ codec: ' ' })), ['codec_unknown']);
});

test('a codec that the screens do not play', () =>
  assert.deepEqual(warningsFor(video({ codec: 'hevc' }), screens), [
    {
      code: 'codec_not_supported',
      message: "The merchant's screens play h264 and vp9 but not hevc: they will skip this video.",
    },
  ]));

test('more pixels than the screens have', () =>
  assert.deepEqual(warningsFor(video({ width: 3840, height: 2160 }), screens), [
    {
      code: 'resolution_above_screens',
      message:
        "The video has 3840 × 2160 pixels and the merchant's screens show 1920 × 1080: they will scale it down, and slow ones may stutter.",
    },
  ]));

test('a container that none of their codecs comes in', () =>
  assert.deepEqual(codes(video({ mimeType: 'video/webm', codec: 'vp8' }), { codecs: ['h264'] }), [
    'container_not_supported',
    'codec_not_supported',
  ]));

test('one side is told as one side', () => {
  const told = (over: Partial<UploadRequest>) => warningsFor(video(over), screens).map(({ message }) => message);
  const after = "and the merchant's screens show 1920 × 1080: they will scale it down, and slow ones may stutter.";
  assert.deepEqual(told({ width: 2_147_483_647 }), [`The video is 2147483647 pixels wide ${after}`]);
  assert.deepEqual(told({ height: 4000 }), [`The video is 4000 pixels high ${after}`]);
  assert.deepEqual(told({ width: 1920 }), []);
});

test('screens that play no video at all', () => {
  const none = { ...screens, codecs: [] };
  assert.deepEqual(warningsFor(video(), none), [
    { code: 'container_not_supported', message: "The merchant's screens play no video: they will skip this one." },
    {
      code: 'codec_not_supported',
      message: "The merchant's screens play no video, whatever its codec: they will skip this one.",
    },
  ]);
  assert.deepEqual(warningsFor(video({ codec: null }), none)[1], {
    code: 'codec_unknown',
    message:
      "The upload does not say which codec the video uses. The merchant's screens play no video: they will skip this one.",
  });
});
