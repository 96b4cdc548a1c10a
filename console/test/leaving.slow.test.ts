import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson } from '../../tests/harness/console.js';
import { anImage } from '../../tests/harness/content.js';
import { startConsole, waitUntil, type TestConsole } from './console-browser.js';
import { dropFiles } from './drop-files.js';
import { aJpeg } from './media-files.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const stay = async (page: Page): Promise<void> => {
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await question(page).waitFor({ state: 'detached' });
};

// One thing of each kind that has a page with fields.
async function newFilledShop() {
  const media = anImage();
  const shop = await it.newShop({ media: [media] });
  const [playlistId, lineageId] = [randomUUID(), randomUUID()];
  const made = [
    await shop.owner.post('/playlists', { id: playlistId, name: 'Morning' }),
    await shop.owner.post('/campaigns', { lineageId, name: 'Spring' }),
  ];
  assert.deepEqual(
    made.map(({ status }) => status),
    [200, 200],
  );
  return { ...shop, pages: [`/media/${media.id}`, `/playlists/${playlistId}`, `/campaigns/${lineageId}`] };
}

async function typeName(page: Page, text: string) {
  const name = page.getByLabel('Name', { exact: true });
  await name.fill(text);
  return { isThere: async () => assert.equal(await name.inputValue(), text) };
}

