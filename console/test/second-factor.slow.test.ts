import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { PERSON_PASSWORD } from '../../tests/harness/console.js';
import { codeOf } from '../../tests/harness/second-factors.js';
import { addAuthenticator, pressCopy, startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const pageCalled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function signOut(page: Page, who: string): Promise<void> {
  await press(page, `Account of ${who}`);
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await pageCalled(page, 'Sign in');
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
  await press(page, 'Sign in');
}

test('an app is set up, signs in with the password, and is replaced by a code from the paper', async () => {
  const { owner } = await it.newShop();
  const { page, faults, close } = await it.openPage('/account', { person: owner });
  await press(page, 'Set up an app');
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await setUp.getByRole('img', { name: 'QR code for the app' }).waitFor();
  const secret = (await setUp.locator('.app-secret').innerText()).replaceAll(/\s/g, '');
  const code = () => codeOf(secret, it.service.clock.now());
  await setUp.getByRole('textbox').fill('12345');
  await setUp.getByRole('button', { name: 'Turn it on' }).click();
  await setUp.getByText('The code is not the one of this moment').waitFor();
  await setUp.getByRole('textbox').fill(code());
  await setUp.getByRole('button', { name: 'Turn it on' }).click();

  const paper = page.getByRole('dialog', { name: 'Keep these recovery codes' });
  await paper.getByRole('listitem').nth(9).waitFor();
  const [onPaper = '', ...others] = await paper.getByRole('listitem').allInnerTexts();
  assert.equal(others.length, 9);
  await paper.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog', { name: 'Close without keeping the codes?' }).getByText('Go back').click();
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
  assert.equal(file.suggestedFilename(), 'vitrine-recovery-codes.txt');
  await paper.getByRole('button', { name: 'Done' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();

  await signOut(page, 'Olga Owner');
  it.service.clock.advance(30_000);
  await givePassword(page, owner.email);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await press(page, 'Sign in');
  await page.getByText('That code is wrong, was used already').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(code());
  await press(page, 'Sign in');
  await pageCalled(page, 'Today');

  await signOut(page, 'Olga Owner');
  await givePassword(page, owner.email);
  await press(page, 'Use a recovery code');
  await page.getByLabel('Recovery code').fill(onPaper.trim());
  await press(page, 'Sign in');
  await pageCalled(page, 'Today');
  await page.goto(`${it.service.url}/account`);
  await page.getByText('9 recovery codes are left.').waitFor();
  await press(page, 'Remove the app');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await press(page, 'Set up an app');
  assert.deepEqual(faults, []);
  await close();
});

test('who is asked for a second factor adds a passkey, signs in with it, and shows by it that it is them', async () => {
  const { owner, staff } = await it.newShop();
  const settings = await it.openPage('/settings/merchant', { person: owner });
  await settings.page.getByRole('switch', { name: 'Everybody needs a second factor' }).press('Space');
  await press(settings.page, 'Save');
  // Who asks for it has none either.
  await settings.page.getByText('needs a second factor of everybody', { exact: false }).first().waitFor();
  await settings.close();

  const { page, faults, close } = await it.openPage('/media', { person: staff, isLocalhost: true });
  await addAuthenticator(page);
  await pageCalled(page, 'My account');
  await page.getByText('Set up an app or add a passkey below.').waitFor();
  await press(page, 'Add a passkey');
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name').fill('Laptop');
  await press(page, 'Go on');
  const paper = page.getByRole('dialog', { name: 'Keep these recovery codes' });
  await pressCopy(paper, 'Copy');
  await paper.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('list', { name: 'Passkeys' }).getByText('never used').waitFor();
  await page.getByText('Set up an app or add a passkey below.').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Media', exact: true }).first().click();
  await pageCalled(page, 'Media');

  await signOut(page, 'Stella Staff');
  await press(page, 'Sign in with a passkey');
  await pageCalled(page, 'Today');
  await page.goto(new URL('/account', page.url()).href);
  await page.getByRole('list', { name: 'Passkeys' }).getByText('last used').waitFor();
  await press(page, 'Rename Laptop');
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
  await press(page, 'Rename');
  await page.getByRole('button', { name: 'Remove Work laptop' }).waitFor();
  it.service.clock.advance(11 * 60_000);
  await press(page, 'Remove Work laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Corner Bakery needs a second factor of everybody. Add another one first.').waitFor();

  // One that is still on the device, and gone here.
  await page.keyboard.press('Escape');
  await it.service.db.rows({ text: 'delete from passkeys where person_id = $1', values: [staff.id] });
  await signOut(page, 'Stella Staff');
  await press(page, 'Sign in with a passkey');
  await page.getByText('That passkey did not work here.').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('over plain http under an address by number it says why there are no passkeys', async () => {
  const { owner } = await it.newShop();
  const { page, close } = await it.openPage('/account', { person: owner, isInsecure: true });
  await page.getByText('Browsers take passkeys only on addresses that begin with https://').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
  await close();
});
