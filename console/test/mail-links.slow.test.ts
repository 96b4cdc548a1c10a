import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { startMailServer, type MailServer } from '../../tests/harness/mail-server.js';
import { newGate } from '../../tests/harness/gate.js';
import { proveEmailOf } from '../../tests/harness/console.js';
import { giveRecoveryCodes, givePasskey, RECOVERY_CODES } from '../../tests/harness/second-factors.js';
import { addAuthenticator, requireNoFault, startConsole, type TestConsole } from './console-browser.js';

let mails: MailServer;
let it: TestConsole;
beforeAll(async () => {
  mails = await startMailServer();
  it = await startConsole({ mail: mails.openMailer() });
});
afterAll(async () => {
  await it.close();
  await mails.close();
});

const NEW_PASSWORD = 'four screens and an oven';

// Where the newest mail leads, on this very service.
async function linkTo(email: string, count?: number): Promise<string> {
  const { text } = await mails.newestTo(email, count);
  const { pathname, hash } = new URL(/https?:\S+#\S+/.exec(text)?.[0] ?? '');
  return it.service.url + pathname + hash;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

test('somebody who forgot the password gets a link by mail, chooses a new one and is in; the link works once', async () => {
  const { staff } = await it.newShop();
  const { page, faults, close } = await it.openPage('/sign-in', { width: 390, scheme: 'dark' });
  const requireGood = (where: string) => requireNoFault(page, faults, where);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await title(page, 'Forgot your password?');
  await requireGood('forgot');
  await page.getByLabel('Email').fill(staff.email.toUpperCase());
  await page.getByRole('button', { name: 'Send the link' }).click();
  await title(page, 'Look at your mail');
  await requireGood('forgot, asked');
  const link = await linkTo(staff.email);
  await page.goto(link);
  const field = page.getByRole('textbox', { name: 'New password' });
  // One that is tried first everywhere.
  await field.fill('password1234');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.getByText('This is one of the passwords that are tried first').waitFor();
  await field.fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await title(page, 'Your new password is set');
  await requireGood('reset, done');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, staff.email, NEW_PASSWORD);
  await page.waitForURL('**/today');
  await page.goto(link);
  await page.reload();
  await title(page, 'This link no longer works');
  assert.deepEqual(faults, []);
  await close();
});

test('a new email is proved by its own mailbox, and is what the person signs in with from then on', async () => {
  const { staff } = await it.newShop();
  const { page, faults, close } = await it.openPage('/account', { person: staff });
  const email = `moved-${staff.email}`;
  const section = page.getByRole('region', { name: 'Email' });
  await section.getByLabel('New email').fill(email);
  await section.getByRole('button', { name: 'Send the link' }).click();
  await section.getByText('Look at your mail').waitFor();
  assert.equal(await section.getByText(staff.email, { exact: true }).count(), 1);
  const link = await linkTo(email);
  await page.goto(link);
  await page.getByRole('region', { name: 'Email' }).getByText(email, { exact: true }).waitFor();
  await page.goto(`${it.service.url}/today`);
  await page.goto(link);
  await page.getByRole('alert').getByText('This link no longer works').waitFor();
  await requireNoFault(page, faults, 'account, a link that is gone');
  await close();
});

test('a first mailed reset says before and after that earlier ways to sign in are removed', async () => {
  const { staff } = await it.newShop();
  await givePasskey(it.service, staff.id, randomUUID());
  await it.service.db.rows({ text: 'delete from sessions where person_id = $1', values: [staff.id] });
  const { page, faults, close } = await it.openPage('/forgot', { width: 390 });
  await page.getByLabel('Email').fill(staff.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.goto(await linkTo(staff.email));
  await page.getByText('This is the first time that you confirm this email.').waitFor();
  await requireNoFault(page, faults, 'reset, first proof');
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.getByText('Removed: a passkey.').waitFor();
  await requireNoFault(page, faults, 'reset, removed');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, staff.email, NEW_PASSWORD);
  await page.waitForURL('**/today');
  assert.deepEqual(faults, []);
  await close();
});

test('a mailed invitation to an account with an unproven email takes a new password', async () => {
  const { staff } = await it.newShop();
  const { owner } = await it.newShop();
  await givePasskey(it.service, staff.id, randomUUID());
  assert.equal((await owner.post('/invitations', { email: staff.email, role: 'admin' })).status, 200);
  const { page, faults, close } = await it.openPage('/sign-in', { width: 390, scheme: 'dark' });
  await page.goto(await linkTo(staff.email));
  await page.getByText('nobody has confirmed the email yet').waitFor();
  assert.equal(await page.getByRole('radio').count(), 0);
  await requireNoFault(page, faults, 'join, unproven account');
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Join Corner Bakery' }).click();
  await page.waitForURL('**/today');
  assert.equal((await staff.get('/me')).status, 401);
  await close();
});

test('after a mailed reset of a proven account the person reviews the sign-in methods and removes one', async () => {
  const { staff } = await it.newShop();
  const { service } = it;
  await proveEmailOf(service, staff.id);
  await giveRecoveryCodes(service, staff.id);
  await givePasskey(service, staff.id, randomUUID());
  const { page, faults, close } = await it.openPage('/forgot', { width: 390 });
  await page.getByLabel('Email').fill(staff.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.goto(await linkTo(staff.email));
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, staff.email, NEW_PASSWORD);
  await page.getByLabel('Recovery code').fill(RECOVERY_CODES[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await title(page, 'Is all of this yours?');
  // No other page opens before.
  await page.goto(`${service.url}/media`);
  await title(page, 'Is all of this yours?');
  const passkey = page.getByRole('radiogroup', { name: 'Passkey Laptop' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await title(page, 'Is all of this yours?');
  await passkey.getByRole('radio', { name: 'Remove' }).check();
  await requireNoFault(page, faults, 'review of the sign-in methods');
  await page.getByRole('button', { name: 'Continue' }).click();
  await title(page, 'Media');
  await page.goto(`${service.url}/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).or(page.getByText('Browsers take passkeys only')).waitFor();
  assert.equal(await page.getByText('Laptop').count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('a passkey is added once the person has confirmed the email by the link in a mail', async () => {
  const { staff } = await it.newShop();
  const { page, faults, close } = await it.openPage('/account', { person: staff, isLocalhost: true });
  await addAuthenticator(page);
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByText('Confirm your email first.').waitFor();
  await requireNoFault(page, faults, 'account, unconfirmed email');
  await section.getByRole('button', { name: 'Send a link to confirm it' }).click();
  await section.getByText('Look at your mail').waitFor();
  const link = new URL(await linkTo(staff.email));
  // The page reads the account before the confirmation, and gets the answer after it.
  const [read, confirmed] = [newGate(), newGate()];
  await page.route(
    '**/me/account',
    async (route) => {
      const response = await route.fetch();
      read.open();
      await confirmed.opened;
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await page.route('**/me/email/confirm', async (route) => {
    await read.opened;
    await route.fulfill({ response: await route.fetch() });
    confirmed.open();
  });
  await page.goto(new URL(link.pathname + link.hash, page.url()).href);
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name').fill('Phone');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('dialog', { name: 'Keep these recovery codes' }).getByRole('listitem').nth(9).waitFor();
  assert.deepEqual(faults, []);
  await close();
});
