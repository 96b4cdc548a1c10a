import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { newPerson } from '../../tests/harness/console.js';
import { anImage } from '../../tests/harness/content.js';
import { startConsole, waitUntil, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const linksOf = (text: readonly string[]): string[] => text.map((label) => label.trim());

describe('the shell', () => {
  test('shows owners and admins everything, and staff what they may do', async () => {
    const { admin, staff } = await it.newShop();
    for (const [person, wanted] of [
      [
        admin,
        [
          'Today',
          'Media',
          'Playlists',
          'Campaigns',
          'Calendar',
          'Screens',
          'Activity',
          'Integrations',
          'Merchant',
          'People',
        ],
      ],
      [staff, ['Today', 'Media', 'Playlists', 'Campaigns', 'Calendar', 'Screens', 'Merchant']],
    ] as const) {
      const { page, close } = await it.openPage('/media', { person });
      await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
      const labels = await page.getByRole('navigation').getByRole('link').allTextContents();
      assert.deepEqual(linksOf(labels), wanted);
      await close();
    }
  });

  test('moves between pages without loading anew: title, focus and Back follow', async () => {
    const { owner } = await it.newShop();
    const { page, faults, close } = await it.openPage('/media', { person: owner });
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
    await waitUntil(page, 'document.activeElement?.textContent === "Campaigns"');
    await waitUntil(page, 'document.title === "Campaigns · Vitrine"');
    await page.goBack();
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    await waitUntil(page, 'document.title === "Media · Vitrine"');
    assert.deepEqual(faults, []);
    await close();
  });

  test('has a page for addresses that do not exist', async () => {
    const { owner } = await it.newShop();
    const { page, faults, close } = await it.openPage('/no/such/page', { person: owner });
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('link', { name: 'Go to Today' }).click();
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('the first Tab reaches a link that skips the menu', async () => {
    const { owner } = await it.newShop();
    const { page, close } = await it.openPage('/media', { person: owner });
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await waitUntil(page, 'document.activeElement.textContent === "Skip to the page"');
    await page.keyboard.press('Enter');
    await waitUntil(page, 'document.activeElement.id === "page"');
    assert.equal(new URL(page.url()).pathname, '/media');
    await close();
  });

  test('on a phone the menu opens, leads somewhere and closes', async () => {
    const { owner } = await it.newShop();
    const { page, faults, close } = await it.openPage('/media', { person: owner, width: 390 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('link', { name: 'Playlists' }).click();
    await page.getByRole('heading', { name: 'Playlists', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Open the menu' }).waitFor();
    await page.getByRole('link', { name: 'Playlists' }).waitFor({ state: 'hidden' });
    assert.deepEqual(faults, []);
    await close();
  });

  test('a chosen colour scheme stays after a reload', async () => {
    const { owner } = await it.newShop();
    const { page, faults, close } = await it.openPage('/media', { person: owner });
    const scheme = (): Promise<unknown> => page.evaluate('document.documentElement.dataset.mantineColorScheme');
    await page.getByRole('button', { name: 'Account of Olga Owner' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    assert.equal(await scheme(), 'dark');
    await page.reload();
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    assert.equal(await scheme(), 'dark');
    assert.deepEqual(faults, []);
    await close();
  });
});

describe('somebody of two merchants', () => {
  test('works for another one in this tab, while another tab goes on with the first', async () => {
    const [first, second] = [await it.newShop(), await it.newShop({ merchant: { name: 'Second Shop' } })];
    const person = await newPerson(it.service, { [first.id]: 'owner', [second.id]: 'staff' }, 'Bea Both');
    const { page, faults, close } = await it.openPage('/media', { person });
    const other = await page.context().newPage();
    await other.goto(`${it.service.url}/media`);
    await other.getByRole('button', { name: 'Merchant: Corner Bakery. Change it' }).waitFor();

    await page.getByRole('button', { name: 'Merchant: Corner Bakery. Change it' }).click();
    await page.getByRole('menuitem', { name: 'Second Shop' }).click();
    await page.getByRole('button', { name: 'Merchant: Second Shop. Change it' }).waitFor();
    await page.getByRole('link', { name: 'People' }).waitFor({ state: 'detached' });

    await other.reload();
    await other.getByRole('button', { name: 'Merchant: Corner Bakery. Change it' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Merchant: Second Shop. Change it' }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('who is removed from the one goes on with the other, and finds nothing of the first there', async () => {
    const [first, second] = [
      await it.newShop({ media: [anImage({ name: 'Of the first' })] }),
      await it.newShop({ merchant: { name: 'Second Shop' }, media: [anImage({ name: 'Of the second' })] }),
    ];
    const person = await newPerson(it.service, { [first.id]: 'staff', [second.id]: 'staff' }, 'Bea Both');
    const { page, close } = await it.openPage('/media', { person });
    await page.getByRole('button', { name: 'Merchant: Corner Bakery. Change it' }).waitFor();
    await page.getByRole('link', { name: 'Of the first Image' }).waitFor();
    assert.equal((await first.owner.remove(`/people/${person.id}`)).status, 200);
    // As somebody who comes back to the tab.
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await page.getByText('Second Shop').first().waitFor();
    await page.getByRole('link', { name: /^Of the/ }).waitFor();
    assert.deepEqual(await page.locator('.media-card-name').allTextContents(), ['Of the second']);
    await close();
  });
});
