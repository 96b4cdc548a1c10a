import assert from 'node:assert/strict';
import { onTestFinished, test, vi } from 'vitest';
import type { Media } from '@vitrine/contract/media';
import { anUploadRequest, sha256 } from '../../../tests/harness/content.js';
import { askParts, divide, newBytes, numbersOf, PART, putParts, startInParts } from '../../../tests/harness/parts.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { finalize, put, start, startNew, usageOf } from '../../../tests/harness/upload.js';
import { dropAbandoned } from './drop-abandoned.js';
import { findParts } from './settle-parts.js';
import { selectUpload } from './finalize-queries.js';
import { parseMediaId, parseMerchantId } from '../ids.js';

const service = useService();

const DAY_MS = 24 * 3_600_000;

async function storedFile(shop: Shop, id: string): Promise<Buffer> {
  const { body } = await shop.get(`/media/${id}`);
  const response = await fetch((body as Media).fileUrl ?? '');
  return Buffer.from(await response.arrayBuffer());
}

const rowOf = async (shop: Shop, id: string) => {
  const row = await selectUpload(service.db, parseMerchantId(shop.id), parseMediaId(id));
  assert.ok(row);
  return row;
};

async function uploadsOf(): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of service.store.listUploads()) ids.push(...page.map(({ uploadId }) => uploadId));
  return ids;
}

// In a bucket the place of the whole file stays reserved while its URL may work.
const beside = (bytes: Buffer): number => (isS3 ? bytes.length : 0);

test('parts that are stored are not asked for again, and finalize makes the file of them', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes(3);
  const { id, parts } = await startInParts(shop, bytes);
  assert.deepEqual(
    parts.parts.map(({ number, offset, size }) => [number, offset, size]),
    [
      [1, 0, PART],
      [2, PART, PART],
      [3, 2 * PART, 1000],
    ],
  );
  await putParts(bytes, { ...parts, parts: parts.parts.slice(1) });
  assert.deepEqual((await shop.get(`/media/uploads/${id}`)).body, {
    mediaId: id,
    state: 'awaiting',
    fileSize: bytes.length,
    storedBytes: PART + 1000,
    partSize: PART,
    storedParts: [2, 3],
    warnings: [],
  });
  const rest = await askParts(shop, id, divide(bytes));
  assert.deepEqual(numbersOf(rest), [1]);
  await putParts(bytes, rest);
  assert.deepEqual((await askParts(shop, id, divide(bytes))).parts, []);
  assert.equal((await finalize(shop, id)).status, 200);
  assert.deepEqual(await storedFile(shop, id), bytes);
  assert.deepEqual(await usageOf(service, shop), { used: bytes.length, reserved: beside(bytes) });
  assert.deepEqual((await shop.get(`/media/uploads/${id}`)).body, {
    mediaId: id,
    state: 'ready',
    fileSize: bytes.length,
    storedBytes: bytes.length,
    partSize: null,
    storedParts: [],
    warnings: [
      { code: 'not_playable', message: 'The file is not an MP4 or WebM video. Screens probably cannot play it.' },
    ],
  });
  assert.deepEqual(await askParts(shop, id, divide(bytes)), { mediaId: id, partSize: PART, parts: [] });
});

test('finalize says how many parts are missing and changes nothing', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, { ...parts, parts: parts.parts.slice(1) });
  const { status, body } = await finalize(shop, id);
  assert.deepEqual(
    [status, body],
    [
      422,
      {
        error: 'unprocessable',
        message:
          '1 of 2 parts has arrived. Ask POST /media/uploads/{id}/parts again, PUT what it lists, then finalize again.',
        code: 'invalid',
      },
    ],
  );
  await putParts(bytes, await askParts(shop, id, divide(bytes)));
  assert.equal((await finalize(shop, id)).status, 200);
});

test('a part with other bytes than its hash is refused by storage', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { parts } = await startInParts(shop, bytes);
  const wrong = Buffer.from(bytes.subarray(PART));
  wrong.writeUInt8(wrong.readUInt8(0) ^ 1);
  assert.equal((await put(parts.parts[1]?.upload ?? null, wrong)).status, 400);
  assert.equal((await put(parts.parts[1]?.upload ?? null, wrong.subarray(1))).status, 403);
});

test('parts that make another file than declared never become an item, nor a duplicate of one', async () => {
  const shop = await service.newMerchant();
  const [declared, other] = [newBytes(), newBytes()];
  const request = anUploadRequest({ mimeType: 'video/mp4' }, declared);
  await startNew(shop, request);
  await putParts(other, await askParts(shop, request.id, divide(other)));
  const { status, body } = await finalize(shop, request.id);
  assert.deepEqual(
    [status, body],
    [
      422,
      {
        error: 'unprocessable',
        message:
          'The parts together do not have the declared checksum. Ask POST /media/uploads/{id}/parts again, PUT what it lists, then finalize again.',
        code: 'invalid',
      },
    ],
  );
  const again = await start(shop, anUploadRequest({ mimeType: 'video/mp4' }, declared));
  assert.equal(again.duplicateOf, null);
  const rest = await askParts(shop, request.id, divide(declared));
  assert.deepEqual(numbersOf(rest), [1, 2]);
  await putParts(declared, rest);
  assert.equal((await finalize(shop, request.id)).status, 200);
  assert.deepEqual(await storedFile(shop, request.id), declared);
});

