import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { ORIGIN } from '../../../tests/harness/authenticator.js';
import { accountLock, behind } from '../../../tests/harness/behind.js';
import { newCompanyBrowser } from '../../../tests/harness/company-browser.js';
import { activityOf, cookieOf, newPerson, newSession, secretOf, sendConsole } from '../../../tests/harness/console.js';
import { secretIn, startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { startCompanyProvider, type CompanyProvider } from '../../../tests/harness/oidc-provider.js';
import { linkCompanyAccount, newPlantedAccount } from '../../../tests/harness/planted-account.js';
import { startService, type Service, type Shop } from '../../../tests/harness/service.js';
import { sql } from '../db/sql.js';
import { parsePersonId } from '../ids.js';
import { makeOperatorLink } from './make-reset-link.js';
import { setEmail } from './set-email.js';

const NEW_PASSWORD = 'four screens and an oven';
const ALL = { password: true, app: true, passkeys: 1, company: true, assistants: 2 };
const WORDS = 'the authenticator app, a passkey, the single sign-on, the access of 2 assistants';

let mails: MailServer;
let provider: CompanyProvider;
let service: Service;
let shop: Shop;
// An instance where nobody confirms an email before they connect a single sign-on.
let withoutMail: Pick<Service, 'url'>;
beforeAll(async () => {
  mails = await startMailServer();
  provider = await startCompanyProvider({ baseUrl: ORIGIN });
  service = await startService({ mail: mails.openMailer(), company: provider.config(), baseUrl: ORIGIN });
  shop = await service.newMerchant();
  withoutMail = { url: await service.newInstance({ mail: undefined }) };
});
afterAll(async () => {
  await service.close();
  await provider.close();
  await mails.close();
});

const post = (path: string, body: object) => sendConsole(service.url, 'POST', path, { body });
const plant = () => newPlantedAccount({ service, provider, shop });

const provenAt = async (id: string) => {
  const row = await service.db.row<{ at: string | null }>(
    sql`select email_proven_at as at from people where id = ${id}`,
  );
  return row?.at;
};
const now = (): string => new Date(service.clock.now()).toISOString();

async function mailedReset(email: string): Promise<string> {
  assert.equal((await post('/reset/ask', { email })).status, 200);
  return secretIn(await mails.mailTo(email, 'Choose a new password'));
}

// Invites an email to another merchant. Returns the secret of the link in the dialog, and that of the mailed one.
async function invite(email: string, role = 'owner') {
  const there = await service.newMerchant();
  const owner = await newPerson(service, { [there.id]: 'owner' }, 'Olga Owner');
  const invited = await owner.post('/invitations', { email, role });
  assert.equal(invited.status, 200, invited.text);
  const mailed = secretIn(await mails.mailTo(email, 'Olga Owner invites you to Corner Bakery'));
  return { there, handed: String(invited.json['link']).split('#')[1] ?? '', mailed };
}

test('the ways into a planted account open it before the proof', async () => {
  const planted = await plant();
  assert.deepEqual(await planted.openWays(), planted.ways);
});

describe('a mailed link for a new password, as the first proof,', () => {
  test('removes everything that opened the account before, and says so on the page and by mail', async () => {
    const planted = await plant();
    const secret = await mailedReset(planted.email);
    assert.equal((await post('/reset/look', { secret })).json['isFirstProof'], true);
    const done = await post('/reset', { secret, password: NEW_PASSWORD });
    assert.deepEqual([done.status, done.body], [200, { email: planted.email, removed: ALL }]);
    assert.deepEqual(await planted.openWays(), []);
    assert.equal(await provenAt(planted.id), now());
    const mail = await mails.mailTo(planted.email, 'Earlier ways to sign in were removed from your account');
    assert.ok(mail.text.includes(`Removed: ${WORDS}.`), mail.text);
    const entry = (await activityOf(service, shop.id)).find(
      (one) => Object(one)[0] === 'person.email_proven' && Object(one)[1] === planted.name,
    );
    assert.deepEqual(entry, [
      'person.email_proven',
      planted.name,
      { email: planted.email, removed: `the password, ${WORDS}` },
    ]);
    // No second factor is left: the new password alone signs in.
    const signedIn = await planted.signIn({ password: NEW_PASSWORD });
    assert.equal(Object(signedIn.json['person']).id, planted.id);
  });

  test('is made once by two requests at once', async () => {
    const planted = await plant();
    const secrets = [await mailedReset(planted.email)];
    const answers = await Promise.all(
      [0, 1].map((at) => post('/reset', { secret: secrets[0], password: `${NEW_PASSWORD} ${at}` })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 404]));
    assert.deepEqual(await planted.openWays(), []);
  });
});

