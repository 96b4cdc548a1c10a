import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { makeFirstRunAddress } from '../../server/src/identity/first-run.js';
import { requireNoFault, startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

test('a new installation says what to do, its address makes the first merchant, and leads to Today', async () => {
  const { page, faults, close } = await it.openPage('/');
  await page.getByRole('heading', { name: 'Almost ready' }).waitFor();
  await requireNoFault(page, faults, 'without the address');
  const address = await makeFirstRunAddress(it.service, it.service.url);
  await page.goto(address ?? '');
  await page.getByLabel('Your business').fill('Corner Bakery');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Lisbon');
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
  await page.getByLabel('Your name').fill('Fay First');
  await page.getByLabel('Email').fill('fay@example.com');
  await page.getByLabel('New password', { exact: true }).fill('a sentence for the first day');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/today');
  await page.getByRole('button', { name: 'Account of Fay First' }).waitFor();
  const merchants = await it.service.db.rows({ text: 'select name, time_zone from merchants', values: [] });
  assert.deepEqual(merchants, [{ name: 'Corner Bakery', time_zone: 'Europe/Lisbon' }]);
  // Whoever opens it again.
  await page.goto('about:blank');
  await page.goto(address ?? '');
  await page.getByRole('heading', { name: 'This address no longer works' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});
