import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { newAiKey } from '../../../tests/harness/ai-keys.js';
import { newAuthenticator, ORIGIN } from '../../../tests/harness/authenticator.js';
import { newCompanyBrowser } from '../../../tests/harness/company-browser.js';
import { showTo } from '../../../tests/harness/connections.js';
import { cookieOf, newPerson, newSession, secretOf, sendConsole } from '../../../tests/harness/console.js';
import { secretIn, startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { startCompanyProvider, type CompanyProvider } from '../../../tests/harness/oidc-provider.js';
import { linkCompanyAccount, newPlantedAccount } from '../../../tests/harness/planted-account.js';
import { giveApp, givePasskey, giveRecoveryCodes, RECOVERY_CODES } from '../../../tests/harness/second-factors.js';
import { startService, type Service, type Shop } from '../../../tests/harness/service.js';
import { sql } from '../db/sql.js';
import { requirePerson } from './operate-person.js';
import { resetSecondFactorOf } from './reset-second-factor.js';

const NEW_PASSWORD = 'four screens and an oven';

let mails: MailServer;
let provider: CompanyProvider;
let service: Service;
let shop: Shop;
beforeAll(async () => {
  mails = await startMailServer();
  provider = await startCompanyProvider({ baseUrl: ORIGIN });
  service = await startService({ mail: mails.openMailer(), company: provider.config(), baseUrl: ORIGIN });
  shop = await service.newMerchant();
});
afterAll(async () => {
  await service.close();
  await provider.close();
  await mails.close();
});

const post = (path: string, body: object, cookie = '') =>
  sendConsole(service.url, 'POST', path, { body, headers: { cookie } });
const get = (path: string, cookie: string) => sendConsole(service.url, 'GET', path, { headers: { cookie } });
const now = (): string => new Date(service.clock.now()).toISOString();
const prove = (id: string) => service.db.rows(sql`update people set email_proven_at = ${now()} where id = ${id}`);

// Somebody whose email is proven, with every sign-in method, after a new password by a mailed link.
async function newReset() {
  const account = await newPlantedAccount({ service, provider, shop });
  await prove(account.id);
  await post('/reset/ask', { email: account.email });
  const secret = secretIn(await mails.mailTo(account.email, 'Choose a new password'));
  const done = await post('/reset', { secret, password: NEW_PASSWORD });
  assert.deepEqual(done.body, { email: account.email, removed: null });
  const first = async () => {
    const { json } = await account.signIn({ password: NEW_PASSWORD });
    return String(Object(json['secondFactor']).ticket);
  };
  const signIn = async (code = RECOVERY_CODES[0]) =>
    post('/sign-in/second-factor', { ticket: await first(), code }, '');
  return { ...account, first, signIn };
}

describe('a mailed reset of an account whose email is proven', () => {
  test('keeps the second factor: the new password alone opens nothing, and neither does any other way alone', async () => {
    const reset = await newReset();
    assert.equal((await reset.signIn('000000')).status, 401);
    assert.deepEqual(await reset.openWays(), []);
    const { json } = await post('/sign-in/passkey/start', {});
    const alone = await post('/sign-in/passkey', reset.passkey.answer(Object(json['options'])));
    assert.deepEqual(alone.body, {
      error: 'forbidden',
      message: 'A new password was chosen for this account. Sign in with it once. Afterwards your passkey works again.',
    });
    provider.seat(reset.stranger);
    assert.equal(await newCompanyBrowser(service).go('/company/sign-in'), '/sign-in?company=password-first');
  });

  test('takes the passkey as the second step, and opens the other ways once the list is reviewed', async () => {
    const reset = await newReset();
    const { json } = await post('/sign-in/passkey/start', {});
    const answer = reset.passkey.answer(Object(json['options']));
    const signedIn = await post('/sign-in/passkey', { ...answer, ticket: await reset.first() });
    assert.equal(signedIn.json['mustReviewMethods'], true, signedIn.text);
    const cookie = cookieOf(secretOf(signedIn));
    const keep = { app: true, passkeys: [reset.passkeyId], company: true, sessions: true, assistants: true };
    // Cut off before the review: the other ways stay shut, also behind another session.
    assert.deepEqual(await reset.openWays(), []);
    assert.equal((await post('/me/sign-in-methods/keep', keep, cookie)).status, 200);
    assert.equal((await get('/me', cookie)).json['mustReviewMethods'], false);
    assert.deepEqual(await reset.openWays(), ['passkey', 'single sign-on']);
  });

  test('leads to a session that lists the methods and removes what is not kept', async () => {
    const reset = await newReset();
    const signedIn = await reset.signIn();
    const cookie = cookieOf(secretOf(signedIn));
    assert.equal(signedIn.json['mustReviewMethods'], true);
    const other = await newSession(service, reset.id);
    const passkey = { id: reset.passkeyId, name: 'Laptop', createdAt: now(), lastUsedAt: null };
    assert.deepEqual((await get('/me/sign-in-methods', cookie)).body, {
      hasPassword: true,
      appSince: now(),
      passkeys: [passkey],
      company: { email: null, linkedAt: now() },
      otherSessions: 1,
      assistants: 0,
    });
    const keep = { app: true, passkeys: [], company: false, sessions: true, assistants: true };
    const left = await post('/me/sign-in-methods/keep', keep, cookie);
    assert.deepEqual(left.body, {
      hasPassword: true,
      appSince: now(),
      passkeys: [],
      company: null,
      otherSessions: 0,
      assistants: 0,
    });
    assert.deepEqual(await reset.openWays(), []);
    assert.equal((await other.get('/me')).status, 401);
    assert.equal((await get('/me/second-factor', cookie)).json['recoveryCodesLeft'], 0);
    assert.ok(mails.subjectsTo(reset.email).length > 0);
    await mails.mailTo(reset.email, 'The passkey «Laptop» was removed from your account');
    await mails.mailTo(reset.email, 'The account of the company was disconnected from yours');
  });

  test('leads everybody who cannot pass the factor to the operator, who leaves the password alone', async () => {
    const reset = await newReset();
    await newAiKey(service, { merchantId: shop.id, personId: reset.id });
    const row = await requirePerson(service.db, reset.id);
    await resetSecondFactorOf(service, row);
    provider.seat(reset.stranger);
    // Without the option single sign-on is left, and still shut.
    assert.equal(await newCompanyBrowser(service).go('/company/sign-in'), '/sign-in?company=password-first');
    await resetSecondFactorOf(service, row, { allMethods: true });
    assert.equal(await newCompanyBrowser(service).go('/company/sign-in'), '/sign-in?company=unknown');
    const signedIn = await reset.signIn('').catch(() => undefined);
    assert.equal(signedIn?.status, 401);
    const direct = await sendConsole(service.url, 'POST', '/sign-in', {
      body: { email: reset.email, password: NEW_PASSWORD },
    });
    assert.equal(direct.json['mustReviewMethods'], false, direct.text);
    const entry = await service.db.row<{ details: object }>(sql`
      select details from activity where merchant_id = ${shop.id} and kind = 'person.second_factor_reset'
        and details->>'removed' is not null and details->>'personId' = ${reset.id}`);
    const details = { personId: reset.id, name: reset.name, email: reset.email };
    assert.deepEqual(entry?.details, { ...details, removed: "the single sign-on, an assistant's access" });
  });
});

describe('an existing account that accepts an invitation', () => {
  async function join(person: Awaited<ReturnType<typeof newPerson>>) {
    const there = await service.newMerchant();
    const owner = await newPerson(service, { [there.id]: 'owner' });
    const { json } = await owner.post('/invitations', { email: person.email, role: 'staff' });
    const secret = String(json['link']).split('#')[1];
    return post('/invitations/accept', { secret, password: 'a house with green doors' });
  }

  test('reviews what opens it: other sessions and assistants end where they are not kept', async () => {
    const person = await newPerson(service, { [shop.id]: 'staff' });
    const { secret: key } = await newAiKey(service, { merchantId: shop.id, personId: person.id });
    const joined = await join(person);
    assert.equal(joined.json['mustReviewMethods'], true, joined.text);
    const cookie = cookieOf(secretOf(joined));
    const { json } = await get('/me/sign-in-methods', cookie);
    assert.deepEqual([json['otherSessions'], json['assistants']], [1, 1]);
    const keep = { app: false, passkeys: [], company: false, sessions: false, assistants: false };
    assert.equal((await post('/me/sign-in-methods/keep', keep, cookie)).status, 200);
    assert.deepEqual([(await person.get('/me')).status, (await showTo(service, key)).status], [401, 401]);
    assert.equal((await get('/me', cookie)).json['mustReviewMethods'], false);
  });

  test('keeps that it must review when the session goes on under another secret', async () => {
    const person = await newPerson(service, { [shop.id]: 'staff' });
    const cookie = cookieOf(secretOf(await join(person)));
    const body = { currentPassword: 'a house with green doors', password: NEW_PASSWORD };
    const changed = await post('/me/password', body, cookie);
    assert.equal(changed.json['mustReviewMethods'], true, changed.text);
  });

  test('reviews nothing where only its password opens it', async () => {
    const person = await newPerson(service, { [shop.id]: 'staff' });
    await service.db.rows(sql`delete from sessions where person_id = ${person.id}`);
    assert.equal((await join(person)).json['mustReviewMethods'], false);
  });
});

test('the review refuses to leave nothing to sign in with, and removes nothing then', async () => {
  const person = await newPerson(service, { [shop.id]: 'staff' });
  const id = randomUUID();
  await givePasskey(service, person.id, id);
  await service.db.rows(sql`update people set password_hash = null where id = ${person.id}`);
  const keep = { app: false, passkeys: [], company: false, sessions: true, assistants: true };
  assert.equal((await person.post('/me/sign-in-methods/keep', keep)).status, 409);
  assert.equal((await person.get('/me/second-factor')).text.includes(id), true);
});

describe('with mail, an email that nobody has confirmed', () => {
  const rows = Object.values<Endpoint>(endpoints).filter(({ addsSignInMethod }) => addsSignInMethod === true);

  test('refuses every call that adds a sign-in method, until it is confirmed in the session', async () => {
    const person = await newPerson(service, { [shop.id]: 'staff' });
    assert.deepEqual(
      rows.map(({ path }) => path).toSorted((one, other) => one.localeCompare(other)),
      ['/company/link', '/me/app', '/me/app/confirm', '/me/passkeys', '/me/passkeys/start'],
    );
    for (const { path } of rows) {
      const { status, json } = await person.post(path, {});
      assert.deepEqual([path, status, json['code']], [path, 403, 'email_unproven']);
    }
    assert.equal((await person.get('/me/account')).json['mustConfirmEmail'], true);
    assert.equal((await person.post('/me/email', { email: person.email })).status, 200);
    const secret = secretIn(await mails.mailTo(person.email, 'Confirm your email'));
    const stranger = await newPerson(service, { [shop.id]: 'staff' });
    assert.equal((await stranger.post('/me/email/confirm', { secret })).status, 404);
    const confirmed = await person.post('/me/email/confirm', { secret });
    assert.deepEqual([confirmed.status, confirmed.body], [200, { email: person.email }]);
    assert.equal((await person.post('/me/email/confirm', { secret })).status, 404);
    assert.equal((await person.get('/me/account')).json['mustConfirmEmail'], false);
    assert.equal((await person.get('/me')).json['mustReviewMethods'], false);
    const { json } = await person.post('/me/passkeys/start', {});
    const passkey = { name: 'Phone', ...newAuthenticator().create(Object(json['options'])) };
    assert.equal((await person.post('/me/passkeys', passkey)).status, 200);
  });

  test('is confirmed inside a session without removing anything, and the session reviews what else opens it', async () => {
    const person = await newPerson(service, { [shop.id]: 'staff' });
    await giveApp(service, person.id);
    await giveRecoveryCodes(service, person.id);
    await linkCompanyAccount(service, provider, { personId: person.id, sub: `kept-${person.id}` });
    await person.post('/me/email', { email: person.email });
    const secret = secretIn(await mails.mailTo(person.email, 'Confirm your email'));
    assert.equal((await person.post('/me/email/confirm', { secret })).status, 200);
    assert.equal((await person.get('/me')).json['mustReviewMethods'], true);
    const { json } = await person.get('/me/sign-in-methods');
    assert.deepEqual([json['appSince'], json['company']], [now(), { email: null, linkedAt: now() }]);
  });
});
