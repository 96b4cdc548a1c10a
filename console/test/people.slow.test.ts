import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { disablePerson, requirePerson } from '../../server/src/identity/operate-person.js';
import { giveApp } from '../../tests/harness/second-factors.js';
import { pressCopy, startConsole, waitUntil, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

test('an owner changes a role and removes somebody, who is out at once', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/settings/people', { person: shop.owner });
  await page.getByLabel('Role of Stella Staff').selectOption('Admin');
  await page.getByText('Stella Staff is now admin.').waitFor();
  assert.equal((await shop.staff.get('/tokens')).status, 200);
  await page.getByRole('button', { name: 'More for Stella Staff' }).click();
  await page.getByRole('menuitem', { name: 'Remove …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(/Stella Staff no longer belongs to/).waitFor();
  // Of no merchant any more: the account is gone, and its session with it.
  assert.equal((await shop.staff.get('/media')).status, 401);
  await close();
});

test('the last owner cannot be changed or removed, and an admin cannot touch owners', async () => {
  const shop = await it.newShop();
  for (const [person, roles] of [
    [shop.owner, ['Owner', 'Admin', 'Staff']],
    [shop.admin, ['Admin', 'Staff']],
  ] as const) {
    const { page, close } = await it.openPage('/settings/people', { person });
    assert.equal(await page.getByLabel('Role of Olga Owner').isDisabled(), true);
    await page.getByRole('button', { name: 'More for Olga Owner' }).click();
    const entries = page.getByRole('menuitem');
    await entries.first().waitFor();
    assert.deepEqual(await page.locator('[role=menuitem]:not([data-disabled])').allTextContents(), ['History']);
    await page.keyboard.press('Escape');
    await page.getByLabel('Role of Stella Staff').waitFor();
    assert.deepEqual(await page.getByLabel('Role of Stella Staff').locator('option').allTextContents(), roles);
    await close();
  }
});

test('an invitation gives a link that is shown once and leads to the join page, and can be withdrawn', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/settings/people', { person: shop.owner });
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('Email').fill('new@example.com');
  await page.getByLabel('Role', { exact: true }).selectOption('Admin');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  // It is shown once: neither a slip nor a quick click loses it.
  const question = page.getByRole('dialog', { name: 'Close without copying the link?' });
  for (const slip of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: 'Done' }).click()]) {
    await slip();
    await question.getByRole('button', { name: 'Go back' }).click();
    await question.waitFor({ state: 'detached' });
  }
  await pressCopy(page, 'Copy link');
  await page.getByRole('button', { name: 'Done' }).click();
  assert.match(link, /\/join#[\w-]{43}$/);
  const path = `/join${new URL(link).hash}`;
  const guest = await it.openPage(path);
  await guest.page.getByRole('heading', { name: /^Join/ }).waitFor();
  await guest.close();
  await page.getByRole('list', { name: 'Open invitations' }).getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('The link for new@example.com no longer works.').waitFor();
  const late = await it.openPage(path);
  await late.page
    .getByText(/no longer|not work|expired/i)
    .first()
    .waitFor();
  await late.close();
  await close();
});

test('without mail an owner hands over a link and takes a lost second factor away; who is disabled is told so', async () => {
  const { owner, staff } = await it.newShop();
  await giveApp(it.service, staff.id);
  const people = await it.openPage('/settings/people', { person: owner });
  const pressAt = (name: string) => people.page.getByRole('button', { name, exact: true }).click();
  const pickForStella = async (name: string): Promise<void> => {
    await pressAt('More for Stella Staff');
    await people.page.getByRole('menuitem', { name }).click();
  };
  await pickForStella('New password …');
  await pressAt('Make a link');
  const { hash } = new URL(await people.page.getByLabel('Link', { exact: true }).innerText());
  // It is shown once: a slip does not lose it.
  await people.page.keyboard.press('Escape');
  await people.page.getByRole('dialog', { name: 'Close without copying the link?' }).waitFor();
  await pressAt('Go back');
  await pressCopy(people.page, 'Copy link');
  await people.page.keyboard.press('Escape');
  await pickForStella('Take the second factor away …');
  await pressAt('Take it away');
  await people.page.getByRole('dialog').waitFor({ state: 'detached' });
  await people.close();

  const { page, faults, close } = await it.openPage(`/reset${hash}`, { width: 390 });
  const choose = async (password: string): Promise<void> => {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save the new password' }).click();
  };
  await choose('stella staff 2026');
  await page.getByText('Your email or your name is the first thing that others try.').waitFor();
  await waitUntil(page, `document.activeElement.name === 'password'`);
  await choose('bread at four in the morning');
  await page.getByRole('link', { name: 'Sign in' }).click();
  const signIn = async (): Promise<void> => {
    await page.getByLabel('Email').fill(staff.email);
    await page.getByLabel('Password', { exact: true }).fill('bread at four in the morning');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  // The password alone: the app is asked for no more.
  await signIn();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();

  await disablePerson(it.service, await requirePerson(it.service.db, staff.id));
  await page.goto(`${it.service.url}/media`);
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await signIn();
  await page.getByText('This account is switched off.').waitFor();
  assert.deepEqual(faults, []);
  await close();
});
