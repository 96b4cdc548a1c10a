// What is refused before an upload starts, and what just passes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, test } from 'vitest';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { start } from '../../../tests/harness/upload.js';

const service = useService();
let shop: Shop;
beforeAll(async () => {
  shop = await service.newMerchant();
});

const PIXELS = 'must be a whole number of pixels from 1 to 2,147,483,647';
const SECONDS = 'must be a number of seconds above 0 and at most 10,000,000';
const UUID = 'must be a UUID with hyphens, such as 0197b000-0000-7000-8000-000000000002';
const TYPES = 'must be one of image/jpeg, image/png, image/webp, video/mp4, video/webm';
const SHA256 = 'must be the SHA-256 as 64 lower-case hex digits';
const FILE_SIZE =
  'must be a whole number of bytes, 0 to 2,147,483,648 (2 GB) for a video and to 52,428,800 (50 MB) for an image';

describe('400: what cannot be understood', () => {
  const faults: [string, object][] = [
    [`id: ${UUID}`, { id: 'x' }],
    [`id: ${UUID}`, { id: `urn:uuid:${randomUUID()}` }],
    [`id: ${UUID}`, { id: null }],
    ['name: must be a string', { name: 5 }],
    ['fileName: 501 characters, at most 500', { fileName: 'x'.repeat(501) }],
    ['fileName: contains a NUL character', { fileName: 'a\0b' }],
    ['mimeType: must be one of image/jpeg, image/png, image/webp, video/mp4, video/webm', { mimeType: 7 }],
    [`fileSize: ${FILE_SIZE}`, { fileSize: -1 }],
    [`fileSize: ${FILE_SIZE}`, { fileSize: 1.5 }],
    [`fileSize: ${FILE_SIZE}`, { fileSize: '12' }],
    [`fileSize: ${FILE_SIZE}`, { fileSize: null }],
    ['checksum: must be the SHA-256 as 64 lower-case hex digits', { checksum: null }],
    [`duration: ${SECONDS}`, { duration: 0 }],
    [`duration: ${SECONDS}`, { duration: -1 }],
    [`duration: ${SECONDS}`, { duration: 10_000_001 }],
    [`duration: ${SECONDS}`, { duration: '5' }],
    [`width: ${PIXELS}`, { width: 0 }],
    [`width: ${PIXELS}`, { width: 2_147_483_648 }],
    [`height: ${PIXELS}`, { height: 1.5 }],
    ['hasThumbnail: must be true or false', { hasThumbnail: 'yes' }],
    ['hasThumbnail: must be true or false', { hasThumbnail: null }],
    ['thumbnailSize: is required when hasThumbnail is true', { hasThumbnail: true }],
    ['thumbnailSize: is required when hasThumbnail is true', { hasThumbnail: true, thumbnailSize: null }],
    ['thumbnailSize: needs hasThumbnail to be true', { hasThumbnail: false, thumbnailSize: 5 }],
    ['thumbnailSize: needs hasThumbnail to be true', { thumbnailSize: 5 }],
    [
      'thumbnailSize: must be a whole number of bytes from 1 to 1,048,576 (1 MB)',
      { hasThumbnail: true, thumbnailSize: 0 },
    ],
    ['codec: 51 characters, at most 50', { codec: 'x'.repeat(51) }],
    ['codec: contains a NUL character', { codec: 'h264\0' }],
    ['Unknown field "colour"', { colour: 'red' }],
    ['Unknown field "mime_type" (did you mean mimeType?)', { mime_type: 'image/png' }],
  ];
  test.each(faults)('%s: %j', async (refusal, over) => {
    const { status, body } = await shop.post('/media/uploads', { ...anUploadRequest(), ...over });
    assert.deepEqual([status, body], [400, { error: 'invalid_request', message: `${refusal}.` }]);
  });

  test.each(['id', 'name', 'fileName', 'mimeType', 'fileSize', 'checksum'])('%s missing', async (field) => {
    const { [field]: _, ...rest } = anUploadRequest() as Record<string, unknown>;
    const { status, body } = await shop.post('/media/uploads', rest);
    assert.deepEqual([status, body], [400, { error: 'invalid_request', message: `Missing: ${field}.` }]);
  });

  test('names every faulty field, and comes before any 422', async () => {
    const { status, body } = await shop.post('/media/uploads', {
      ...anUploadRequest(),
      width: 0,
      codec: 5,
      name: '',
      mimeType: 'x',
    });
    assert.deepEqual(
      [status, body],
      [
        400,
        {
          error: 'invalid_request',
          message: `width: ${PIXELS}. codec: must be a string.`,
        },
      ],
    );
  });
});

