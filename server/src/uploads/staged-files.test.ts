// Where the store does not pin bytes, the file itself waits under a staging key that its URL can write until it runs out.
import assert from 'node:assert/strict';
import { beforeAll, onTestFinished, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Media } from '@vitrine/contract/media';
import { anImage, anUploadRequest, sha256 } from '../../../tests/harness/content.js';
import { newGate } from '../../../tests/harness/gate.js';
import { holdCopies } from '../../../tests/harness/hold-on-the-way.js';
import { post, send, useService, type Shop } from '../../../tests/harness/service.js';
import { isS3, openUnpinned } from '../../../tests/harness/store.js';
import { finalize, put, startNew, usageOf, type Ticket } from '../../../tests/harness/upload.js';
import { sql } from '../db/sql.js';
import { parseObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { dropAbandoned } from './drop-abandoned.js';

const service = useService();
let store: ObjectStore;
let url: string;
beforeAll(async () => {
  store = await openUnpinned(service);
  url = await service.newInstance({ store });
});

const DAY_MS = 24 * 3_600_000;
const BYTES = 'staged';
const OTHERS = 'others';

// The same merchant, at an instance whose store does not pin.
const unpinned = (shop: Shop, instance = url): Shop => ({
  ...shop,
  post: (path, body) => send(`${instance}${API_PATH}${path}`, shop.secret, post(body)),
});

const stagedKeyOf = ({ upload }: Ticket) => parseObjectKey(new URL(upload.url).pathname.split('/').slice(-2).join('/'));

async function uploadTwice(shop: Shop, request: ReturnType<typeof anUploadRequest>) {
  const ticket = await startNew(shop, request);
  assert.match(ticket.upload.url, /\/staging\//);
  await put(ticket.upload, BYTES);
  const { status, body } = await finalize(shop, request.id);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(await store.head(stagedKeyOf(ticket)), undefined);
  assert.equal((await put(ticket.upload, OTHERS)).status, 200);
  return { media: body as Media, staged: stagedKeyOf(ticket) };
}

async function assertEmptiedAfterADay(shop: Shop, { media, staged }: Awaited<ReturnType<typeof uploadTwice>>) {
  assert.deepEqual(await store.head(staged), { sizeBytes: OTHERS.length });
  assert.deepEqual(await usageOf(service, shop), { used: BYTES.length, reserved: BYTES.length });
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned(service);
  assert.deepEqual(await usageOf(service, shop), { used: BYTES.length, reserved: 0 });
  assert.equal(await store.head(staged), undefined);
  assert.equal(await textOf(shop, media.id), BYTES);
}

async function textOf(shop: Shop, id: string): Promise<string> {
  const { body } = await shop.get(`/media/${id}`);
  return (await fetch((body as Media).fileUrl ?? '')).text();
}

// How many there are that were not there before.
async function countNew(before: readonly string[]): Promise<number> {
  return (await service.objects()).filter((name) => !before.includes(name)).length;
}

// How many copies wait to be deleted, without a room of their own.
async function countCopies(shop: Shop): Promise<number> {
  const row = await service.db.row<{ copies: number }>(sql`
    select count(*) as copies from pending_deletions where merchant_id = ${shop.id} and reserved_bytes = 0`);
  return row?.copies ?? 0;
}

// Sent, and its first finalize, at an instance of its own, is where the test wants it.
async function sendAndFinalize(slow: { readonly url: string; readonly isReached: Promise<void> }) {
  const shop = unpinned(await service.newMerchant());
  const request = anUploadRequest({ width: 1, height: 1 }, BYTES);
  const ticket = await startNew(shop, request);
  await put(ticket.upload, BYTES);
  const late = finalize(unpinned(shop, slow.url), request.id);
  await Promise.race([slow.isReached, late]);
  return { shop, request, ticket, late };
}

test('what its URL can write after finalize is reserved for a day, and deleted then', async () => {
  const shop = unpinned(await service.newMerchant());
  const uploaded = await uploadTwice(shop, anUploadRequest({}, BYTES));
  assert.equal(uploaded.media.createdAt, new Date(service.clock.now()).toISOString());
  await assertEmptiedAfterADay(shop, uploaded);
});

test('so it is for the bytes of an item that was imported without them', async () => {
  const file = { fileName: 'a.png', mimeType: 'image/png', sizeBytes: BYTES.length, sha256: sha256(BYTES) };
  const item = anImage({ file });
  const shop = unpinned(await service.newMerchant({ media: [item] }));
  const uploaded = await uploadTwice(shop, anUploadRequest({ id: item.id }, BYTES));
  assert.equal(uploaded.media.createdAt, item.createdAt);
  await assertEmptiedAfterADay(shop, uploaded);
});

test('other bytes than the declared ones are refused, and those that are sent next are taken', async () => {
  const shop = unpinned(await service.newMerchant());
  const request = anUploadRequest({}, BYTES);
  const ticket = await startNew(shop, request);
  const before = await service.objects();
  await put(ticket.upload, OTHERS);
  for (const _ of ['once', 'and again']) {
    const { status, body } = await finalize(shop, request.id);
    assert.deepEqual(
      [status, body],
      [
        422,
        {
          error: 'unprocessable',
          message:
            'The stored file does not have the declared checksum. PUT it to upload.url with every header of upload.headers, then finalize again.',
          code: 'invalid',
        },
      ],
    );
  }
  assert.equal(await countCopies(shop), 0);
  if (!isS3) assert.equal(await countNew(before), 1);
  await put(ticket.upload, BYTES);
  assert.equal((await finalize(shop, request.id)).status, 200);
  assert.equal(await textOf(shop, request.id), BYTES);
});

test('a finalize that was overtaken leaves what is ready as it is, whatever its URL has written since', async () => {
  const held = await holdCopies(service.store.origin);
  onTestFinished(held.close);
  const slow = await service.newInstance({ store: await openUnpinned(service, held.endpoint) });
  const { shop, request, ticket, late } = await sendAndFinalize({ url: slow, isReached: held.untilHeld });
  assert.equal((await finalize(shop, request.id)).status, 200);
  assert.equal((await put(ticket.upload, OTHERS)).status, 200);
  held.release();
  const { status, body } = await late;
  assert.deepEqual([status, Object(body).id], [200, request.id]);
  assert.equal(await textOf(shop, request.id), BYTES);
});

test('of two finalizes at once one is taken, and the copy of the other goes', async () => {
  const before = await service.objects();
  const [reached, released] = [newGate(), newGate()];
  const read: ObjectStore['read'] = async (...input) => {
    reached.open();
    await released.opened;
    return store.read(...input);
  };
  const slow = await service.newInstance({ store: { ...store, read } });
  const { shop, request, late } = await sendAndFinalize({ url: slow, isReached: reached.opened });
  assert.equal((await finalize(shop, request.id)).status, 200);
  released.open();
  assert.equal((await late).status, 200);
  assert.equal(await textOf(shop, request.id), BYTES);
  assert.equal(await countCopies(shop), 0);
  if (!isS3) assert.equal(await countNew(before), 1);
});

test('the copy of one that was cut off goes after a day; called again, it takes the file in', async () => {
  const before = await service.objects();
  const reached = newGate();
  const read: ObjectStore['read'] = () => {
    reached.open();
    throw new Error('cut off');
  };
  const slow = await service.newInstance({ store: { ...store, read } });
  const { shop, request, late } = await sendAndFinalize({ url: slow, isReached: reached.opened });
  assert.equal((await late).status, 500);
  assert.equal((await finalize(shop, request.id)).status, 200);
  assert.equal(await countCopies(shop), 1);
  if (!isS3) assert.equal(await countNew(before), 2);
  service.clock.advance(DAY_MS + 1);
  await dropAbandoned(service);
  assert.equal(await countCopies(shop), 0);
  if (!isS3) assert.equal(await countNew(before), 1);
  assert.equal(await textOf(shop, request.id), BYTES);
});

test('an imported item whose bytes came with those of another upload needs none of its own', async () => {
  const file = { fileName: 'a.png', mimeType: 'image/png', sizeBytes: BYTES.length, sha256: sha256(BYTES) };
  const item = anImage({ file });
  const shop = unpinned(await service.newMerchant({ media: [item] }));
  await startNew(shop, anUploadRequest({ id: item.id }, BYTES));
  assert.equal((await finalize(shop, item.id)).status, 422);
  const other = anUploadRequest({}, BYTES);
  await put((await startNew(shop, other)).upload, BYTES);
  for (const id of [other.id, item.id]) {
    assert.equal((await finalize(shop, id)).status, 200);
    assert.equal(await textOf(shop, id), BYTES);
  }
});
