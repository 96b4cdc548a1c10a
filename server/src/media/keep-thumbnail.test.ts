import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, onTestFinished, test } from 'vitest';
import { dropAbandoned } from '../uploads/drop-abandoned.js';
import { newPerson, type Json, type TestPerson } from '../../../tests/harness/console.js';
import { anImage, aPage } from '../../../tests/harness/content.js';
import { holdCopies } from '../../../tests/harness/hold-on-the-way.js';
import { useService, type Service } from '../../../tests/harness/service.js';
import { isS3, openUnpinned } from '../../../tests/harness/store.js';
import { put, usageOf } from '../../../tests/harness/upload.js';

const service = useService();

const DAY_MS = 24 * 3_600_000;
const BYTES = 'a small picture';
const PICTURE = { sizeBytes: BYTES.length, checksum: createHash('sha256').update(BYTES).digest('hex') };

const stage = async (parts: Parameters<Service['newMerchant']>[0] = {}) => {
  const shop = await service.newMerchant(parts);
  return { shop, staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
};

const uploadOf = (json: Json) => json['upload'] as Parameters<typeof put>[0];

async function send(staff: TestPerson, id: string, bytes = BYTES) {
  const { json } = await staff.post(`/media/${id}/thumbnail`, PICTURE);
  const stored = await put(uploadOf(json), bytes);
  return { ticket: json['ticket'], stored: stored.status };
}

const finish = (staff: TestPerson, id: string, ticket: unknown, over: object = {}) =>
  staff.post(`/media/${id}/thumbnail/finish`, { ...PICTURE, ticket, ...over });

describe('a thumbnail that a browser made', () => {
  test('is kept, shown and counted; both audiences read it', async () => {
    const media = anImage();
    const { shop, staff } = await stage({ media: [media] });
    const { ticket } = await send(staff, media.id);
    assert.deepEqual(await usageOf(service, shop), { used: 5, reserved: BYTES.length });
    const { nextCursor } = Object((await shop.get('/changes')).body);
    const answer = await finish(staff, media.id, ticket);
    assert.equal(await (await fetch(String(answer.json['thumbnailUrl']))).text(), BYTES);
    assert.equal((await staff.get(`/media/${media.id}`)).json['thumbnailUrl'], answer.json['thumbnailUrl']);
    assert.match(String(Object((await shop.get(`/media/${media.id}`)).body).thumbnailUrl), /^http/);
    assert.deepEqual(await usageOf(service, shop), { used: 5 + BYTES.length, reserved: BYTES.length });
    // The same call again, and an offer of another, change nothing.
    assert.deepEqual((await finish(staff, media.id, ticket)).json, answer.json);
    assert.deepEqual((await staff.post(`/media/${media.id}/thumbnail`, PICTURE)).json, { ticket: null, upload: null });
    // Who keeps a copy is told, once.
    const { items } = Object((await shop.get(`/changes?cursor=${nextCursor}`)).body);
    assert.deepEqual(
      items.map(({ type, data }: Json) => [type, data]),
      [['media.changed', { mediaId: media.id }]],
    );
    service.clock.advance(DAY_MS);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: 5 + BYTES.length, reserved: 0 });
    const { thumbnailUrl } = (await staff.get(`/media/${media.id}`)).json;
    assert.equal((await fetch(String(thumbnailUrl))).status, 200);
  });

  test('of two browsers at once is that of one; what the other sent goes again', async () => {
    const media = anImage();
    const { shop, staff } = await stage({ media: [media] });
    const tickets = await Promise.all([send(staff, media.id), send(staff, media.id)]);
    const answers = await Promise.all(tickets.map(({ ticket }) => finish(staff, media.id, ticket)));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.deepEqual(await usageOf(service, shop), { used: 5 + BYTES.length, reserved: 2 * BYTES.length });
    const stored = (await service.objects()).length;
    service.clock.advance(DAY_MS);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: 5 + BYTES.length, reserved: 0 });
    assert.equal((await service.objects()).length, stored - 1);
  });

  test('stays as it is, where another was sent to its place while a finish that was overtaken goes on', async () => {
    const media = anImage();
    const shop = await service.newMerchant({ media: [media] });
    const held = await holdCopies(service.store.origin);
    onTestFinished(held.close);
    const [fast, slow] = await Promise.all(
      [service.store.origin, held.endpoint].map(async (endpoint) => {
        const url = await service.newInstance({ store: await openUnpinned(service, endpoint) });
        return newPerson({ ...service, url }, { [shop.id]: 'staff' });
      }),
    );
    assert.ok(fast && slow);
    const stored = (await service.objects()).length;
    const { json } = await fast.post(`/media/${media.id}/thumbnail`, PICTURE);
    await put(uploadOf(json), BYTES);
    const late = finish(slow, media.id, json['ticket']);
    await held.untilHeld;
    assert.equal((await finish(fast, media.id, json['ticket'])).status, 200);
    assert.equal((await put(uploadOf(json), 'b small picture')).status, 200);
    held.release();
    const { thumbnailUrl } = (await late).json;
    assert.equal(await (await fetch(String(thumbnailUrl))).text(), BYTES);
    service.clock.advance(DAY_MS);
    await dropAbandoned(service);
    assert.deepEqual(await usageOf(service, shop), { used: 5 + BYTES.length, reserved: 0 });
    if (!isS3) assert.equal((await service.objects()).length, stored + 1);
  });

  test('is the one that was declared, of a place that was handed out here, within a day', async () => {
    const [media, page] = [anImage(), aPage()];
    const { staff } = await stage({ media: [media, page] });
    const other = await stage({ media: [anImage()] });
    const { json } = await staff.post(`/media/${media.id}/thumbnail`, PICTURE);
    const unsent = await finish(staff, media.id, json['ticket']);
    assert.deepEqual([unsent.status, unsent.json['code']], [422, 'invalid']);
    assert.equal((await put(uploadOf(json), 'b small picture')).status, 400);
    await put(uploadOf(json), BYTES);
    for (const [ticket, over] of [
      ['nonsense', {}],
      [`staging/${String(json['ticket'])}`, {}],
      [`${'0'.repeat(40)}.jpg`, {}],
      [json['ticket'], { sizeBytes: 3 }],
    ] as const) {
      assert.equal((await finish(staff, media.id, ticket, over)).status, 422);
    }
    assert.equal((await finish(other.staff, media.id, json['ticket'])).status, 404);
    service.clock.advance(DAY_MS);
    assert.equal((await finish(staff, media.id, json['ticket'])).status, 422);
    assert.deepEqual((await staff.post(`/media/${page.id}/thumbnail`, PICTURE)).json, { ticket: null, upload: null });
    assert.equal(
      (await staff.post(`/media/${media.id}/thumbnail`, { ...PICTURE, sizeBytes: 2 ** 20 + 1 })).status,
      400,
    );
  });

  test('of an item that is not there any more is a 404, and no copy of it stays', async () => {
    const media = anImage();
    const { staff } = await stage({ media: [media] });
    const { ticket } = await send(staff, media.id);
    const stored = (await service.objects()).length;
    await staff.remove(`/media/${media.id}`);
    assert.equal((await finish(staff, media.id, ticket)).status, 404);
    assert.equal((await service.objects()).length, stored);
  });

  test('finds no room in a full storage', async () => {
    const media = anImage();
    const plan = { name: 'tiny', endsAt: null, allowsWrites: true, storageQuotaBytes: 6 };
    const { staff } = await stage({ media: [media], merchant: { plan } });
    const { status, json } = await staff.post(`/media/${media.id}/thumbnail`, PICTURE);
    assert.deepEqual([status, json['code']], [409, 'storage_quota_exceeded']);
  });

  test('takes the mark of a broken file away, which nobody can set after that', async () => {
    const media = anImage();
    const { staff } = await stage({ media: [media] });
    assert.deepEqual((await staff.post(`/media/${media.id}/broken`)).json, { isBroken: true });
    assert.equal((await staff.get(`/media/${media.id}`)).json['isBroken'], true);
    const { ticket } = await send(staff, media.id);
    await finish(staff, media.id, ticket);
    assert.deepEqual((await staff.post(`/media/${media.id}/broken`)).json, { isBroken: false });
    assert.equal((await staff.get(`/media/${media.id}`)).json['isBroken'], false);
  });
});
