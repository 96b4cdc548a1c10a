// Whoever changes how an account is opened, or opens it from a browser of their own, may be somebody else than its person: the
// person is told.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { MCP_PATH } from '@vitrine/contract/endpoint';
import { newAccount, PASSWORD } from '../../../tests/harness/account.js';
import { newAuthenticator, ORIGIN } from '../../../tests/harness/authenticator.js';
import { newCompanyBrowser } from '../../../tests/harness/company-browser.js';
import { allow, askedFor, newClientId, redeem, refreshWith, tokensOf } from '../../../tests/harness/connections.js';
import { browserOf, cookieOf, newPerson, proveEmailOf, secretOf, sendConsole } from '../../../tests/harness/console.js';
import { startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { startCompanyProvider, type CompanyProvider } from '../../../tests/harness/oidc-provider.js';
import { codeOf, givePasskey } from '../../../tests/harness/second-factors.js';
import { startService, type Service, type Shop } from '../../../tests/harness/service.js';

let mails: MailServer;
let provider: CompanyProvider;
let service: Service;
let shop: Shop;

beforeAll(async () => {
  provider = await startCompanyProvider({ baseUrl: ORIGIN });
  mails = await startMailServer();
  service = await startService({ company: provider.config(), mail: mails.openMailer(), baseUrl: ORIGIN });
  shop = await service.newMerchant();
});
afterAll(async () => {
  await service.close();
  await provider.close();
  await mails.close();
});

// The newest, which must be the only one that was not looked at yet.
function readerOf(email: string) {
  let read = 0;
  return async () => {
    read += 1;
    const mail = await mails.newestTo(email, read);
    assert.equal(mails.subjectsTo(email).length, read, JSON.stringify(mails.subjectsTo(email)));
    return mail;
  };
}

async function newProven() {
  const person = await newPerson(service, { [shop.id]: 'staff' });
  await proveEmailOf(service, person.id);
  return person;
}

const NOT_YOU =
  'If it was not you, choose a new password now under http://localhost/forgot: that signs everybody out. Then remove what is not yours under http://localhost/account, and tell an owner of your merchant.';

describe('a change on the account page is told', () => {
  test('of the password', async () => {
    const { email, ...ada } = await newPerson(service, { [shop.id]: 'staff' });
    const next = readerOf(email);
    const wrong = { currentPassword: 'not the old one', password: 'another horse battery' };
    assert.equal((await ada.post('/me/password', wrong)).status, 403);
    const right = { currentPassword: 'a house with green doors', password: 'another horse battery' };
    assert.equal((await ada.post('/me/password', right)).status, 200);
    const mail = await next();
    assert.equal(mail.subject, 'Your password was changed');
    assert.match(mail.text, /If it was not you, choose a new password now under http:\/\/localhost\/forgot/);
  });

  test('of the app and of the recovery codes, and of nothing that was refused', async () => {
    const { email, ...ada } = await newProven();
    const next = readerOf(email);
    const { json } = await ada.post('/me/app');
    assert.equal((await ada.post('/me/app/confirm', { code: '000000' })).status, 422);
    await ada.post('/me/app/confirm', { code: codeOf(String(json['secret']), service.clock.now()) });
    const added = await next();
    assert.equal(added.subject, 'An authenticator app was added to your account');
    assert.ok(added.text.includes(NOT_YOU));
    // A secret that opens the account is in no mail.
    assert.ok(!added.text.includes(String(json['secret'])));
    await ada.post('/me/recovery-codes');
    assert.equal((await next()).subject, 'New recovery codes were made for your account');
    await ada.remove('/me/app');
    assert.equal((await next()).subject, 'The authenticator app was removed from your account');
    assert.equal((await ada.post('/me/recovery-codes')).status, 409);
    await ada.remove('/me/app');
    await ada.post('/me/password', {
      currentPassword: 'a house with green doors',
      password: 'another horse battery',
    });
    assert.equal((await next()).subject, 'Your password was changed');
  });

  test('of a passkey, by its name', async () => {
    const { email, ...ada } = await newProven();
    const next = readerOf(email);
    const { json } = await ada.post('/me/passkeys/start');
    const made = newAuthenticator().create(Object(json['options']));
    const added = await ada.post('/me/passkeys', { ...made, name: 'Phone <b>' });
    assert.equal(added.status, 200, added.text);
    const mail = await next();
    assert.equal(mail.subject, 'The passkey «Phone <b>» was added to your account');
    assert.ok(mail.html.includes('Phone &#60;b&#62;'));
    assert.ok(mail.text.includes(NOT_YOU));
    await ada.remove(`/me/passkeys/${Object(added.json['passkey']).id}`);
    assert.equal((await next()).subject, 'The passkey «Phone <b>» was removed from your account');
  });

  test('of the account of the company', async () => {
    const { email, cookie, ...ada } = await newProven();
    const next = readerOf(email);
    provider.seat({ sub: 'told-1', email: 'ada@flour.example', email_verified: true });
    await newCompanyBrowser(service, cookie).go('/company/link');
    assert.equal((await next()).subject, 'An account of the company was connected with yours');
    await ada.remove('/me/company');
    assert.equal((await next()).subject, 'The account of the company was disconnected from yours');
  });

  test('of a key for assistants that was made or got a new value, by its name and without its value', async () => {
    const { email, ...ada } = await newPerson(service, { [shop.id]: 'staff' });
    const next = readerOf(email);
    const made = await ada.post('/me/ai-keys', { name: 'Desk <b>', permissions: ['look'], days: 7 });
    assert.equal(made.status, 200, made.text);
    const mail = await next();
    assert.equal(mail.subject, 'The assistant key «Desk <b>» was made in your name');
    assert.ok(mail.html.includes('Desk &#60;b&#62;'));
    assert.ok(mail.text.includes(NOT_YOU));
    assert.ok(!mail.text.includes(String(made.json['value'])));
    const rotated = await ada.post(`/me/ai-keys/${Object(made.json['key']).id}/rotate`);
    assert.equal(rotated.status, 200, rotated.text);
    assert.equal((await next()).subject, 'Your assistant key «Desk <b>» got a new value');
    // Its end opens nothing.
    assert.equal((await ada.post(`/me/ai-keys/${Object(made.json['key']).id}/revoke`)).status, 200);
    await ada.post('/me/ai-keys', { name: 'Next', permissions: ['look'], days: 7 });
    assert.equal((await next()).subject, 'The assistant key «Next» was made in your name');
  });

  test('of an assistant that was connected, and not of one that only came with a new token', async () => {
    const { email, ...ada } = await newPerson(service, { [shop.id]: 'staff' });
    const next = readerOf(email);
    const clientId = await newClientId(service);
    const connect = async () => {
      const code = (await allow(ada, askedFor(clientId, { resource: `${ORIGIN}${MCP_PATH}` }))).get('code');
      return tokensOf((await redeem(service, clientId, code)).json);
    };
    const tokens = await connect();
    const mail = await next();
    assert.match(mail.subject, /^The assistant «Claude» was connected in your name$/);
    assert.ok(mail.text.includes(NOT_YOU));
    assert.ok(!mail.text.includes(tokens.access_token));
    assert.equal((await refreshWith(service, clientId, tokens.refresh_token)).status, 200);
    await connect();
    assert.match((await next()).subject, /^The assistant «Claude» was connected in your name$/);
  });

  test('and of second factors that an owner took away, with who it was', async () => {
    const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
    const { email, id } = await newPerson(service, { [shop.id]: 'staff' });
    await givePasskey(service, id, randomUUID());
    const next = readerOf(email);
    assert.equal((await owner.remove(`/people/${id}/second-factor`)).status, 200);
    const mail = await next();
    assert.equal(mail.subject, 'Olga Owner removed the second factors of your account');
    assert.match(mail.text, /If you did not ask for it, choose a new password now/);
  });
});

describe('a sign-in from a browser that is not known is told, and from one that is known not', () => {
  test('with a passkey', async () => {
    const { email, id } = await newPerson(service, { [shop.id]: 'staff' });
    const passkey = await givePasskey(service, id, randomUUID());
    const next = readerOf(email);
    const signIn = async (cookie = '') => {
      const headers = { cookie };
      const { json } = await sendConsole(service.url, 'POST', '/sign-in/passkey/start', { headers });
      const body = passkey.answer(Object(json['options']));
      return sendConsole(service.url, 'POST', '/sign-in/passkey', { body, headers });
    };
    const first = await signIn();
    const mail = await next();
    assert.equal(mail.subject, 'New sign-in to your account');
    assert.match(mail.text, /By: passkey\./);
    assert.ok(mail.text.includes(NOT_YOU));
    assert.equal((await signIn(browserOf(first))).status, 200);
    await signIn();
    assert.equal((await next()).subject, 'New sign-in to your account');
  });

  test('with the company, where the words say whom to tell', async () => {
    const { email, cookie } = await newProven();
    provider.seat({ sub: 'told-2', email: 'ola@flour.example', email_verified: true });
    await newCompanyBrowser(service, cookie).go('/company/link');
    const next = readerOf(email);
    await next();
    const browser = newCompanyBrowser(service);
    assert.equal(await browser.go('/company/sign-in'), '/today');
    const mail = await next();
    assert.equal(mail.subject, 'New sign-in to your account');
    assert.match(mail.text, /By: the sign-in of the company\./);
    assert.match(mail.text, /tell whoever looks after your account at the company at once/);
    assert.doesNotMatch(mail.text, /forgot/);
    // The same browser again is known, another one is not.
    assert.equal(await browser.go('/company/sign-in'), '/today');
    assert.equal(await newCompanyBrowser(service).go('/company/sign-in'), '/today');
    assert.equal((await next()).subject, 'New sign-in to your account');
  });

  test('with the acceptance of an invitation by an account that is there, and not by one that it makes', async () => {
    const owner = await newPerson(service, { [(await service.newMerchant()).id]: 'owner' });
    const invite = async (email: string): Promise<string> =>
      String((await owner.post('/invitations', { email, role: 'staff' })).json['link']).split('#')[1] ?? '';
    const accept = (body: object) => sendConsole(service.url, 'POST', '/invitations/accept', { body });
    const { email } = await newAccount(service, shop);
    const invited = await invite(email);
    await mails.newestTo(email, 1);
    assert.equal((await accept({ secret: invited, password: PASSWORD })).status, 200);
    assert.equal((await mails.newestTo(email, 2)).subject, 'New sign-in to your account');
    const secret = await invite('brand-new@example.com');
    const made = await accept({ secret, name: 'Brand New', password: 'correct horse battery' });
    assert.equal(made.status, 200);
    const change = { currentPassword: 'correct horse battery', password: 'another horse battery' };
    const headers = { cookie: cookieOf(secretOf(made)) };
    await sendConsole(service.url, 'POST', '/me/password', { body: change, headers });
    await mails.newestTo('brand-new@example.com', 2);
    const subjects = mails.subjectsTo('brand-new@example.com').filter((subject) => !subject.includes('invites you'));
    assert.deepEqual(subjects, ['Your password was changed']);
  });
});
