import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, test } from 'vitest';
import { newPerson, type Json } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aPlaylist, aPublished, aVersion } from '../../../tests/harness/content.js';
import { useService, type Service } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/test-disk.js';
import { upload, usageOf } from '../../../tests/harness/upload.js';

const service = useService();

const stage = async (parts: Parameters<Service['newMerchant']>[0] = {}) => {
  const shop = await service.newMerchant(parts);
  return { shop, staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
};

const isSomebodyWaiting = async (): Promise<boolean> =>
  (await service.db.row({
    text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    values: [],
  })) !== undefined;

describe('a deletion', () => {
  test('waits for a publication that is under way, and is then refused', async () => {
    const media = anImage();
    const items = [{ mediaId: media.id, type: 'image', durationSeconds: 10 }];
    const content = { landscape: { playlistId: randomUUID(), items }, portrait: null };
    const campaign = aCampaign({ name: 'Just now', versions: [aPublished({ content })] });
    const { shop, staff } = await stage({ media: [media], campaigns: [campaign] });
    const deletion = await service.db.transaction(async (db) => {
      await db.rows({
        text: 'select from media where merchant_id = $1 and id = $2 for key share',
        values: [shop.id, media.id],
      });
      await db.rows({ text: 'update campaigns set live_version = 1 where merchant_id = $1', values: [shop.id] });
      const answer = staff.remove(`/media/${media.id}`);
      await until(isSomebodyWaiting);
      return { answer };
    });
    const { status, json } = await deletion.answer;
    assert.deepEqual([status, json['code']], [409, 'in_use']);
    assert.match(String(json['message']), /“Just now”/);
    assert.equal((await staff.get(`/media/${media.id}`)).status, 200);
  });

  test('at once with a publication: one of the two happens, and whoever comes second is told', async () => {
    for (let round = 0; round < 5; round += 1) {
      const media = anImage();
      const playlist = aPlaylist({ items: [{ mediaId: media.id, durationSeconds: null }] });
      const campaign = aCampaign({ versions: [aVersion({ landscapePlaylistId: playlist.id })] });
      const { staff } = await stage({ media: [media], playlists: [playlist], campaigns: [campaign] });
      const path = `/campaigns/${campaign.lineageId}`;
      const { contentHash, revision } = (await staff.get(`${path}/publish`)).json;
      const [publication, deletion] = await Promise.all([
        staff.post(`${path}/publish`, { contentHash, revision }),
        staff.remove(`/media/${media.id}`),
      ]);
      const codes = [publication, deletion].map(({ status, json }) => json['code'] ?? status);
      assert.ok(
        [
          [200, 'in_use'],
          ['changed_meanwhile', 200],
        ].some((outcome) => isDeepStrictEqual(codes, outcome)),
        `${publication.text} ${deletion.text}`,
      );
    }
  });

  test('at once with edits of playlists that take the item up or put it out: nothing fails and nothing dangles', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [gone, kept] = [anImage({ name: 'Gone' }), anImage({ name: 'Kept' })];
      const [one, two] = [gone, kept].map(({ id }) => ({ mediaId: id, ownSeconds: null }));
      const played = [{ mediaId: gone.id, durationSeconds: null }];
      const playlists = Array.from({ length: 4 }, (_, at) => aPlaylist({ items: at % 2 === 0 ? played : [] }));
      const { staff } = await stage({ media: [gone, kept], playlists });
      const [deletion, ...edits] = await Promise.all([
        staff.remove(`/media/${gone.id}`),
        ...playlists.map(({ id }, at) =>
          staff.patch(`/playlists/${id}`, { revision: 1, items: at % 2 === 0 ? [two] : [one, two] }),
        ),
      ]);
      assert.equal(deletion.status, 200, deletion.text);
      // Whoever came second is told: the playlist has another revision, or the item is gone.
      for (const { status, text } of edits) assert.ok([200, 409, 422].includes(status), text);
      for (const [at, { id }] of playlists.entries()) {
        const after = (await staff.get(`/playlists/${id}`)).json;
        const left = (after['items'] as Json[]).map((item) => item['mediaId']);
        assert.deepEqual(left, edits[at]?.status === 200 ? [kept.id] : []);
      }
    }
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
