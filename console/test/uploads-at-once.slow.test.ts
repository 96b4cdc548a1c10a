import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anImage, aPlaylist } from '../../tests/harness/content.js';
import { startConsole, waitUntil, type TestConsole } from './console-browser.js';
import { dropFiles } from './drop-files.js';
import { holdAnswers } from './hold-answers.js';
import { aJpeg, aPng, type TestFile } from './media-files.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const dock = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const ready = (page: Page) => page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();

// The first bytes of files come late, as from a network drive: when the test lets them.
async function holdReads(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`(() => {
    const read = Blob.prototype.arrayBuffer;
    const isFree = new Promise((resolve) => (window.freeReads = resolve));
    Blob.prototype.arrayBuffer = async function () {
      window.isReading = true;
      await isFree;
      return read.call(this);
    };
  })()`);
  return () => page.evaluate('window.freeReads()');
}

test('files that are dropped while others are still looked at are all sent', async () => {
  const { staff } = await it.newShop();
  const { page, faults, close } = await it.openPage('/media', { person: staff });
  await ready(page);
  const free = await holdReads(page);
  // How much room there is, is asked with each drop: then it begins.
  for (const files of [[aJpeg('one.jpg'), aJpeg('two.jpg', 1)], [aPng('three.png')]]) {
    const asked = page.waitForResponse((response) => response.url().endsWith('/merchant'));
    await dropFiles(page, files);
    await asked;
  }
  await waitUntil(page, 'window.isReading');
  await free();
  await dock(page).getByText('3 files added').waitFor();
  const { json } = await staff.get('/media');
  assert.equal((json['items'] as unknown[]).length, 3);
  assert.deepEqual(faults, []);
  await close();
});

test('a file that arrives while others are added stays arrived', async () => {
  const { staff } = await it.newShop();
  const { page, close } = await it.openPage('/media', { person: staff });
  await ready(page);
  const { sent, answer } = await holdAnswers(page, '**/media/uploads/*/finalize', 'POST');
  await dropFiles(page, [aJpeg('one.jpg')]);
  await sent;
  const free = await holdReads(page);
  await dropFiles(page, [aPng('two.png')]);
  await waitUntil(page, 'window.isReading');
  answer();
  await dock(page).getByText('1 file added').waitFor();
  await free();
  await dock(page).getByText('2 files added').waitFor();
  assert.equal(((await staff.get('/media')).json['items'] as unknown[]).length, 2);
  await close();
});

const choose = (page: Page, files: readonly TestFile[]) =>
  page
    .getByLabel('Upload and add')
    .setInputFiles(files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })));

test('of several files in the picker one that is refused is told, and the others are chosen in their order', async () => {
  const playlist = aPlaylist();
  const { staff } = await it.newShop({ playlists: [playlist] });
  const { page, close } = await it.openPage(`/playlists/${playlist.id}`, { person: staff });
  await page.getByRole('button', { name: 'Add media' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add media' });
  const notes = { name: 'notes.jpg', type: 'image/jpeg', bytes: Buffer.from('dear diary') };
  await choose(page, [aJpeg('one.jpg'), notes, aPng('two.png'), aJpeg('three.jpg', 1)]);
  await page
    .getByRole('alert')
    .filter({ hasText: 'notes.jpg was not uploaded' })
    .getByText('This is no JPEG')
    .waitFor();
  await dialog.getByRole('button', { name: 'Add 3 items' }).click();
  const names = page.getByRole('button', { name: /^Move / });
  const moved = async () => Promise.all((await names.all()).map((button) => button.getAttribute('aria-label')));
  await expect.poll(moved).toEqual(['Move one', 'Move two', 'Move three']);
  await close();
});

test('what is chosen in the picker is not lost by Escape or a click beside it', async () => {
  const playlist = aPlaylist();
  const { staff } = await it.newShop({ media: [anImage({ name: 'Poster' })], playlists: [playlist] });
  const { page, close } = await it.openPage(`/playlists/${playlist.id}`, { person: staff });
  await page.getByRole('button', { name: 'Add media' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add media' });
  await dialog.getByRole('button', { name: 'Poster' }).click();
  const question = page.getByRole('dialog', { name: 'Close without adding?' });
  for (const slip of [() => page.keyboard.press('Escape'), () => page.mouse.click(10, 500)]) {
    await slip();
    await question.getByRole('button', { name: 'Go back' }).click();
    await question.waitFor({ state: 'detached' });
    // What covers the page below a dialog may go a moment after it.
    await waitUntil(page, `document.querySelectorAll('.mantine-Modal-overlay').length === 1`);
  }
  await dialog.getByRole('button', { name: 'Add 1 item' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('button', { name: 'Move Poster', exact: true }).count()).toBe(1);
  await close();
});
