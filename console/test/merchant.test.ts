import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

test('an admin changes the settings, and only what was changed is written', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/settings/merchant', { person: shop.admin });
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Corner Bakery & Daughters');
  // Somebody else changes something else meanwhile.
  await shop.owner.patch('/merchant', { defaultItemSeconds: 12 });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const { json } = await shop.owner.get('/merchant');
  assert.equal(json['name'], 'Corner Bakery & Daughters');
  assert.equal(json['defaultItemSeconds'], 12);
  assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true);
  await close();
});

test('a time zone is found by typing, and dates follow it', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/settings/merchant', { person: shop.owner });
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Auckland');
  await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  assert.equal((await shop.owner.get('/merchant')).json['timeZone'], 'Pacific/Auckland');
  await close();
});

test('staff read the settings and cannot change them', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/settings/merchant', { person: shop.staff });
  await page.getByRole('heading', { name: 'Storage' }).waitFor();
  assert.equal(await page.getByLabel('Name', { exact: true }).isDisabled(), true);
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  await close();
});
