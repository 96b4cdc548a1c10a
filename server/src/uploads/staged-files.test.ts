// Where the store does not pin bytes, the file itself waits under a staging key that its URL can write until it runs out.
import assert from 'node:assert/strict';
import { pino } from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Media } from '@vitrine/contract/media';
import { anImage, anUploadRequest, sha256 } from '../../../tests/harness/content.js';
import { post, send, startService, type Service, type Shop } from '../../../tests/harness/service.js';
import { finalize, put, startNew, usageOf } from '../../../tests/harness/upload.js';
import { buildApp } from '../app.js';
import { parseObjectKey, stagingKey } from '../storage/object-key.js';
import { dropAbandoned } from './drop-abandoned.js';

let service: Service;
let app: Awaited<ReturnType<typeof buildApp>>;
let url: string;
beforeAll(async () => {
  service = await startService();
  const limits = { readsPerMinute: 1_000, writesPerMinute: 1_000, maxTagsPerMedia: 50 };
  const settings = { baseUrl: 'http://127.0.0.1', consoleDist: undefined, isShared: false, trustedProxies: [], limits };
  const store = { ...service.store, pinsBytes: false };
  app = await buildApp({ ...service, ...settings, log: pino({ level: 'silent' }), store });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const DAY_MS = 24 * 3_600_000;
const BYTES = 'staged';

// The same merchant, at the instance whose store does not pin.
const unpinned = (shop: Shop): Shop => ({
  ...shop,
  post: (path, body) => send(`${url}${API_PATH}${path}`, shop.secret, post(body)),
});

async function uploadTwice(shop: Shop, request: ReturnType<typeof anUploadRequest>): Promise<Media> {
  const ticket = await startNew(shop, request);
  assert.match(ticket.upload.url, /\/staging\//);
  await put(ticket.upload, BYTES);
  const { status, body } = await finalize(shop, request.id);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal((await put(ticket.upload, BYTES)).status, 200);
  return body as Media;
}

async function assertEmptiedAfterADay(shop: Shop, media: Media): Promise<void> {
  assert.deepEqual(await usageOf(service, shop), { used: BYTES.length, reserved: BYTES.length });
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned(service);
  assert.deepEqual(await usageOf(service, shop), { used: BYTES.length, reserved: 0 });
  const key = parseObjectKey(new URL(media.fileUrl ?? '').pathname.split('/').at(-1) ?? '');
  assert.equal(await service.store.head(stagingKey(key)), undefined);
  assert.deepEqual(await service.store.head(key), { sizeBytes: BYTES.length });
}

test('what its URL can write after finalize is reserved for a day, and deleted then', async () => {
  const shop = unpinned(await service.newMerchant());
  const media = await uploadTwice(shop, anUploadRequest({}, BYTES));
  assert.equal(media.createdAt, new Date(service.clock.now()).toISOString());
  await assertEmptiedAfterADay(shop, media);
});

test('so it is for the bytes of an item that was imported without them', async () => {
  const file = { fileName: 'a.png', mimeType: 'image/png', sizeBytes: BYTES.length, sha256: sha256(BYTES) };
  const item = anImage({ file });
  const shop = unpinned(await service.newMerchant({ media: [item] }));
  const media = await uploadTwice(shop, anUploadRequest({ id: item.id }, BYTES));
  assert.equal(media.createdAt, item.createdAt);
  await assertEmptiedAfterADay(shop, media);
});