test('a part that is sent twice and finalizes at once make one item', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  await putParts(bytes, parts);
  const answers = await Promise.all(Array.from({ length: 4 }, () => finalize(shop, id)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.deepEqual(await storedFile(shop, id), bytes);
  assert.deepEqual(await usageOf(service, shop), { used: bytes.length, reserved: beside(bytes) });
});

test('a file that is begun several times at once has one set of parts', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id } = await startNew(shop, anUploadRequest({ mimeType: 'video/mp4' }, bytes)).then(({ mediaId }) => ({
    id: mediaId,
  }));
  const creating = vi.spyOn(service.store, 'createParts');
  onTestFinished(() => creating.mockRestore());
  const tickets = await Promise.all(Array.from({ length: 5 }, () => askParts(shop, id, divide(bytes))));
  const named = new Set(tickets.map(({ parts }) => new URL(parts[0]?.upload.url ?? '').searchParams.get('uploadId')));
  const created = await Promise.all(creating.mock.results.map(({ value }) => value));
  const own = new Set(created.map(({ uploadId }) => uploadId));
  const begun = (await uploadsOf()).filter((uploadId) => own.has(uploadId));
  assert.deepEqual(begun, [...named]);
});

test('another division begins anew, and what was stored of the first goes', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const first = findParts(await rowOf(shop, id));
  const anew = await askParts(shop, id, divide(bytes, 2 * PART));
  assert.deepEqual(numbersOf(anew), [1]);
  await dropAbandoned(service);
  assert.ok(first);
  assert.equal(await service.store.listParts(first), undefined);
  await putParts(bytes, anew);
  assert.equal((await finalize(shop, id)).status, 200);
  assert.deepEqual(await storedFile(shop, id), bytes);
});

test('a finalize that was cut off after the parts were put together goes on', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const [row, { checksums }] = [await rowOf(shop, id), divide(bytes)];
  const upload = findParts(row);
  assert.ok(upload);
  const stored = (await service.store.listParts(upload)) ?? [];
  const declared = stored.map((part, at) => ({ ...part, sha256: checksums[at] ?? '' }));
  const file = { sha256: sha256(bytes), merchantId: parseMerchantId(shop.id) };
  assert.equal(await service.store.completeParts(upload, declared, file), 'completed');
  assert.deepEqual((await askParts(shop, id, divide(bytes))).parts, []);
  assert.equal((await finalize(shop, id)).status, 200);
  assert.deepEqual(await storedFile(shop, id), bytes);
});

test('parts that the store has forgotten are asked for again', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const upload = findParts(await rowOf(shop, id));
  assert.ok(upload);
  await service.store.abortParts(upload);
  assert.equal((await finalize(shop, id)).status, 422);
  const anew = await askParts(shop, id, divide(bytes));
  assert.deepEqual(numbersOf(anew), [1, 2]);
  await putParts(bytes, anew);
  assert.equal((await finalize(shop, id)).status, 200);
});

test('a file that was begun in parts may be sent whole; its parts go', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts, upload } = await startInParts(shop, bytes);
  await putParts(bytes, { ...parts, parts: parts.parts.slice(1) });
  const begun = findParts(await rowOf(shop, id));
  assert.ok(begun);
  assert.equal((await put(upload, bytes)).status, 200);
  assert.equal((await finalize(shop, id)).status, 200);
  await dropAbandoned(service);
  assert.equal(await service.store.listParts(begun), undefined);
  assert.deepEqual(await storedFile(shop, id), bytes);
});

test('parts that nobody finalizes are dropped a day after they were last asked for, and so is their room', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const upload = findParts(await rowOf(shop, id));
  assert.ok(upload);
  service.clock.advance(DAY_MS - 1000);
  await askParts(shop, id, divide(bytes));
  service.clock.advance(DAY_MS - 1000);
  await dropAbandoned(service);
  assert.equal((await service.store.listParts(upload))?.length, 2);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: bytes.length + beside(bytes) });
  service.clock.advance(2000);
  await dropAbandoned(service);
  assert.equal(await service.store.listParts(upload), undefined);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
  assert.equal((await finalize(shop, id)).status, 404);
  assert.equal((await shop.post(`/media/uploads/${id}/parts`, divide(bytes))).status, 404);
});

test('a number of checksums that the file does not have is a 422, an upload that is not there a 404', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { mediaId } = await startNew(shop, anUploadRequest({ mimeType: 'video/mp4' }, bytes));
  const { checksums } = divide(bytes);
  assert.deepEqual(
    (await shop.post(`/media/uploads/${mediaId}/parts`, { partSize: PART, checksums: [checksums[0]] })).body,
    {
      error: 'unprocessable',
      message: `checksums: ${bytes.length.toLocaleString('en-US')} bytes in parts of 5,242,880 are 2 parts, not 1.`,
      code: 'invalid',
    },
  );
  assert.equal((await shop.post(`/media/uploads/${mediaId}/parts`, { partSize: PART - 1, checksums })).status, 400);
  const other = await service.newMerchant();
  assert.equal((await other.post(`/media/uploads/${mediaId}/parts`, divide(bytes))).status, 404);
  const bent = { partSize: PART, checksums: ['x'] };
  assert.equal((await shop.post(`/media/uploads/${mediaId}/parts`, bent)).status, 422);
  assert.equal((await other.post(`/media/uploads/${mediaId}/parts`, bent)).status, 404);
  assert.equal((await other.get(`/media/uploads/${mediaId}`)).status, 404);
});
