import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SIGN_IN_FAILURES_PER_EMAIL_MAX } from '@vitrine/contract/console-limits';
import { activityOf, sendConsole } from '../../tests/harness/console.js';
import { startConsole, waitUntil, type TestConsole } from './console-browser.js';

const PASSWORD = 'bread and butter';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

async function newLink(inviter: { post: (path: string, body: unknown) => Promise<{ json: object }> }, email: string) {
  const { json } = await inviter.post('/invitations', { email, role: 'admin' });
  return `/join#${String(Reflect.get(json, 'link')).split('#')[1] ?? ''}`;
}

// A person with a password, who joined by a link as everybody does.
async function newAccount() {
  const shop = await it.newShop();
  const email = `${randomUUID()}@example.com`;
  const secret = (await newLink(shop.owner, email)).split('#')[1];
  const body = { secret, name: 'Pia Person', password: PASSWORD };
  assert.equal((await sendConsole(it.service.url, 'POST', '/invitations/accept', { body })).status, 200);
  return { shop, email };
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

// What the page asks for has been answered: nothing of it finds the session ended before the person does something.
async function signInToSettings(page: Page, email: string): Promise<void> {
  const listed = page.waitForResponse((response) => response.url().includes('/api/console/v1/playlists'));
  await signIn(page, email);
  await listed;
}

// What is to be typed next.
const focused = (page: Page, name: string) => waitUntil(page, `document.activeElement?.name === '${name}'`);

describe('signing in', () => {
  test('opens the console, and signing out closes it', async () => {
    const { email } = await newAccount();
    const { page, faults, close } = await it.openPage('/');
    await page.waitForURL('**/sign-in');
    await focused(page, 'email');
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/today');
    await page.getByRole('button', { name: 'Account of Pia Person' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await focused(page, 'email');
    await page.goto(`${it.service.url}/media`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('leads back to the address that was asked for, and Back does not lead to the sign-in page', async () => {
    const { email } = await newAccount();
    const { page, faults, close } = await it.openPage('/settings/people?from=mail');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, email);
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    assert.equal(page.url(), `${it.service.url}/settings/people?from=mail`);
    await page.goto(`${it.service.url}/sign-in`);
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('never leads to another site', async () => {
    const { email } = await newAccount();
    const { page, close } = await it.openPage('/sign-in?to=//elsewhere.example/media');
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    assert.equal(page.url(), `${it.service.url}/today`);
    await close();
  });

  test('says that the email or the password is wrong, and keeps the email', async () => {
    const { email } = await newAccount();
    const { page, faults, close } = await it.openPage('/sign-in');
    await signIn(page, email, 'not the password');
    await page.getByRole('alert').getByText('Email or password is wrong.').waitFor();
    assert.equal(await page.getByLabel('Email', { exact: true }).inputValue(), email);
    // What was wrong is marked whole: typing takes its place. Caps Lock is told.
    const marked =
      '(({ name, selectionStart, selectionEnd }) => [name, selectionEnd - selectionStart])(document.activeElement)';
    await expect.poll(() => page.evaluate(marked)).toEqual(['password', 'not the password'.length]);
    const capital = "new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })";
    await page.evaluate(`document.activeElement.dispatchEvent(${capital})`);
    await page.getByText('Caps Lock is on.').waitFor();
    // The email goes along to where a new password is asked for, and back.
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.goBack();
    await focused(page, 'password');
    assert.equal(await page.getByLabel('Email', { exact: true }).inputValue(), email);
    await page.getByRole('button', { name: 'Show the password' }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    assert.equal(await page.getByLabel('Password', { exact: true }).getAttribute('type'), 'text');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('says after too many attempts how long to wait', async () => {
    const { email } = await newAccount();
    const body = { email, password: 'not the password' };
    for (let at = 0; at < SIGN_IN_FAILURES_PER_EMAIL_MAX; at += 1) {
      await sendConsole(it.service.url, 'POST', '/sign-in', { body });
    }
    const { page, faults, close } = await it.openPage('/sign-in');
    await signIn(page, email);
    await page.getByRole('alert').getByText('Try again in 15 minutes.').waitFor();
    await page
      .getByRole('alert')
      .getByText(/Try again in 1[45]:\d\d\./)
      .waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign in' }).isDisabled(), true);
    // It is that email which has to wait: another one may be tried at once.
    const other = await newAccount();
    await signIn(page, other.email);
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('a session that ended elsewhere is signed in to over the page: the text is there, and what was refused goes out again', async () => {
    const { shop, email } = await newAccount();
    const { page, faults, close } = await it.openPage('/settings/merchant');
    await signInToSettings(page, email);
    await page.getByLabel('Name', { exact: true }).fill('Typed before it ended');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
    assert.equal(await again.getByLabel('Email').inputValue(), email);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Saved.').waitFor();
    await again.waitFor({ state: 'detached' });
    assert.equal((await shop.owner.get('/merchant')).json['name'], 'Typed before it ended');
    assert.deepEqual(faults, []);
    await close();
  });

  test("somebody else who signs in there finds nothing of the first one's", async () => {
    const [first, second] = [await newAccount(), await newAccount()];
    const { page, faults, close } = await it.openPage('/settings/merchant');
    await signInToSettings(page, first.email);
    await page.getByLabel('Name', { exact: true }).fill('A secret of the first');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    // Where the dialog begins comes first: it takes the focus a moment after it is there, and what is typed then with it.
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await again.getByLabel('Email').fill(second.email);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.notEqual(new URL(page.url()).pathname, '/settings/merchant');
    assert.equal((await page.content()).includes('A secret of the first'), false);
    for (const { shop } of [first, second]) {
      assert.equal((await shop.owner.get('/merchant')).json['name'], 'Corner Bakery');
    }
    assert.deepEqual(faults, []);
    await close();
  });

  test('a session that ends elsewhere is taken up where it was', async () => {
    const { email } = await newAccount();
    const { page, faults, close } = await it.openPage('/media');
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/activity');
    assert.deepEqual(faults, []);
    await close();
  });
});

// An existing account that joins looks through what opens it.
async function keepOtherBrowsers(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Other browsers' }).getByRole('radio', { name: 'Keep' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('joining by an invitation', () => {
  test('a new person chooses name and password and is in', async () => {
    const { id, owner } = await it.newShop();
    const email = `${randomUUID()}@example.com`;
    const { page, faults, close } = await it.openPage(await newLink(owner, email));
    await page.getByRole('heading', { name: 'Join Corner Bakery' }).waitFor();
    await page.getByText('You are invited as an admin.').waitFor();
    await page.getByLabel('Your name').fill('Nora New');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join Corner Bakery' }).click();
    await page.getByRole('button', { name: 'Account of Nora New' }).waitFor();
    assert.equal(page.url(), `${it.service.url}/today`);
    assert.deepEqual((await activityOf(it.service, id)).at(-1), [
      'person.joined',
      'Nora New',
      { email, role: 'admin' },
    ]);
    assert.deepEqual(faults, []);
    await close();
  });

  test('somebody with an account gives its password, and a wrong one is told', async () => {
    const { email } = await newAccount();
    const { owner } = await it.newShop({ merchant: { name: 'Second Shop' } });
    const { page, faults, close } = await it.openPage(await newLink(owner, email));
    await page.getByLabel('Yes, I have an account with this email').check();
    await page.getByText('Its password shows that the account is yours').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Join Second Shop' }).click();
    await page.getByRole('alert').getByText('That did not work. If you have an account').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Join Second Shop' }).click();
    await keepOtherBrowsers(page);
    await page.getByRole('button', { name: 'Merchant: Second Shop. Change it' }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('somebody with an account who says they are new is told the same, and can say otherwise', async () => {
    const { email } = await newAccount();
    const { owner } = await it.newShop({ merchant: { name: 'Third Shop' } });
    const { page, faults, close } = await it.openPage(await newLink(owner, email));
    await page.getByLabel('Your name').fill('Nora New');
    await page.getByLabel('New password').fill('another long password');
    await page.getByRole('button', { name: 'Join Third Shop' }).click();
    await page.getByRole('alert').getByText('That did not work. If you have an account').waitFor();
    await page.getByLabel('Yes, I have an account with this email').check();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Join Third Shop' }).click();
    await keepOtherBrowsers(page);
    await page.getByRole('button', { name: 'Merchant: Third Shop. Change it' }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('a link that was used says so and offers the sign-in', async () => {
    const { page, faults, close } = await it.openPage('/join#not-a-secret');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });
});