describe('422: what is understood and not accepted', () => {
  const faults: [string, object][] = [
    [`mimeType: ${TYPES}`, { mimeType: 'image/gif' }],
    ['mimeType: "image/jpg" is not offered. Use image/jpeg', { mimeType: 'image/jpg' }],
    [`mimeType: ${TYPES}`, { mimeType: 'IMAGE/PNG' }],
    [`mimeType: ${TYPES}`, { mimeType: 'image/png; charset=x' }],
    ['fileSize: 52,428,801 bytes is over the 52,428,800 (50 MB) allowed for an image', { fileSize: 52_428_801 }],
    ['fileSize: 3,000,000,000 bytes is over the 52,428,800 (50 MB) allowed for an image', { fileSize: 3_000_000_000 }],
    [
      'fileSize: 2,147,483,649 bytes is over the 2,147,483,648 (2 GB) allowed for a video',
      { mimeType: 'video/mp4', fileSize: 2_147_483_649 },
    ],
    [
      'thumbnailSize: 1,048,577 bytes is over the 1,048,576 (1 MB) allowed for a thumbnail',
      { hasThumbnail: true, thumbnailSize: 1_048_577 },
    ],
    [`checksum: ${SHA256}`, { checksum: 'A'.repeat(64) }],
    [`checksum: ${SHA256}`, { checksum: 'a'.repeat(63) }],
    ['name: is blank', { name: '' }],
    ['name: is blank', { name: ' \u00a0 ' }],
    ['name: is blank', { name: '\u2028\u2029' }],
    ['name: is blank', { name: '\u200b\u202e\u180e' }],
    ['name: is blank', { name: '\u2800 \u3164\u{e0001}' }],
    ['name: 201 characters, at most 200', { name: 'x'.repeat(201) }],
    ['name: contains a line break', { name: 'a\nb' }],
    ['name: contains a NUL character', { name: 'a\0b' }],
    ['name: contains a control character', { name: 'a\u0085b' }],
  ];
  test.each(faults)('%s: %j', async (refusal, over) => {
    const { status, body } = await shop.post('/media/uploads', { ...anUploadRequest(), ...over });
    assert.deepEqual([status, body], [422, { error: 'unprocessable', message: `${refusal}.`, code: 'invalid' }]);
  });

  test.each([
    [{ name: 'x'.repeat(200) }],
    [{ name: '😀'.repeat(200) }],
    [{ name: 'a\u200bb\u202e\ue000\u2028' }],
    [{ name: '\u2028a' }],
    [{ name: '\u2029\u2028 a\u2029' }],
    [{ fileName: '' }],
    [{ fileSize: 52_428_800 }],
    [{ mimeType: 'video/mp4', fileSize: 2_147_483_648, codec: 'h264' }],
    [{ hasThumbnail: true, thumbnailSize: 1_048_576 }],
    [{ hasThumbnail: false, thumbnailSize: null, duration: null, width: null, height: null, codec: null }],
    [{ duration: 5 }],
    [{ width: 2_147_483_647, height: 1, duration: 10_000_000 }],
    [{ fileSize: 0 }],
    [{ id: randomUUID().toUpperCase() }],
  ])('accepted: %j', async (over) => {
    const request = anUploadRequest(over);
    assert.equal((await start(shop, request)).mediaId, request.id.toLowerCase());
  });
});
