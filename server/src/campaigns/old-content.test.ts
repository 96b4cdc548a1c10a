import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aCampaign, anImage, aPlaylist, aPublished } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { archived, newStudio, publish } from '../../../tests/harness/studio.js';
import { exportArchive } from '../archive/export-archive.js';
import { importArchive } from '../archive/import-archive.js';
import { parseMerchantId } from '../ids.js';

const service = useService();

const VERSIONS = 201;
const PUBLISHED_AT = '2026-05-03T08:00:00.000Z';

test('keeps what the newest 200 versions played, and the times and item counts of older ones', async () => {
  const [bread, cake] = [anImage(), anImage()];
  const playlist = aPlaylist({ items: [archived(cake)] });
  const played = [bread, bread].map(({ id }) => ({ mediaId: id, type: 'image', durationSeconds: 10 }));
  const content = { landscape: { playlistId: playlist.id, items: played }, portrait: null };
  const versions = Array.from({ length: VERSIONS }, (_, at) =>
    aPublished({ version: at + 1, landscapePlaylistId: playlist.id, content }),
  );
  // An import may bring more than 200.
  const campaign = aCampaign({ liveVersion: VERSIONS, versions });
  const parts = { media: [bread, cake], playlists: [playlist], campaigns: [campaign] };
  const { shop, ada } = await newStudio(service, parts);
  const path = `/campaigns/${campaign.lineageId}`;
  const listed = async (): Promise<unknown[]> => Object((await ada.get(`${path}/versions`)).body).items;
  assert.equal((await ada.get(`${path}/version?version=1`)).status, 200);

  assert.equal((await publish(ada, campaign.lineageId)).status, 200);
  const after = await listed();
  assert.equal(after.length, 202);
  const old = {
    flight: { start: null, end: null },
    landscapePlaylist: { id: playlist.id, name: playlist.name, shared: true },
    portraitPlaylist: null,
    isLive: false,
    publishedAt: PUBLISHED_AT,
    publishedBy: null,
    itemCount: 2,
  };
  assert.deepEqual(after.slice(-3), [
    { ...old, version: 3, hasContent: true },
    { ...old, version: 2, hasContent: false },
    { ...old, version: 1, hasContent: false },
  ]);
  const gone = {
    error: 'not_found',
    message: 'What version 2 played is no longer stored: only the newest 200 versions keep it.',
  };
  const looked = await ada.get(`${path}/version?version=2`);
  assert.deepEqual([looked.status, looked.body], [404, gone]);
  const { revision } = (await ada.get(path)).json;
  const broughtBack = await ada.post(`${path}/bring-back`, { revision, version: 2 });
  assert.deepEqual([broughtBack.status, broughtBack.body], [404, gone]);
  assert.equal((await ada.get(`${path}/version?version=3`)).status, 200);
  assert.equal(Object(Object((await shop.get(path)).body).content).landscape.items.length, 1);

  // An archive carries the counts along.
  const merchantId = parseMerchantId(shop.id);
  const archive = await exportArchive(service, merchantId);
  const [first] = archive.campaigns[0]?.versions ?? [];
  assert.deepEqual(first, { ...versions[0], content: null, itemCount: 2 });
  await importArchive(service, archive, { replace: true });
  assert.deepEqual((await exportArchive(service, merchantId)).campaigns, archive.campaigns);
});
