import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { anImage, aPlaylist } from '../../tests/harness/content.js';
import { archived } from '../../tests/harness/studio.js';
import { startConsole, type TestConsole } from './console-browser.js';

let app: TestConsole;
beforeAll(async () => void (app = await startConsole({ limits: { maxPlaylistItems: 2, consoleWritesPerMinute: 3 } })));
afterAll(() => app.close());

const bread = anImage({ name: 'Bread' });

test('keeps the items of a playlist on the page when the merchant has reached the limit', async () => {
  const playlist = aPlaylist({ name: 'Front window', items: [archived(bread), archived(bread)] });
  const { staff } = await app.newShop({ media: [bread], playlists: [playlist] });
  const { page, close } = await app.openPage(`/playlists/${playlist.id}`, { person: staff });
  await page.getByRole('button', { name: 'Add media' }).click();
  const choices = page.getByRole('list', { name: 'Media to choose from' });
  await choices.getByRole('button', { name: 'Bread' }).click();
  await page.getByRole('button', { name: 'Add 1 item' }).click();
  await page.getByText('3 items, 0:30 per loop').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'A merchant can have 2 playlist items' });
  await alert.getByText('and this would make 3.').waitFor();
  assert.equal(await page.getByText('3 items, 0:30 per loop').isVisible(), true);
  await close();
});

test('keeps a typed name when the writes of the minute are used up', async () => {
  const { staff } = await app.newShop();
  for (let count = 0; count < 3; count += 1) assert.equal((await staff.post('/me/sessions/end-others')).status, 200);
  const { page, close } = await app.openPage('/playlists', { person: staff });
  await page.getByRole('button', { name: 'New playlist' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'New playlist' });
  await dialog.getByLabel('Name').fill('Counter');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('More than 3 changes in this minute. Try again in 30 s.').waitFor();
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Counter');
  app.service.clock.advance(30_000);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Counter', level: 1 }).waitFor();
  await close();
});
