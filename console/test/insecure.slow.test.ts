import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pressCopy, startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const PAGES = ['Media', 'Playlists', 'Campaigns', 'Activity', 'Integrations', 'Merchant', 'People'];

// As on a tablet that opens http://192.168.1.20:8080: no crypto.randomUUID, no clipboard, no Web Crypto.
describe('over plain http on a network address', () => {
  test('every page opens, something is created, and copying works', async () => {
    const shop = await it.newShop();
    const { page, faults, close } = await it.openPage('/media', { person: shop.owner, isInsecure: true });
    assert.equal(await page.evaluate('isSecureContext'), false);
    for (const name of PAGES) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    }
    await page.getByRole('link', { name: 'Playlists' }).click();
    await page.getByRole('button', { name: 'New playlist' }).first().click();
    await page.getByLabel('Name').fill('Morning');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Morning', level: 1 }).waitFor();

    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('button', { name: 'Rotate Web shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const value = await page.getByLabel('Token', { exact: true }).textContent();
    await pressCopy(page, 'Copy token');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: 'Playlists' }).click();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+v');
    // The browser asks the system for it, and writes it when that has answered.
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(value);
    // A header that only secure pages have a use for, which the browser says to whoever reads its log.
    assert.deepEqual(
      faults.filter((fault) => !fault.startsWith('The Cross-Origin-Opener-Policy header has been ignored')),
      [],
    );
    await close();
  });
});
