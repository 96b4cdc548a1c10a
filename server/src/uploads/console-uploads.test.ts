import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { UploadTicket } from '@vitrine/contract/uploads';
import { activityOf, newPerson, sendConsole, type ConsoleAnswer } from '../../../tests/harness/console.js';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { aMerchant, NOW, startService, useService } from '../../../tests/harness/service.js';
import { comparable, put, usageOf } from '../../../tests/harness/upload.js';

const service = useService({ limits: { readsPerMinute: 1, writesPerMinute: 1 } });

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

describe('the uploads of a person in a minute', () => {
  test.each([
    ['in the process', false],
    ['in the database', true],
  ])('are limited, over all instances and for each person apart, counted %s', async (_where, isShared) => {
    const small = await startService({ isShared, limits: { uploadCallsPerMinute: 6 } });
    const urls = isShared ? [small.url, await small.newInstance()] : [small.url];
    const shop = await small.newMerchant();
    const [stella, otto] = [
      await newPerson(small, { [shop.id]: 'staff' }),
      await newPerson(small, { [shop.id]: 'staff' }),
    ];
    const start = (person: typeof stella, at: number) =>
      sendConsole(urls[at % urls.length] ?? '', 'POST', '/media/uploads', {
        body: anUploadRequest(),
        headers: { cookie: person.cookie },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => start(stella, at)));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 4);
    for (const { status, headers, body } of refused) {
      assert.deepEqual([status, headers.get('retry-after')], [429, '30']);
      assert.deepEqual(body, {
        error: 'rate_limited',
        message: 'More than 6 uploads in this minute. Try again in 30 s.',
      });
    }
    // Before the body is looked at, and for all that fills the library.
    for (const path of ['/media/uploads', '/media/uploads/x/finalize', '/media/pages']) {
      assert.equal((await stella.post(path, {})).status, 429, path);
    }
    assert.equal((await stella.get('/media')).status, 200);
    assert.equal((await start(otto, 0)).status, 200);
    small.clock.advance(30_000);
    assert.equal((await start(stella, 0)).status, 200);
    await small.close();
  });
});
