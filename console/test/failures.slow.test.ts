import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPlaylist } from '../../tests/harness/content.js';
import { pressCopy, startConsole, waitUntil, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const REQUEST = '7a1c9d50-0000-4000-8000-00000000feed';

describe('a failure is told in words', () => {
  test('without numbers; what support needs is copied on demand', async () => {
    const { owner } = await it.newShop();
    const { page, close } = await it.openPage('/settings/merchant', { person: owner });
    await page.route('**/api/console/v1/merchant', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({
            status: 422,
            headers: { 'x-request-id': REQUEST },
            json: { error: 'unprocessable', message: 'name, screens.maxWidth: must be less' },
          }),
    );
    await page.getByLabel('Name', { exact: true }).fill('Another name');
    await page.getByRole('button', { name: 'Save' }).click();
    const notice = page.getByRole('alert');
    await notice.getByText('Something here does not fit.').waitFor();
    const words = (await notice.textContent()) ?? '';
    assert.doesNotMatch(words, /maxWidth|422|unprocessable|[0-9a-f]{8}-/);
    await pressCopy(page, 'Copy the details for support');
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.ok(copied.includes(REQUEST) && copied.includes('screens.maxWidth'), copied);
    await close();
  });

  test('something that is not there is a plain page, not an error', async () => {
    const { staff } = await it.newShop();
    const { page, faults, close } = await it.openPage('/today', { person: staff });
    for (const [noun, name] of [
      ['media', 'There is no such item'],
      ['playlists', 'The playlist is not there'],
      ['campaigns', 'The campaign is not there'],
    ] as const) {
      await page.goto(`${it.service.url}/${noun}/${REQUEST}`);
      await page.getByRole('heading', { name }).waitFor();
      if (noun === 'media') await waitUntil(page, `document.title === 'Media item · Vitrine'`);
      assert.equal(await page.getByRole('alert').count(), 0);
      assert.equal((await page.locator('main').textContent())?.includes(REQUEST), false);
    }
    assert.deepEqual(faults, []);
    await close();
  });
});

// Lets the files of one page fail once, as when the release that this tab was opened with is gone.
async function replaceRelease(page: Page, files: RegExp): Promise<() => number> {
  let missed = 0;
  await page.route(files, (route) => {
    missed += 1;
    return missed === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  return () => missed;
}

describe('after a new release', () => {
  test.each([['js'], ['css']])('a page whose %s is gone loads itself again, once', async (ending) => {
    const { staff } = await it.newShop();
    const { page, close } = await it.openPage('/settings/merchant', { person: staff });
    await page.getByRole('heading', { name: 'Merchant', level: 1 }).waitFor();
    const missed = await replaceRelease(page, new RegExp(`/assets/calendar-page[^/]*\\.${ending}$`));
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    assert.equal(await page.getByText('Unable to preload').count(), 0);
    assert.ok(missed() >= 2, 'the file was asked for again');
    await close();
  });

  test('does not load itself again while something is typed', async () => {
    const { owner } = await it.newShop();
    const { page, close } = await it.openPage('/settings/merchant', { person: owner });
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Typed meanwhile');
    const missed = await replaceRelease(page, /\/assets\/campaigns[^/]*\.js$/);
    // Pointing at a link fetches its page ahead.
    await page.getByRole('link', { name: 'Campaigns' }).hover();
    await expect.poll(missed).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    assert.equal(await name.inputValue(), 'Typed meanwhile');
    await close();
  });
});

describe('offline', () => {
  test('is said once, a save fails at once and stays, and nothing arrives later by surprise', async () => {
    const shop = await it.newShop();
    const { page, close } = await it.openPage('/settings/merchant', { person: shop.owner });
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Typed while offline');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Nothing was saved').waitFor();
    await page.getByRole('status').getByText('You are offline.').waitFor();
    assert.equal(await name.inputValue(), 'Typed while offline');
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(request.method()));
    // What was read is old by now, and so is read again when the connection is back: after what was kept back, if anything.
    await page.evaluate('void (Date.now = ((now) => () => now() + 3_600_000)(Date.now))');
    const readAgain = page.waitForResponse((response) => response.url().endsWith('/api/console/v1/merchant'));
    await page.context().setOffline(false);
    await page.getByText('You are offline. What you type').waitFor({ state: 'detached' });
    assert.equal((await readAgain).request().method(), 'GET');
    assert.equal((await shop.owner.get('/merchant')).json['name'], 'Corner Bakery');
    assert.ok(!sent.includes('PATCH'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal((await shop.owner.get('/merchant')).json['name'], 'Typed while offline');
    assert.equal(sent.filter((method) => method === 'PATCH').length, 1);
    await close();
  });
});

describe('the focus', () => {
  test('stays on Save, and after a dialog is never nowhere', async () => {
    const { owner } = await it.newShop();
    const { page, close } = await it.openPage('/settings/merchant', { person: owner });
    await page.getByLabel('Name', { exact: true }).fill('Another name');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Saved.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Save');
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('button', { name: 'Revoke Web shop' }).press('Enter');
    // Clicked: the dialog gives the focus to its first button a moment after it is there, and a key goes to that.
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('heading', { name: 'No longer working' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitUntil(page, 'document.activeElement !== document.body');
    await close();
  });
});

describe('the keyboard', () => {
  test('has a help, a way to the search, and a menu that leads everywhere', async () => {
    const { staff } = await it.newShop({ playlists: [aPlaylist({ name: 'Window' })] });
    const { page, faults, close } = await it.openPage('/playlists', { person: staff });
    await page.getByRole('heading', { name: 'Playlists', level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Both keys are sent at once: on a busy machine one after the other is slower than a hand.
    const jump = (letter: string) => Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)]);
    await page.keyboard.press('m');
    await jump('m');
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    await jump('a');
    await jump('p');
    await page.getByRole('heading', { name: 'Playlists', level: 1 }).waitFor();
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('a?');
    assert.equal(await page.getByRole('searchbox').inputValue(), 'a?');
    await page.keyboard.press('Control+k');
    await page.getByLabel('A page, or what to search for').fill('bread');
    await page.getByRole('option', { name: 'Search media for “bread”' }).click();
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).search, '?q=bread');
    // Enter takes the first, and Escape leaves.
    for (const key of ['Escape', 'Enter']) {
      await page.keyboard.press('Control+k');
      await page.getByLabel('A page, or what to search for').fill('account');
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });
});
