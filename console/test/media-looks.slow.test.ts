import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { anImage } from '../../tests/harness/content.js';
import { settle, startConsole, waitUntil, type TestConsole } from './console-browser.js';
import { dropFiles } from './drop-files.js';
import { aJpeg, fillLibrary } from './media-files.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

describe('the media pages can be used by everyone:', () => {
  test('a storage that is almost full is told in a line of its own, and the header stays in one', async () => {
    const plan = { name: 'small', endsAt: null, allowsWrites: true, storageQuotaBytes: 100 };
    const file = { fileName: 'a.png', mimeType: 'image/png', sizeBytes: 95, sha256: 'a'.repeat(64) };
    const { staff } = await it.newShop({ merchant: { plan }, media: [anImage({ file })] });
    const { page, close } = await it.openPage('/media', { person: staff });
    const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const notice = page.getByRole('alert').filter({ hasText: 'The storage is almost full' });
    await notice.waitFor();
    await settle(page);
    const [title, button] = [
      await boxOf(page.getByRole('heading', { name: 'Media', level: 1 })),
      await boxOf(page.getByRole('button', { name: 'Upload', exact: true })),
    ];
    const [told, main] = [await boxOf(notice), await boxOf(page.getByRole('main'))];
    assert.ok(Math.abs(title.y - button.y) < title.height + button.height, 'one line');
    assert.ok(told.y >= Math.max(title.y + title.height, button.y + button.height), 'below the header');
    assert.ok(told.width > main.width * 0.8, `${told.width} of ${main.width}`);
    await close();
  });

  test('the place where files are dropped', async () => {
    const shop = await it.newShop();
    const { page, faults, close } = await it.openPage('/media', { person: shop.staff });
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    await dropFiles(page, [aJpeg()], () => page.getByText('Drop to add to the library').waitFor());
    await page.getByText('1 file added').waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('a picture whose address ran out is asked for anew', async () => {
    const shop = await it.newShop();
    await fillLibrary(it.service, shop);
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    await page.getByText('14 items', { exact: true }).waitFor();
    // All of them, also those below the edge: what is loaded only after the addresses ran out is asked for anew too.
    await waitUntil(
      page,
      '[...document.querySelectorAll("main img")].filter((one) => one.complete && one.naturalWidth > 0).length === 14',
    );
    const addresses = (): Promise<string[]> =>
      page.evaluate<string[]>('[...document.querySelectorAll("main img")].map((one) => one.src)');
    const before = await addresses();
    it.service.clock.advance(16 * 60_000);
    // As if it came into sight only now.
    await page.evaluate('document.querySelector("main img").src += "&again"');
    await waitUntil(
      page,
      // Until the new address is there an icon stands in its place.
      `document.querySelectorAll("main img").length === ${before.length} && ![${JSON.stringify(before[0])}, ${JSON.stringify(`${before[0]}&again`)}].includes(document.querySelector("main img").src) && document.querySelector("main img").naturalWidth > 0`,
    );
    const after = await addresses();
    assert.notEqual(after[0], before[0]);
    // The others did work and are not loaded again.
    assert.deepEqual(after.slice(1), before.slice(1));
    await close();
  });
});
