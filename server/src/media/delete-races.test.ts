import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { sendWhileLocked } from '../../../tests/harness/lock-waits.js';
import { newPerson, type Json } from '../../../tests/harness/console.js';
import { anImage, aPlaylist } from '../../../tests/harness/content.js';
import { useService, type Service } from '../../../tests/harness/service.js';
import { upload, usageOf } from '../../../tests/harness/upload.js';
import { sql } from '../db/sql.js';

const service = useService();

const stage = async (parts: Parameters<Service['newMerchant']>[0] = {}) => {
  const shop = await service.newMerchant(parts);
  return { shop, staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
};

describe('a deletion', () => {
  test.each([
    ['before an edit that adds the item to a playlist', 'adds', true, [200, 422]],
    ['after an edit that adds the item to a playlist', 'adds', false, [200, 200]],
    ['before an edit that drops the item from a playlist', 'drops', true, [200, 200]],
    ['after an edit that drops the item from a playlist', 'drops', false, [200, 200]],
  ] as const)('leaves no deleted item in a playlist: %s', async (_title, edit, isFirst, [deleted, edited]) => {
    const [gone, kept] = [anImage({ name: 'Gone' }), anImage({ name: 'Kept' })];
    const [one, two] = [gone, kept].map(({ id }) => ({ mediaId: id, ownSeconds: null }));
    const items = edit === 'adds' ? [] : [{ mediaId: gone.id, durationSeconds: null }];
    const playlist = aPlaylist({ items });
    const { shop, staff } = await stage({ media: [gone, kept], playlists: [playlist] });
    const path = `/playlists/${playlist.id}`;
    const deletion = () => staff.remove(`/media/${gone.id}`);
    const change = () => staff.patch(path, { revision: 1, items: edit === 'adds' ? [one, two] : [two] });
    const answers = await sendWhileLocked(service.db, {
      // One row, so that both requests queue for the same lock.
      lock: sql`select from media where merchant_id = ${shop.id} and id = ${gone.id} for update`,
      requests: isFirst ? [deletion, change] : [change, deletion],
    });
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(isFirst ? statuses : statuses.toReversed(), [deleted, edited]);
    const left = ((await staff.get(path)).json['items'] as Json[]).map((item) => item['mediaId']);
    assert.deepEqual(left, edited === 200 ? [kept.id] : []);
  });

  test('at once with uploads and changes of the same item: the room is counted right', async () => {
    const { shop, staff } = await stage();
    const media = await Promise.all(['aaa', 'bbb', 'ccc'].map((bytes) => upload(shop, bytes)));
    const answers = await Promise.all([
      ...media.map(({ id }) => staff.remove(`/media/${id}`)),
      ...media.map(({ id }) => staff.post(`/media/${id}/tags`, { add: ['new'] })),
      ...media.map(({ id }) => staff.patch(`/media/${id}`, { revision: 1, name: 'New' })),
      ...media.map(({ id }) => staff.post(`/media/uploads/${id}/finalize`)),
    ]);
    assert.deepEqual(
      answers.slice(0, 3).map(({ status }) => status),
      [200, 200, 200],
    );
    for (const { status, text } of answers) assert.ok([200, 404].includes(status), text);
    await Promise.all(['ddd', 'eee'].map((bytes) => upload(shop, bytes)));
    assert.deepEqual(await usageOf(service, shop), { used: 15, reserved: 0 });
  });
});
