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

describe('400: what cannot be understood', () => {
  const faults: [string, object][] = [
    ['id', { id: 'x' }],
    ['id', { id: `urn:uuid:${randomUUID()}` }],
    ['id', { id: null }],
    ['name', { name: 5 }],
    ['fileName', { fileName: 'x'.repeat(501) }],
    ['fileName', { fileName: 'a\0b' }],
    ['mimeType', { mimeType: 7 }],
    ['fileSize', { fileSize: -1 }],
    ['fileSize', { fileSize: 1.5 }],
    ['fileSize', { fileSize: '12' }],
    ['fileSize', { fileSize: null }],
    ['checksum', { checksum: null }],
    ['duration', { duration: 0 }],
    ['duration', { duration: -1 }],
    ['duration', { duration: 10_000_001 }],
    ['duration', { duration: '5' }],
    ['width', { width: 0 }],
    ['width', { width: 2_147_483_648 }],
    ['height', { height: 1.5 }],
    ['hasThumbnail', { hasThumbnail: 'yes' }],
    ['hasThumbnail', { hasThumbnail: null }],
    ['thumbnailSize', { hasThumbnail: true }],
    ['thumbnailSize', { hasThumbnail: true, thumbnailSize: null }],
    ['thumbnailSize', { hasThumbnail: false, thumbnailSize: 5 }],
    ['thumbnailSize', { thumbnailSize: 5 }],
    ['thumbnailSize', { hasThumbnail: true, thumbnailSize: 0 }],
    ['codec', { codec: 'x'.repeat(51) }],
    ['codec', { codec: 'h264\0' }],
    ['colour', { colour: 'red' }],
  ];
  test.each(faults)('%s: %j', async (field, over) => {
    const { status, body } = await shop.post('/media/uploads', { ...anUploadRequest(), ...over });
    assert.equal(status, 400);
    const { error, message, code } = body as { error: string; message: string; code?: string };
    assert.deepEqual([error, code], ['invalid_request', undefined]);
    assert.ok(message.startsWith(`${field}: `), message);
    assert.equal(message.split(': ').length, 2, message);
  });

  test.each(['id', 'name', 'fileName', 'mimeType', 'fileSize', 'checksum'])('%s missing', async (field) => {
    const { [field]: _, ...rest } = anUploadRequest() as Record<string, unknown>;
    const { status, body } = await shop.post('/media/uploads', rest);
    assert.deepEqual([status, body], [400, { error: 'invalid_request', message: `${field}: is required.` }]);
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
          message:
            'width: must be a whole number above 0 and at most 2147483647. codec: must be a text of at most 50 characters without NUL.',
        },
      ],
    );
  });
});

describe('422: what is understood and not accepted', () => {
  const faults: [string, object][] = [
    ['mimeType', { mimeType: 'image/gif' }],
    ['mimeType', { mimeType: 'IMAGE/PNG' }],
    ['mimeType', { mimeType: 'image/png; charset=x' }],
    ['fileSize', { fileSize: 52_428_801 }],
    ['fileSize', { mimeType: 'video/mp4', fileSize: 2_147_483_649 }],
    ['thumbnailSize', { hasThumbnail: true, thumbnailSize: 1_048_577 }],
    ['checksum', { checksum: 'A'.repeat(64) }],
    ['checksum', { checksum: 'a'.repeat(63) }],
    ['name', { name: '' }],
    ['name', { name: ' \u00a0 ' }],
    ['name', { name: '\u2028\u2029' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: 'a\nb' }],
    ['name', { name: 'a\0b' }],
    ['name', { name: 'a\u0085b' }],
  ];
  test.each(faults)('%s: %j', async (field, over) => {
    const { status, body } = await shop.post('/media/uploads', { ...anUploadRequest(), ...over });
    assert.equal(status, 422);
    const { error, message, code } = body as { error: string; message: string; code?: string };
    assert.deepEqual([error, code], ['unprocessable', 'invalid']);
    assert.ok(message.startsWith(`${field}: `), message);
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
