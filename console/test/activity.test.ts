import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { startConsole, waitUntil, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()), 180_000);
afterAll(() => it.close());

async function newBusyShop() {
  const shop = await it.newShop();
  await shop.admin.post('/tokens', { name: 'Till', scopes: ['tags:read'], days: 30 });
  await shop.owner.post('/invitations', { email: 'new@example.com', role: 'staff' });
  await shop.owner.patch('/merchant', { timeZone: 'Europe/Berlin' });
  return shop;
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem').allTextContents();

test('filters stand in the address, and are gone again with one click', async () => {
  const shop = await newBusyShop();
  const { page, faults, close } = await it.openPage('/activity', { person: shop.owner });
  await page.getByLabel('Person').selectOption('Adam Admin');
  await waitUntil(page, "document.querySelectorAll('main ul li').length === 1");
  assert.match((await rowsOf(page)).join(), /Adam Admin made the token Till/);
  assert.ok(page.url().includes(`person=${shop.admin.id}`));
  await page.getByLabel('What').selectOption('Person invited');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByText('new@example.com').waitFor();
  assert.equal((await rowsOf(page)).length, 3);
  assert.deepEqual(faults, []);
  await close();
});

test('the file that is exported has what the filters show', async () => {
  const shop = await newBusyShop();
  const { page, close } = await it.openPage('/activity?kind=token.issued', { person: shop.admin });
  await page.getByText('Till', { exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const stream = await (await download).createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString('utf8');
  assert.equal(text.trim().split('\r\n').length, 2);
  assert.ok(text.includes('token.issued'));
  await close();
});

test('it looks right on a phone and on a desk, by day and by night', async () => {
  const shop = await newBusyShop();
  const arrange = (page: Page) => page.getByText('new@example.com').waitFor();
  await it.lookAt('activity', '/activity', { person: shop.owner, arrange });
}, 180_000);
