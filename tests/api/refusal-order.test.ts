// Of several reasons to refuse a request the first counts (decisions, The order of refusals).
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { anImage, anUploadRequest } from '../harness/content.js';
import { aToken, startService, useService } from '../harness/service.js';
import { start } from '../harness/upload.js';

const service = useService();
const NOBODY = '00000000-0000-4000-8000-000000000000';
const NO_WRITES = { name: 'free', endsAt: null, allowsWrites: false, storageQuotaBytes: 1_000 };

test('the rate comes before the scope, and the scope before the plan', async () => {
  const small = await startService({ limits: { readsPerMinute: 1, writesPerMinute: 1 } });
  const reader = newTokenSecret();
  const shop = await small.newMerchant({ merchant: { plan: NO_WRITES }, tokens: [aToken(reader, ['media:read'])] });
  const ask = () => shop.post(`/media/${NOBODY}/tags`, { add: ['a'] }, reader);
  const { status, body } = await ask();
  assert.deepEqual([status, Object(body).error, Object(body).code], [403, 'forbidden', undefined]);
  assert.match(Object(body).message, /tags:write/);
  assert.equal((await ask()).status, 429);
  await small.close();
});

test('what is malformed comes before what is not there', async () => {
  const shop = await service.newMerchant();
  assert.equal((await shop.post(`/media/${NOBODY}/tags`, {})).status, 400);
  assert.equal((await shop.post(`/media/${NOBODY}/tags`, { add: ['a'] })).status, 404);
});

describe('an upload', () => {
  test('that is not acceptable is a 422, also under an id that is taken', async () => {
    const media = anImage();
    const shop = await service.newMerchant({ media: [media] });
    const taken = anUploadRequest({ id: media.id });
    assert.equal((await shop.post('/media/uploads', { ...taken, name: '' })).status, 422);
    assert.equal(Object((await shop.post('/media/uploads', taken)).body).code, 'id_conflict');
  });

  test('under an id that is taken is an id_conflict, also where there is no room', async () => {
    const plan = { ...NO_WRITES, allowsWrites: true, storageQuotaBytes: 3 };
    const shop = await service.newMerchant({ merchant: { plan } });
    const first = anUploadRequest({}, 'one');
    await start(shop, first);
    const codeOf = async (request: object) => Object((await shop.post('/media/uploads', request)).body).code;
    assert.equal(await codeOf(anUploadRequest({ id: first.id }, 'other')), 'id_conflict');
    assert.equal(await codeOf(anUploadRequest({}, 'other')), 'storage_quota_exceeded');
  });
});