describe('a link that was handed out proves nothing:', () => {
  test('a link of the operator leaves the email unproven, and a later mailed one is the first proof', async () => {
    const planted = await plant();
    const { link } = await makeOperatorLink(service, parsePersonId(planted.id), ORIGIN);
    const handed = link.split('#')[1];
    assert.equal((await post('/reset/look', { secret: handed })).json['isFirstProof'], false);
    const done = await post('/reset', { secret: handed, password: 'chosen by a stranger' });
    assert.deepEqual(done.body, { email: planted.email, removed: null });
    assert.equal(await provenAt(planted.id), null);
    const secret = await mailedReset(planted.email);
    assert.equal((await post('/reset', { secret, password: NEW_PASSWORD })).status, 200);
    assert.deepEqual(await planted.openWays(), []);
    assert.equal((await planted.signIn({ password: 'chosen by a stranger' })).status, 401);
  });

  test('the invitation in the dialog makes an account whose email is unproven, the mailed one a proven one', async () => {
    const found: unknown[] = [];
    for (const kind of ['handed', 'mailed'] as const) {
      const email = `${kind}-guest@example.com`;
      const secret = (await invite(email))[kind];
      found.push((await post('/invitations/look', { secret })).json['account']);
      const body = { secret, name: 'Gus Guest', password: NEW_PASSWORD };
      const joined = await post('/invitations/accept', body);
      assert.equal(joined.status, 200, joined.text);
      found.push(await provenAt(String(Object(joined.json['person']).id)));
    }
    assert.deepEqual(found, [null, null, 'none', now()]);
  });

  test('the invitation in the dialog asks for the password of an account that is unproven', async () => {
    const planted = await plant();
    const { handed } = await invite(planted.email);
    const joined = await post('/invitations/accept', { secret: handed, name: 'Chef', password: NEW_PASSWORD });
    assert.equal(joined.status, 401);
    assert.equal((await planted.openWays()).length, planted.ways.length);
    assert.equal(await provenAt(planted.id), null);
  });
});

describe('a mailed invitation to an account whose email is unproven', () => {
  test('takes a new password, removes everything of before, and joins', async () => {
    const planted = await plant();
    const { there, mailed } = await invite(planted.email);
    assert.equal((await post('/invitations/look', { secret: mailed })).json['account'], 'unproven');
    const weak = await post('/invitations/accept', { secret: mailed, password: 'short' });
    assert.deepEqual([weak.status, weak.json['code']], [400, 'weak_password']);
    const joined = await post('/invitations/accept', { secret: mailed, password: NEW_PASSWORD });
    assert.equal(Object(joined.json['merchant']).merchantId, there.id, joined.text);
    assert.deepEqual(await planted.openWays(), []);
    assert.equal(await provenAt(planted.id), now());
    assert.equal((await planted.signIn({ password: NEW_PASSWORD })).status, 200);
    const own = { headers: { cookie: cookieOf(secretOf(joined)) } };
    assert.equal((await sendConsole(service.url, 'GET', '/me', own)).status, 200);
    const mail = await mails.mailTo(planted.email, 'Earlier ways to sign in were removed from your account');
    assert.ok(mail.text.includes(`Removed: ${WORDS}.`), mail.text);
  });

  test('is accepted once by two requests at once, with the password of the one that joined', async () => {
    const planted = await plant();
    const { mailed } = await invite(planted.email);
    const passwords = [`${NEW_PASSWORD} one`, `${NEW_PASSWORD} two`];
    const answers = await Promise.all(
      passwords.map((password) => post('/invitations/accept', { secret: mailed, password })),
    );
    const won = passwords.filter((_, at) => answers[at]?.status === 200);
    assert.equal(won.length, 1);
    assert.equal((await planted.signIn({ password: won[0] ?? '' })).status, 200);
    assert.deepEqual(await planted.openWays(), []);
  });

  test('asks for the password and the second factor once the email is proven', async () => {
    const planted = await plant();
    const { mailed } = await invite(planted.email);
    await service.db.rows(sql`update people set email_proven_at = ${now()} where id = ${planted.id}`);
    assert.equal((await post('/invitations/look', { secret: mailed })).json['account'], 'proven');
    assert.equal((await post('/invitations/accept', { secret: mailed, password: NEW_PASSWORD })).status, 401);
    assert.equal((await planted.openWays()).length, planted.ways.length);
  });
});

