// Storage knows no merchants: a signed URL opens the one object that it names, by the one method, and nothing else.
import assert from 'node:assert/strict';
import { beforeAll, test } from 'vitest';
import type { Media } from '@vitrine/contract/media';
import { exampleId } from '../harness/archive-fixture.js';
import { anUploadRequest } from '../harness/content.js';
import { useService, type Shop } from '../harness/service.js';
import { startNew, upload } from '../harness/upload.js';

const BYTES = { a: 'bytes of merchant A', b: 'bytes of merchant B' };

const service = useService();
let shops: Readonly<Record<'a' | 'b', Shop>>;
const urls = { a: '', b: '' };

beforeAll(async () => {
  shops = { a: await service.newMerchant(), b: await service.newMerchant() };
  for (const side of ['a', 'b'] as const) {
    urls[side] = (await upload(shops[side], BYTES[side], { id: exampleId('media', 0) })).fileUrl ?? '';
  }
});

const keyOf = (url: string): string => new URL(url).pathname;
const withKey = (url: string, path: string): string => url.replace(keyOf(url), path);
const statusOf = async (url: string, init?: RequestInit): Promise<number> => {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
};

test('the same id at two merchants is two objects, each behind its own URL', async () => {
  assert.notEqual(keyOf(urls.a), keyOf(urls.b));
  for (const side of ['a', 'b'] as const) assert.equal(await (await fetch(urls[side])).text(), BYTES[side]);
});

test("one merchant's GET URL opens no other object, whatever is put together from two", async () => {
  const [bucket, key] = [keyOf(urls.b).split('/')[1] ?? '', keyOf(urls.a).split('/')[2] ?? ''];
  const bent = {
    "B's key in A's URL": withKey(urls.a, keyOf(urls.b)),
    "A's key below the staging prefix": withKey(urls.a, `/${bucket}/staging/${key}`),
    "B's key through A's": withKey(urls.a, `${keyOf(urls.a)}/..${keyOf(urls.b).slice(bucket.length + 1)}`),
    'an escaped slash': withKey(urls.a, `/${bucket}/%2e%2e${keyOf(urls.b)}`),
    'another bucket': withKey(urls.a, `/other/${key}`),
    "B's signature in A's query": urls.a.replace(/[0-9a-f]{64}$/, urls.b.slice(-64)),
    "B's query": keyOf(urls.a) === '' ? '' : `${urls.a.split('?')[0]}?${urls.b.split('?')[1]}`,
  };
  for (const [name, url] of Object.entries(bent)) assert.equal(await statusOf(url), 403, name);
  assert.equal(await statusOf(urls.a), 200);
});

test("one merchant's PUT URL writes no other object, and a GET URL writes none", async () => {
  const request = anUploadRequest({}, BYTES.a);
  // Other bytes than A has ready, so that a URL is given.
  const { upload: ticket } = await startNew(shops.a, { ...request, ...anUploadRequest({}, 'fresh bytes') });
  const init = { method: 'PUT', headers: ticket.headers, body: 'fresh bytes' };
  assert.equal(await statusOf(withKey(ticket.url, keyOf(urls.b)), init), 403);
  assert.equal(await statusOf(urls.b, init), 403);
  assert.equal(await statusOf(urls.b, { method: 'DELETE' }), 403);
  const copy = { ...ticket.headers, 'x-amz-copy-source': keyOf(urls.b) };
  assert.equal(await statusOf(ticket.url, { ...init, headers: copy }), 403);
  assert.equal(await (await fetch(urls.b)).text(), BYTES.b);
  assert.equal(await statusOf(ticket.url, init), 200);
});

test('the bytes of one merchant are no duplicate for another, so a checksum tells nobody what others have', async () => {
  const ticket = await startNew(shops.a, anUploadRequest({}, BYTES.b));
  assert.equal(ticket.duplicateOf, null);
  const { body } = await shops.a.get(`/media?q=${encodeURIComponent('Door')}`);
  assert.ok((body as { items: Media[] }).items.every(({ fileUrl }) => keyOf(fileUrl ?? '') !== keyOf(urls.b)));
});
