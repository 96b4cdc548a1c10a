import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { newSession, PERSON_PASSWORD } from '../../tests/harness/console.js';
import { startConsole, type TestConsole } from './console-browser.js';
import { holdAnswers } from './hold-answers.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const NEW_PASSWORD = 'bread at four in the morning';

test('a name that is typed while another is saved stays', async () => {
  const { staff } = await it.newShop();
  const { page, close } = await it.openPage('/account', { person: staff });
  const { sent, answer } = await holdAnswers(page, '**/api/console/v1/me', 'PATCH');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Stella');
  await page.getByRole('button', { name: 'Save' }).click();
  await sent;
  await name.fill('Stella Maris');
  answer();
  await page.getByRole('button', { name: 'Account of Stella', exact: true }).waitFor();
  assert.equal(await name.inputValue(), 'Stella Maris');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Account of Stella Maris' }).waitFor();
  await close();
});

test('one sees to the own account: name, dates, colours, password and sessions', async () => {
  const { staff } = await it.newShop();
  const elsewhere = await newSession(it.service, staff.id);
  const { page, faults, close } = await it.openPage('/today', { person: staff });
  await page.getByRole('button', { name: 'Account of Stella Staff' }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();

  await page.getByLabel('Name', { exact: true }).fill('Stella Maris');
  await page.getByRole('combobox', { name: 'Language of dates' }).click();
  await page.getByRole('option', { name: 'Schweizer Hochdeutsch' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Account of Stella Maris' }).waitFor();
  const sessions = page.getByRole('list', { name: 'Where you are signed in' });
  await sessions.getByText('15.06.2026').first().waitFor();

  // Seen at once, and a moment later kept with the person: another browser has them, too.
  const kept = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByText('Dark', { exact: true }).click();
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  assert.equal((await kept).status(), 200);
  const other = await it.openPage('/account', { person: elsewhere });
  await other.page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await other.page.getByText('15.06.2026').first().waitFor();

  const third = await newSession(it.service, staff.id);
  await page.reload();
  await sessions.getByRole('listitem').nth(2).waitFor();
  await sessions
    .getByRole('button', { name: /^Sign out of / })
    .first()
    .click();
  await sessions.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
  const left = [(await elsewhere.get('/me')).status, (await third.get('/me')).status];
  assert.deepEqual(new Set(left), new Set([200, 401]));

  const [old, fresh] = [
    page.getByLabel('Old password', { exact: true }),
    page.getByLabel('New password', { exact: true }),
  ];
  const change = page.getByRole('button', { name: 'Change password' });
  await old.fill('not my password');
  await fresh.fill(NEW_PASSWORD);
  await change.click();
  await page.getByText('This is not your password').waitFor();
  await old.fill(PERSON_PASSWORD);
  await fresh.fill('Password2026!');
  await change.click();
  await page.getByText('one of the passwords that are tried first').waitFor();
  await fresh.fill(NEW_PASSWORD);
  await change.click();
  await page.getByText('Your password is changed').waitFor();
  await sessions.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
  assert.equal(await old.inputValue(), '');
  await page.getByRole('link', { name: 'Media', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
  assert.deepEqual([(await elsewhere.get('/me')).status, (await third.get('/me')).status], [401, 401]);
  assert.deepEqual(faults, []);
  await other.close();
  await close();
});

test('what is dangerous asks for the password over the page, and loses nothing that was typed', async () => {
  const { owner } = await it.newShop();
  const { page, faults, close } = await it.openPage('/settings/integrations', { person: owner });
  await page.getByRole('button', { name: 'New token' }).first().click();
  await page.getByLabel('Name').fill('Till by the door');
  it.service.clock.advance(11 * 60_000);
  await page.getByRole('button', { name: 'Create token' }).click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await question.getByLabel('Your password').fill('not my password');
  await question.getByRole('button', { name: 'Go on' }).click();
  await question.getByText('This is not your password').waitFor();
  // Who thinks better of it is told that nothing was done, and everything is still there.
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('this needs a fresh proof').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Till by the door');
  await page.getByRole('button', { name: 'Create token' }).click();
  await question.getByLabel('Your password').fill(PERSON_PASSWORD);
  await question.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('Token', { exact: true }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});
