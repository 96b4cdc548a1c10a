import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { UploadTicket } from '@vitrine/contract/uploads';
import { activityOf, newPerson, type ConsoleAnswer } from '../../test/console.js';
import { anUploadRequest } from '../../test/content.js';
import { aMerchant, NOW, startService, type Service } from '../../test/service.js';
import { comparable, put, usageOf } from '../../test/upload.js';

let service: Service;

beforeAll(async () => {
  service = await startService({ limits: { readsPerMinute: 1, writesPerMinute: 1 } });
});
afterAll(() => service.close());

const stage = async (plan: object = {}) => {
  const merchant = aMerchant();
  const shop = await service.newMerchant({ merchant: { ...merchant, plan: { ...merchant.plan, ...plan } } });
  return { shop, staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
};

const ticketOf = ({ status, body, text }: ConsoleAnswer): UploadTicket => {
  assert.equal(status, 200, text);
  return body as UploadTicket;
};

describe('an upload by a person', () => {
  test('goes the way of any other, and the activity names the person', async () => {
    const { shop, staff } = await stage();
    const request = anUploadRequest({ width: 640, height: 480, hasThumbnail: true, thumbnailSize: 5 }, 'bytes');
    const ticket = ticketOf(await staff.post('/media/uploads', request));
    assert.deepEqual([ticket.mediaId, ticket.duplicateOf, ticket.warnings], [request.id, null, []]);
    assert.equal((await staff.get(`/media/${request.id}`)).status, 404);
    assert.equal((await staff.post(`/media/uploads/${request.id}/finalize`)).status, 422);
    assert.equal((await put(ticket.upload, 'bytes')).status, 200);
    assert.equal((await put(ticket.thumbnailUpload, 'thumb')).status, 200);
    const ready = await staff.post(`/media/uploads/${request.id}/finalize`);
    assert.equal(ready.status, 200, ready.text);
    const { thumbnailUrl, fileUrl, ...rest } = ready.json;
    assert.deepEqual(rest, {
      id: request.id,
      name: 'Door, August',
      type: 'image',
      width: 640,
      height: 480,
      durationSeconds: null,
      tags: [],
      createdAt: NOW,
    });
    assert.equal(await (await fetch(String(fileUrl))).text(), 'bytes');
    assert.equal(await (await fetch(String(thumbnailUrl))).text(), 'thumb');
    const again = await staff.post(`/media/uploads/${request.id}/finalize`);
    assert.deepEqual([again.status, comparable(again.body)], [200, comparable(ready.body)]);
    const details = { mediaId: request.id, name: 'Door, August', sizeBytes: 5 };
    assert.deepEqual(await activityOf(service, shop.id), [['media.uploaded', 'Stella Staff', details]]);
  });

  test('is not held up by the limits of tokens, nor by a plan without writes for integrations', async () => {
    const { shop, staff } = await stage({ allowsWrites: false });
    assert.equal((await shop.post('/media/uploads', anUploadRequest())).status, 403);
    for (let count = 0; count < 3; count += 1) ticketOf(await staff.post('/media/uploads', anUploadRequest()));
  });

  test('is refused where the quota is full, and told of a file that is there already', async () => {
    const { shop, staff } = await stage({ storageQuotaBytes: 5 });
    const request = anUploadRequest({}, 'bytes');
    const ticket = ticketOf(await staff.post('/media/uploads', request));
    const full = await staff.post('/media/uploads', anUploadRequest({}, 'b'));
    assert.deepEqual([full.status, full.json['code']], [409, 'storage_quota_exceeded']);
    await put(ticket.upload, 'bytes');
    assert.equal((await staff.post(`/media/uploads/${request.id}/finalize`)).status, 200);
    assert.deepEqual(ticketOf(await staff.post('/media/uploads', anUploadRequest({}, 'bytes'))), {
      mediaId: request.id,
      duplicateOf: { id: request.id, name: 'Door, August', type: 'image' },
      upload: null,
      thumbnailUpload: null,
      warnings: [],
    });
    const other = await staff.post('/media/uploads', anUploadRequest({ id: request.id }, 'other'));
    assert.deepEqual([other.status, other.json['code']], [409, 'id_conflict']);
    assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: 0 });
  });

  test('may be finished by a token, and one of a token by a person: it is the merchant’s', async () => {
    const { shop, staff } = await stage();
    const request = anUploadRequest({}, 'shared');
    const { body } = await shop.post('/media/uploads', request);
    await put((body as UploadTicket).upload, 'shared');
    assert.equal((await staff.post(`/media/uploads/${request.id}/finalize`)).status, 200);
  });
});
