import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { parseMerchantId } from '../../server/src/ids.js';
import { setPlan, suspendMerchant } from '../../server/src/merchants/change-merchant.js';
import { createPerson } from '../../server/src/identity/create-person.js';
import { activityOf, sendConsole } from '../../tests/harness/console.js';
import { until } from '../../tests/harness/until.js';
import { startConsole, waitUntil, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
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
  assert.match((await rowsOf(page)).join(), /Adam Admin created the token Till/);
  assert.ok(page.url().includes(`person=${shop.admin.id}`));
  await page.getByLabel('What').selectOption('Person invited');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('new@example.com').waitFor();
  assert.equal((await rowsOf(page)).length, 3);
  // What happened to one thing, from where it stands.
  await page.goto(`${it.service.url}/settings/integrations`);
  await page.getByRole('link', { name: 'History of Till' }).click();
  await page.getByText('What happened to “Till”').waitFor();
  assert.match((await rowsOf(page)).join('\n'), /^Adam Admin created the token Till[^\n]*$/);
  await page.getByRole('link', { name: 'Show everything' }).click();
  await page.getByText('new@example.com').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('thirty uploads in a row are one line that opens', async () => {
  const shop = await it.newShop();
  await it.service.db.rows({
    text: `insert into activity (merchant_id, id, at, kind, person_id, person_name, details)
           select $1, gen_random_uuid(), '2026-06-15T10:00:00Z'::timestamptz + n * interval '1 minute', 'media.uploaded', $2, 'Olga Owner',
             json_build_object('name', 'Poster ' || n, 'mediaId', gen_random_uuid()) from generate_series(1, 30) n`,
    values: [shop.id, shop.owner.id],
  });
  const { page, faults, close } = await it.openPage('/activity', { person: shop.owner });
  await page.getByText('30 items').waitFor();
  assert.equal((await rowsOf(page)).length, 1);
  await page.getByRole('button', { name: 'Show all 30' }).click();
  await page.getByText('Poster 1', { exact: true }).waitFor();
  assert.equal((await rowsOf(page)).length, 31);
  // A link among words is told by more than its colour.
  const line = 'getComputedStyle(document.querySelector(\'main li a[href^="/media/"]\')).textDecorationLine';
  assert.equal(await page.evaluate(line), 'underline');
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

test('tells what the operator did, and that somebody tried a wrong password', async () => {
  const shop = await it.newShop();
  const merchantId = parseMerchantId(shop.id);
  const order = { email: 'ada@example.com', name: 'Ada', role: 'admin', password: 'a long enough password' } as const;
  await createPerson(it.service, merchantId, order);
  await setPlan(it.service, merchantId, { plan_name: 'large' });
  await suspendMerchant(it.service, merchantId);
  const body = { email: order.email, password: 'not the password' };
  for (const _ of [1, 2]) await sendConsole(it.service.url, 'POST', '/sign-in', { body });
  // The entry comes after the answer.
  await until(async () => JSON.stringify(await activityOf(it.service, shop.id)).includes('"attempts":2'));
  const { page, close } = await it.openPage('/activity', { person: shop.owner });
  await page.getByText('2 times').waitFor();
  const rows = (await rowsOf(page)).join('\n');
  assert.match(rows, /The operator added Ada/);
  assert.match(rows, /The operator changed the plan of the merchant/);
  assert.match(rows, /plan: pro → large/);
  assert.match(rows, /The operator suspended the merchant/);
  assert.match(rows, /Somebody tried to sign in with a wrong password as Ada/);
  await close();
});