describe('what was typed and is not saved', () => {
  test('is asked about on every page with fields, and stays when the person stays', async () => {
    const shop = await newFilledShop();
    const { page, faults, close } = await it.openPage('/activity', { person: shop.owner });
    for (const path of [...shop.pages, '/settings/merchant']) {
      await page.goto(it.service.url + path);
      const typed = await typeName(page, `typed at ${path}`);
      await page.getByRole('link', { name: 'People' }).click();
      await stay(page);
      await typed.isThere();
      assert.equal(new URL(page.url()).pathname, path);
      await page.getByRole('link', { name: 'People' }).click();
      await question(page).getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    }
    assert.deepEqual(faults, []);
    await close();
  });

  test('is asked about by Back, by changing the merchant, by signing out and by closing the tab', async () => {
    const [first, second] = [await it.newShop(), await it.newShop({ merchant: { name: 'Second Shop' } })];
    const person = await newPerson(it.service, { [first.id]: 'owner', [second.id]: 'owner' }, 'Bea Both');
    const { page, faults, close } = await it.openPage('/settings/people', { person });
    await page.getByRole('link', { name: 'Merchant' }).click();
    const typed = await typeName(page, 'Corner Bakery & Daughters');

    await page.goBack();
    await stay(page);
    await page.getByRole('button', { name: /Change it/ }).click();
    await page.getByRole('menuitem', { name: 'Second Shop' }).click();
    await stay(page);
    await page.getByRole('button', { name: 'Account of Bea Both' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await stay(page);
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    await closing;
    await typed.isThere();
    assert.equal(new URL(page.url()).pathname, '/settings/merchant');

    await page.getByRole('button', { name: 'Account of Bea Both' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('is not asked about once it is saved or undone', async () => {
    const shop = await it.newShop();
    const { page, close } = await it.openPage('/settings/merchant', { person: shop.owner });
    for (const button of ['Undo', 'Save']) {
      await typeName(page, `Corner Bakery, ${button}`);
      await page.getByRole('button', { name: button }).click();
      // Saved is what was answered: before that it is asked about.
      if (button === 'Save') await page.getByText('Saved.').waitFor();
      await page.getByRole('link', { name: 'People' }).click();
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Merchant' }).click();
    }
    assert.equal(await question(page).count(), 0);
    await close();
  });

  test('is an upload too: signing out asks, also while it pauses, and changing the page does not', async () => {
    const shop = await it.newShop();
    const { page, close } = await it.openPage('/media', { person: shop.owner });
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    // The storage never answers.
    await page.route(`${it.service.store.origin}/**`, () => undefined);
    await dropFiles(page, [aJpeg()]);
    await page.getByRole('button', { name: 'Pause all uploads' }).waitFor();
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    for (const _ of ['running', 'paused']) {
      await page.getByRole('button', { name: 'Account of Olga Owner' }).click();
      await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
      await question(page)
        .getByText(/uploads are/)
        .waitFor();
      await stay(page);
      const pause = page.getByRole('button', { name: 'Pause all uploads' });
      if ((await pause.count()) > 0) await pause.click();
    }
    await page.getByRole('button', { name: 'Account of Olga Owner' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Uploads' }).count(), 0);
    await close();
  });

  test('outlives a reload, in dialogs too; signing out tells what goes, and leaves nothing behind', async () => {
    const media = anImage({ name: 'Poster' });
    const shop = await it.newShop({ media: [media] });
    const { page, faults, close } = await it.openPage(`/media/${media.id}`, { person: shop.owner });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('textbox', { name: 'Description' }).fill('For the door');
    await page.reload();
    await page.getByRole('button', { name: 'Restore my changes' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Description' }).inputValue(), 'For the door');

    await page.goto(new URL('/settings/merchant', page.url()).href);
    await typeName(page, 'Bakery & Daughters');
    await page.reload();
    await page.getByRole('button', { name: 'Restore my changes' }).click();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Bakery & Daughters');
    await page.getByRole('button', { name: 'Undo' }).click();

    await page.goto(new URL('/playlists', page.url()).href);
    await page.getByRole('button', { name: 'New playlist' }).first().click();
    const name = page.getByRole('dialog', { name: 'New playlist' }).getByLabel('Name');
    await name.fill('Front window');
    await page.reload();
    await page.getByRole('button', { name: 'New playlist' }).first().click();
    // Put back when the dialog is there.
    await expect.poll(() => name.inputValue()).toBe('Front window');
    await name.fill('');
    await page.keyboard.press('Escape');

    const keptPlaces = () =>
      page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.includes('draft'))`);
    assert.equal((await keptPlaces()).length, 1, 'what was undone or closed is not kept');
    await page.getByRole('button', { name: 'Account of Olga Owner' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await question(page).getByText('of one thing').waitFor();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(await keptPlaces(), []);
    assert.deepEqual(faults, []);
    await close();
  });

  test('in a dialog is not lost by Escape or a click beside it', async () => {
    const shop = await it.newShop();
    const { page, faults, close } = await it.openPage('/playlists', { person: shop.staff });
    await page.getByRole('button', { name: 'New playlist' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New playlist' });
    const discard = page.getByRole('dialog', { name: 'Discard what you typed?' });
    // Escape right behind the letter, before the browser comes to anything else.
    await dialog.getByLabel('Name').focus();
    await page.evaluate(`(async () => {
      document.execCommand('insertText', false, 'Morning');
      await Promise.resolve();
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
    })()`);
    await discard.waitFor();
    // It hears the key once it has the focus.
    await waitUntil(page, `document.activeElement.closest('[role=dialog]')?.textContent.includes('Discard what')`);
    // Once more is for the question, and not for what lies below it.
    await page.keyboard.press('Escape');
    await discard.waitFor({ state: 'detached' });
    // What covers the page below a dialog may go a moment after it; the click is for that of the first.
    await waitUntil(page, `document.querySelectorAll('.mantine-Modal-overlay').length === 1`);
    await page.mouse.click(10, 500);
    await discard.getByRole('button', { name: 'Go back' }).click();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Morning');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Morning', level: 1 }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('in a dialog is asked about again when Back came between the question and its answer', async () => {
    const shop = await it.newShop();
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    await page.getByRole('link', { name: 'Playlists' }).click();
    await page.getByRole('button', { name: 'New playlist' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New playlist' });
    const discard = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await dialog.getByLabel('Name').fill('Morning');
    await page.keyboard.press('Escape');
    await discard.waitFor();
    await page.goBack();
    await stay(page);
    await dialog.getByLabel('Name').focus();
    await page.keyboard.press('Escape');
    await discard.getByRole('button', { name: 'Go back' }).click();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Morning');
    await close();
  });
});
