import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import type { CampaignDetail } from '@vitrine/contract/campaigns';
import { anImage, aPlaylist } from '../../tests/harness/content.js';
import { setPassword } from '../../server/src/identity/create-person.js';
import { startConsole, type TestConsole } from './console-browser.js';
import { dropFiles } from './drop-files.js';
import { aJpeg } from './media-files.js';

const run = promisify(execFile);

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const open = (page: Page, label: string) => page.getByRole('navigation').getByRole('link', { name: label }).click();

test('an owner signs in, drops a file, publishes it, and a token shows it to a shop until it is revoked', async () => {
  const shop = await it.newShop();
  await setPassword(it.service, shop.owner.id, 'a long enough password');
  const { page, faults, close } = await it.openPage('/');
  await page.getByLabel('Email').fill(shop.owner.email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  await page.getByText('0 of 5 are done.').waitFor();

  await open(page, 'Media');
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  await dropFiles(page, [aJpeg('bread.jpg')]);
  await page
    .getByRole('list', { name: 'Media' })
    .getByRole('link', { name: /^bread/ })
    .waitFor();

  await open(page, 'Playlists');
  await page.getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByLabel('Name').fill('Window');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Add media' }).click();
  await page.getByRole('list', { name: 'Media to choose from' }).getByRole('button', { name: 'bread' }).click();
  await page.getByRole('button', { name: 'Add 1 item' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();

  await open(page, 'Campaigns');
  await page.getByRole('button', { name: 'New campaign' }).first().click();
  await page.getByLabel('Name').fill('Summer');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('combobox', { name: 'Playlist', exact: true }).fill('Window');
  await page.getByRole('option', { name: 'Window' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Publish …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Summer is published.').waitFor();
  const lineageId = page.url().split('/').at(-1) ?? '';

  await open(page, 'Integrations');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill('Report');
  await page.getByLabel('See campaigns').check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const curl = ((await page.getByLabel('Try it in a terminal').textContent()) ?? '').replace(
    '/media?limit=5',
    `/campaigns/${lineageId}`,
  );
  const shown = JSON.parse((await run('sh', ['-c', `${curl} --silent`])).stdout) as CampaignDetail;
  const [mediaId = ''] = shown.mediaIds;
  const playlistId = shown.content?.landscape.playlistId ?? null;
  assert.deepEqual(shown, {
    lineageId,
    name: 'Summer',
    status: 'running',
    flight: { start: null, end: null },
    tags: [],
    mediaIds: [mediaId],
    content: {
      landscape: { playlistId, items: [{ mediaId, type: 'image', durationSeconds: 10 }] },
      portrait: null,
    },
  });

  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Revoke Report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'No longer working' }).waitFor();
  const refused = await run('sh', ['-c', `${curl} --silent --output /dev/null --write-out '%{http_code}'`]);
  assert.equal(refused.stdout, '401');

  await open(page, 'Activity');
  for (const deed of [
    'uploaded',
    'created the playlist',
    'published the campaign',
    'created the token',
    'revoked the token',
  ]) {
    await page.getByRole('list', { name: 'Activity' }).getByText(deed).first().waitFor();
  }
  assert.deepEqual(faults, []);
  await close();
});

test("a person of one merchant sees nothing of another's", async () => {
  const media = anImage({ name: 'Secret recipe' });
  const playlist = aPlaylist({ name: 'Secret window', items: [{ mediaId: media.id, durationSeconds: null }] });
  const theirs = await it.newShop({ media: [media], playlists: [playlist] });
  const lineageId = crypto.randomUUID();
  await theirs.owner.post('/campaigns', { lineageId, name: 'Secret plan', landscapePlaylistId: playlist.id });
  const mine = await it.newShop();
  const { page, close } = await it.openPage('/today', { person: mine.owner });
  for (const path of [
    '/media',
    '/playlists',
    '/campaigns',
    '/activity',
    '/settings/integrations',
    '/settings/people',
  ]) {
    await page.goto(it.service.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(/Secret|Other/.test(await page.locator('body').innerText()), false, path);
  }
  for (const path of [`/media/${media.id}`, `/playlists/${playlist.id}`, `/campaigns/${lineageId}`]) {
    await page.goto(it.service.url + path);
    await page.getByRole('heading', { name: /^There is no such item$|is not there$/ }).waitFor();
    assert.equal((await page.locator('body').innerText()).includes('Secret'), false, path);
  }
  await close();
});

test('staff cannot reach tokens, by the page or by the API', async () => {
  const shop = await it.newShop();
  const { page, faults, close } = await it.openPage('/settings/integrations', { person: shop.staff });
  await page.getByRole('heading', { name: 'For owners and admins' }).waitFor();
  assert.equal((await page.locator('body').innerText()).includes('Web shop'), false);
  const answers = [
    await shop.staff.get('/tokens'),
    await shop.staff.post('/tokens', { name: 'Mine', scopes: ['media:read'], days: 7 }),
    await shop.staff.post(`/tokens/${shop.token.id}/rotate`, { overlapHours: 0 }),
    await shop.staff.post(`/tokens/${shop.token.id}/revoke`),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403, 403, 403],
  );
  assert.deepEqual(faults, []);
  await close();
});
