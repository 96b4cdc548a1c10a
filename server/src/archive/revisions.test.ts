// What pages show is of before the import; a save that is made on it says so by its revision.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aPlaylist, aVersion } from '../../../tests/harness/content.js';
import { newScreen } from '../../../tests/harness/screens.js';
import { useService } from '../../../tests/harness/service.js';
import { archived, changedMeanwhile, newStudio, wanted } from '../../../tests/harness/studio.js';
import { parseMerchantId } from '../ids.js';
import { exportArchive } from './export-archive.js';
import { importArchive } from './import-archive.js';

const service = useService();

test('after import --replace a page that is still open saves nothing over what was imported', async () => {
  const [image, gone] = [anImage(), aPlaylist({ name: 'Gone' })];
  const playlist = aPlaylist({ items: [archived(image)] });
  const campaign = aCampaign({ versions: [aVersion({ landscapePlaylistId: playlist.id })] });
  const { shop, bob } = await newStudio(service, {
    media: [image],
    playlists: [playlist, gone],
    campaigns: [campaign],
  });
  const screen = await newScreen(service, shop.id);
  await bob.patch(`/playlists/${playlist.id}`, { revision: 1, name: 'Second', items: [wanted(image)] });
  await bob.remove(`/playlists/${gone.id}`);
  const pages = [
    [`/playlists/${playlist.id}`, 'playlist'],
    [`/campaigns/${campaign.lineageId}`, 'campaign'],
    [`/media/${image.id}`, 'media item'],
    [`/screens/${screen.id}`, 'screen'],
  ] as const;

  const archive = await exportArchive(service, parseMerchantId(shop.id));
  await importArchive(service, archive, { replace: true });
  await importArchive(service, archive, { replace: true });
  // Signed in to over the page, which still shows what it showed.
  const again = await newPerson(service, { [shop.id]: 'admin' }, 'Bob Admin');
  for (const [path, noun] of pages) {
    for (const revision of [1, 2]) {
      const { status, body } = await again.patch(path, { revision, name: randomUUID() });
      assert.deepEqual([status, body], [409, changedMeanwhile(noun)], `${path} at ${revision}`);
    }
  }
});
