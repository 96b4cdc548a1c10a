import assert from 'node:assert/strict';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCampaign, aPublished } from '../../tests/harness/content.js';
import { startConsole, type TestConsole } from './console-browser.js';
import { holdAnswers } from './hold-answers.js';

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

test('what is typed while the settings are saved stays, and is saved next', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/settings/merchant', { person: shop.owner });
  const { sent, answer } = await holdAnswers(page, '**/api/console/v1/merchant', 'PATCH');
  const [name, seconds] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Default play time')];
  await name.fill('Corner Bakery & Daughters');
  await page.getByRole('button', { name: 'Save' }).click();
  await sent;
  await seconds.fill('25');
  answer();
  await page.getByText('Saved.').waitFor();
  assert.equal(await name.inputValue(), 'Corner Bakery & Daughters');
  assert.equal(await seconds.inputValue(), '25 s');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await shop.owner.get('/merchant')).json['defaultItemSeconds']).toBe(25);
  await close();
});

test('another time zone is asked about: what shifts is said, it can be kept, and dates follow it', async () => {
  const live = (name: string, start: string | null, end: string | null) =>
    aCampaign({ name, liveVersion: 1, versions: [aPublished({ flight: { start, end } })] });
  const shop = await it.newShop({
    campaigns: [live('Breakfast', '2026-06-15T08:00', '2026-06-30'), live('Lunch', null, '2026-06-15T23:00')],
  });
  const { page, faults, close } = await it.openPage('/settings/merchant', { person: shop.owner });
  const choose = async (): Promise<void> => {
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Auckland');
    await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
  };
  const zone = async () => (await shop.owner.get('/merchant')).json['timeZone'];
  await choose();
  const dialog = page.getByRole('dialog', { name: 'Change the time zone to Pacific/Auckland?' });
  // Nothing on screens changes unless that is asked for.
  await dialog.getByText('15 Jun 2026, 08:00 – 30 Jun 2026 → 15 Jun 2026, 18:00 – 1 Jul 2026, 10:00').waitFor();
  assert.equal(await dialog.getByText('Running → ended, at once').count(), 0);
  await dialog.getByRole('radio', { name: 'The dates as they are written' }).click();
  await dialog.getByText('15 Jun 2026, 08:00 – 30 Jun 2026 · 10 hours earlier than now').waitFor();
  await dialog.getByText('Running → ended, at once').waitFor();
  assert.deepEqual(faults, []);
  await dialog.getByRole('button', { name: 'Keep Europe/Paris' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Paris');
  assert.equal(await zone(), 'Europe/Paris');
  await choose();
  await dialog.getByRole('button', { name: 'Change to Pacific/Auckland' }).click();
  await page.getByText('Saved.').waitFor();
  assert.equal(await zone(), 'Pacific/Auckland');
  const { json } = await shop.owner.get('/calendar?day=2026-06-15');
  const flights = (json['campaigns'] as { live: unknown }[]).map((campaign) => campaign.live);
  assert.deepEqual(flights, [
    { start: '2026-06-15T18:00', end: '2026-07-01T10:00' },
    { start: null, end: '2026-06-16T09:00' },
  ]);
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
