import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { pressCopy, startConsole, waitUntil, type TestConsole } from './console-browser.js';

const run = promisify(execFile);

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

async function newShopWithoutToken() {
  const shop = await it.newShop();
  await it.service.db.rows({ text: 'delete from tokens where merchant_id = $1', values: [shop.id] });
  return shop;
}

async function makeToken(page: Page, name: string): Promise<{ value: string; curl: string }> {
  await page.getByRole('button', { name: 'New token' }).first().click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create token' }).click();
  const value = await page.getByLabel('Token', { exact: true }).textContent();
  const curl = await page.getByLabel('Try it in a terminal').textContent();
  return { value: value ?? '', curl: curl ?? '' };
}

test('from an empty page to a token whose curl line works, and from revoke to 401', async () => {
  const shop = await newShopWithoutToken();
  const { page, faults, close } = await it.openPage('/settings/integrations', { person: shop.owner });
  await page.getByRole('heading', { name: 'No system is connected yet' }).waitFor();
  const { value, curl } = await makeToken(page, 'Web shop');
  assert.match(value, /^vitrine_[\w-]{43}$/);
  const answer = await run('sh', ['-c', `${curl} --silent`]);
  assert.deepEqual(JSON.parse(answer.stdout), { items: [], nextCursor: null });
  await pressCopy(page, 'Copy token');
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), value);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Revoke Web shop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'No longer working' }).waitFor();
  const refused = await run('sh', ['-c', `${curl} --silent --output /dev/null --write-out '%{http_code}'`]);
  assert.equal(refused.stdout, '401');
  assert.equal((await page.content()).includes(value), false);
  assert.deepEqual(faults, []);
  await close();
});

test('a value that is shown once is not closed by a slip before it was copied', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/settings/integrations', { person: shop.owner });
  const { value } = await makeToken(page, 'Till');
  const question = page.getByRole('dialog', { name: 'Close without copying the token?' });
  for (const slip of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 400)]) {
    await slip();
    await question.getByRole('button', { name: 'Go back' }).click();
    await question.waitFor({ state: 'detached' });
    // What covers the page below a dialog may go a moment after it; the next slip is for that of the first.
    await waitUntil(page, `document.querySelectorAll('.mantine-Modal-overlay').length === 1`);
    assert.equal(await page.getByLabel('Token', { exact: true }).textContent(), value);
  }
  await pressCopy(page, 'Copy token');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await question.count(), 0);
  await close();
});

test('ticking a write ticks its read, and takes the lifetimes away that are too long for it', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/settings/integrations', { person: shop.admin });
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('365 days').check();
  await page.getByLabel('Add tags').check();
  assert.equal(await page.getByLabel('See tags').isChecked(), true);
  assert.equal(await page.getByLabel('See tags').isDisabled(), true);
  assert.equal(await page.getByLabel('365 days').count(), 0);
  assert.equal(await page.getByLabel('90 days').isChecked(), true);
  await page.getByText(/lasts 90 days at most/).waitFor();
  await page.getByLabel('Add tags').uncheck();
  assert.equal(await page.getByLabel('365 days').count(), 1);
  await close();
});

test('rotating gives a new value, and the old one works on for the overlap that was picked', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/settings/integrations', { person: shop.owner });
  await page.getByRole('button', { name: 'Rotate Web shop' }).click();
  await page.getByLabel('One hour').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  const value = (await page.getByLabel('Token', { exact: true }).textContent()) ?? '';
  for (const secret of [value, shop.secret]) assert.equal((await shop.get('/token', secret)).status, 200);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('Being replaced').waitFor();
  it.service.clock.advance(3_600_000);
  assert.equal((await shop.get('/token', shop.secret)).status, 401);
  assert.equal((await shop.get('/token', value)).status, 200);
  await close();
});

async function newShopWithTen() {
  const shop = await newShopWithoutToken();
  for (let made = 0; made < 10; made += 1) {
    const { status } = await shop.owner.post('/tokens', { name: `Till ${made}`, scopes: ['tags:read'], days: 365 });
    assert.equal(status, 200);
  }
  return shop;
}

test('at ten the page says so before the eleventh, and a token is rotated without an overlap', async () => {
  const shop = await newShopWithTen();
  const { page, close } = await it.openPage('/settings/integrations', { person: shop.owner });
  await page.getByText('10 tokens are active, which is the most. Revoke one to make room.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'New token' }).isDisabled(), true);
  await page.getByText('10 of 10 tokens are active.').waitFor();
  await page.getByRole('button', { name: 'Rotate Till 3' }).click();
  await page.getByText(/No more tokens may be active/).waitFor();
  assert.equal(await page.getByRole('dialog').getByRole('radio').count(), 1);
  assert.equal(await page.getByLabel('It stops at once').isChecked(), true);
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('10 of 10 tokens are active.').waitFor();
  await close();
});

test('a token that is being replaced is one of the ten', async () => {
  const shop = await it.newShop();
  const rotated = await shop.owner.post(`/tokens/${shop.token.id}/rotate`, { overlapHours: 24 });
  assert.equal(rotated.status, 200);
  const { page, close } = await it.openPage('/settings/integrations', { person: shop.owner });
  await page.getByText('2 of 10 tokens are active.').waitFor();
  await page.getByText('Being replaced').waitFor();
  await close();
});