describe('a single sign-on', () => {
  // The owner of the mailbox is linked to an account that somebody else has set up.
  async function newLinked(more: object = {}) {
    const planted = await plant();
    const chef = { ...planted.stranger, email: planted.email.toUpperCase(), ...more };
    provider.seat(chef);
    return { planted, signIn: () => newCompanyBrowser(service).go('/company/sign-in', { to: '/media' }) };
  }

  test('with the verified email of the account is the first proof, removes the rest and stays', async () => {
    const { planted, signIn } = await newLinked();
    assert.equal(await signIn(), '/account?removed=true');
    assert.equal(await provenAt(planted.id), now());
    assert.deepEqual(await planted.openWays(), ['single sign-on']);
    const mail = await mails.mailTo(planted.email, 'Earlier ways to sign in were removed from your account');
    assert.ok(
      mail.text.includes('Removed: the password, the authenticator app, a passkey, the access of 2 assistants.'),
    );
    provider.seat({ ...planted.stranger, email: planted.email });
    assert.equal(await signIn(), '/media');
  });

  test.each([
    ['that is not verified', { email_verified: false }],
    ['that the provider says nothing about', { email_verified: undefined }],
    ['of another person', { email: 'another@b.example' }],
  ])('with an email %s proves nothing', async (_, more) => {
    const { planted, signIn } = await newLinked(more);
    assert.equal(await signIn(), '/media');
    assert.equal(await provenAt(planted.id), null);
    assert.equal((await planted.openWays()).length, planted.ways.length);
  });

  test('that accepts an invitation proves the email by the mailed link, not by the one in the dialog', async () => {
    const found: unknown[] = [];
    for (const kind of ['handed', 'mailed'] as const) {
      const email = `${kind}-cook@example.com`;
      const invitation = (await invite(email))[kind];
      provider.seat({ sub: `${kind}-cook`, email, name: 'Cara Cook' });
      const browser = newCompanyBrowser(service);
      assert.equal(await browser.go('/company/sign-in', { invitation }), '/today');
      found.push(await provenAt(String(Object((await browser.get('/me')).json['person']).id)));
    }
    assert.deepEqual(found, [null, now()]);
  });

  test('that is connected inside a session proves the email and removes nothing', async () => {
    const account = await newPerson(service, { [shop.id]: 'staff' });
    const other = await newSession(service, account.id);
    provider.seat({ sub: `own-${account.id}`, email: account.email, email_verified: true });
    assert.equal(await newCompanyBrowser(withoutMail, account.cookie).go('/company/link'), '/account');
    assert.equal(await provenAt(account.id), now());
    assert.equal((await other.get('/me')).status, 200);
    // The other session may be a stranger's: the person looks through what opens the account.
    assert.equal((await account.get('/me')).json['mustReviewMethods'], true);
  });
});

test('a change of email proves the new one, and the operator’s change proves none', async () => {
  const account = await newPerson(service, { [shop.id]: 'staff' });
  const email = `moved-${account.email}`;
  await account.post('/me/email', { email });
  const secret = secretIn(await mails.mailTo(email, 'Confirm your new email'));
  assert.equal((await account.post('/me/email/confirm', { secret })).status, 200);
  assert.equal(await provenAt(account.id), now());
  await setEmail(service, { id: parsePersonId(account.id) }, `operator-${account.email}`);
  assert.equal(await provenAt(account.id), null);
});

describe('a request that waits behind the first proof', () => {
  const proofOf = async ({ email }: { readonly email: string }) => {
    const secret = await mailedReset(email);
    return async () => assert.equal((await post('/reset', { secret, password: NEW_PASSWORD })).status, 200);
  };

  test('connects no single sign-on', async () => {
    const account = await newPerson(service, { [shop.id]: 'owner' });
    const stranger = { sub: `late-${account.id}`, email: 'late@b.example', email_verified: true };
    provider.seat(stranger);
    const browser = newCompanyBrowser(withoutMail, account.cookie);
    const back = await browser.passThrough(String((await browser.start('/company/link')).json['url']));
    const { to } = await behind({ service, lock: accountLock(account.id) }, await proofOf(account), () =>
      browser.comeBack(back),
    );
    assert.equal(to, '/account?company=expired');
    assert.equal(await newCompanyBrowser(service).go('/company/sign-in'), '/sign-in?company=unknown');
  });

  test('begins no session by the single sign-on that the proof removes', async () => {
    const planted = await plant();
    provider.seat(planted.stranger);
    const browser = newCompanyBrowser(service);
    const back = await browser.passThrough(String((await browser.start('/company/sign-in')).json['url']));
    const { to } = await behind({ service, lock: accountLock(planted.id) }, await proofOf(planted), () =>
      browser.comeBack(back),
    );
    assert.equal(to, '/sign-in?company=unknown');
  });

  test('begins no session by a passkey that the proof removes', async () => {
    const planted = await plant();
    const { json } = await post('/sign-in/passkey/start', {});
    const answer = planted.passkey.answer(Object(json['options']));
    const { status } = await behind({ service, lock: accountLock(planted.id) }, await proofOf(planted), () =>
      post('/sign-in/passkey', answer),
    );
    assert.equal(status, 401);
  });

  test('sets no password for an account that had none', async () => {
    const account = await newPerson(service, { [shop.id]: 'owner' });
    await service.db.rows(sql`update people set password_hash = null where id = ${account.id}`);
    const chef = { sub: `chef-${account.id}`, email: account.email, email_verified: true };
    await linkCompanyAccount(service, provider, { personId: account.id, sub: chef.sub });
    provider.seat(chef);
    const browser = newCompanyBrowser(service);
    const back = await browser.passThrough(String((await browser.start('/company/sign-in')).json['url']));
    const answer = await behind(
      { service, lock: accountLock(account.id) },
      () => browser.comeBack(back),
      () => account.post('/me/password', { password: 'a password of a stranger' }),
    );
    assert.deepEqual([answer.status, answer.json['message']], [401, 'Sign in first.']);
  });
});
