// Everything that begins, ends or takes away an upload, at once, over a few ids.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Media } from '@vitrine/contract/media';
import { newPerson } from '../../../tests/harness/console.js';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { post, send, useService, type Shop } from '../../../tests/harness/service.js';
import { isS3, openUnpinned } from '../../../tests/harness/store.js';
import { finalize, put, usageOf } from '../../../tests/harness/upload.js';
import { sql } from '../db/sql.js';
import { dropAbandoned } from './drop-abandoned.js';

const service = useService();

const DAY_MS = 24 * 3_600_000;
const FILES = ['one', 'two'];
const THUMBNAILS = [undefined, 'small', 'a longer one'];

// The rows say what is used and what is reserved.
async function countedOf(shop: Shop) {
  return service.db.row<{ used: number; reserved: number }>(sql`
    select coalesce(sum(size_bytes + coalesce(thumbnail_size_bytes, 0)) filter (where state <> 'awaiting'), 0)::bigint as used,
      (coalesce(sum(reserved_bytes), 0) + (
        select coalesce(sum(reserved_bytes), 0) from pending_deletions where merchant_id = ${shop.id}))::bigint as reserved
    from media where merchant_id = ${shop.id}`);
}

const pick = <Value>(values: readonly Value[], turn: number): Value => values[turn % values.length] as Value;

test.each([
  ['compares bytes', () => Promise.resolve(service.url)],
  ['compares nothing', async () => service.newInstance({ store: await openUnpinned(service) })],
])('no request fails, every byte is counted and nothing is left behind, where the store %s', async (_, open) => {
  const before = new Set(await service.objects());
  const url = await open();
  const whole = await service.newMerchant();
  const shop: Shop = { ...whole, post: (path, body) => send(`${url}${API_PATH}${path}`, whole.secret, post(body)) };
  const staff = await newPerson({ ...service, url }, { [shop.id]: 'admin' });
  const ids = [anUploadRequest().id, anUploadRequest().id];
  const statuses: number[] = [];
  const noting = async (answer: Promise<{ status: number }>) => void statuses.push((await answer).status);

  async function uploadAll(turn: number): Promise<void> {
    const [file, thumbnail] = [pick(FILES, turn), pick(THUMBNAILS, turn)];
    const over = { id: pick(ids, turn >> 1), width: 1, height: 1 };
    const declared = thumbnail === undefined ? {} : { hasThumbnail: true, thumbnailSize: thumbnail.length };
    const answer = await shop.post('/media/uploads', anUploadRequest({ ...over, ...declared }, file));
    statuses.push(answer.status);
    const { upload, thumbnailUpload } = Object(answer.body);
    if (upload) await put(upload, file);
    if (thumbnailUpload && thumbnail !== undefined) await put(thumbnailUpload, thumbnail);
    await Promise.all([noting(finalize(shop, over.id)), noting(finalize(shop, over.id))]);
  }
  const takeAway = async (turn: number): Promise<void> => {
    const id = pick(ids, turn);
    await noting(staff.post(`/media/uploads/${id}/cancel`));
    await noting(staff.remove(`/media/${id}`));
    await noting(staff.remove(`/trash/${id}`));
    if (turn % 5 === 0) await noting(staff.post('/media/uploads/free'));
    await dropAbandoned(service);
  };
  for (let round = 0; round < 8; round += 1) {
    // What the round before left is due now; at once with a request, it would be signed a day ago.
    if (round % 3 === 2) service.clock.advance(DAY_MS + 1);
    const turns = [0, 1, 2, 3, 4].map((at) => round * 5 + at);
    await Promise.all([...turns.map(uploadAll), takeAway(round), takeAway(round + 1)]);
    assert.deepEqual(await usageOf(service, shop), await countedOf(shop));
    const { items } = Object((await whole.get('/media')).body);
    for (const { fileUrl, thumbnailUrl } of items as Media[]) {
      assert.ok(FILES.includes(await (await fetch(fileUrl ?? '')).text()));
      if (thumbnailUrl !== null) assert.ok(THUMBNAILS.includes(await (await fetch(thumbnailUrl)).text()));
    }
  }
  assert.deepEqual(
    statuses.filter((status) => ![200, 404, 409, 422].includes(status)),
    [],
  );

  for (const id of ids) for (const path of [`/media/${id}`, `/trash/${id}`]) await staff.remove(path);
  service.clock.advance(2 * DAY_MS);
  await dropAbandoned(service);
  assert.deepEqual(await usageOf(service, shop), { used: 0, reserved: 0 });
  if (!isS3)
    assert.deepEqual(
      (await service.objects()).filter((name) => !before.has(name)),
      [],
    );
});
