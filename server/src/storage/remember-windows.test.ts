import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newPerson, type Json } from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { upload } from '../../../tests/harness/upload.js';
import { SIGNED_FOR_SECONDS, WINDOW_SECONDS } from './presign-object.js';

const service = useService();

test('people get one URL for ten minutes, which works for fifteen more and may be kept; tokens get one of their own', async () => {
  service.clock.set('2026-06-15T12:00:00.000Z');
  const shop = await service.newMerchant();
  const staff = await newPerson(service, { [shop.id]: 'staff' });
  const { id } = await upload(shop, 'a picture');
  const fileUrl = async (): Promise<string> => String((await staff.get(`/media/${id}`)).json['fileUrl']);
  const ofToken = async (): Promise<string> => String(Object((await shop.get(`/media/${id}`)).body).fileUrl);

  const [first, byToken] = [await fileUrl(), await ofToken()];
  const [listed] = (await staff.get('/media')).json['items'] as Json[];
  assert.equal(listed?.['fileUrl'], first);
  service.clock.advance(WINDOW_SECONDS * 1000 - 1);
  assert.equal(await fileUrl(), first);
  assert.notEqual(await ofToken(), byToken);
  service.clock.advance(1);
  assert.notEqual(await fileUrl(), first);
  assert.deepEqual(
    [new URL(first), new URL(byToken)].map(({ searchParams }) => searchParams.get('response-cache-control')),
    ['private, max-age=1501, immutable', null],
  );
  if (isS3) return; // its clock is not ours
  service.clock.advance(SIGNED_FOR_SECONDS * 1000 - 1);
  const [kept, plain] = [await fetch(first), await fetch(byToken)];
  assert.deepEqual(
    [kept.status, kept.headers.get('cache-control'), plain.status],
    [200, 'private, max-age=1501, immutable', 403],
  );
  service.clock.advance(1);
  assert.equal((await fetch(first)).status, 403);
});
