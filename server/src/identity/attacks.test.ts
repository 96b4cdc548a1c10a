// How somebody might take over another person's account, one test each: what the attacker has, what they do, and that the
// victim's account is still the victim's.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { newAccount } from '../../../tests/harness/account.js';
import { newCompanyBrowser } from '../../../tests/harness/company-browser.js';
import { newPerson, secretOf, sendConsole, cookieOf } from '../../../tests/harness/console.js';
import { secretIn, startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { startCompanyProvider, type CompanyProvider } from '../../../tests/harness/oidc-provider.js';
import { startService, type Service, type Shop } from '../../../tests/harness/service.js';

let mails: MailServer;
let provider: CompanyProvider;
let service: Service;
// The attacker's own merchant, and the victim's.
let theirs: Shop;
let shop: Shop;

beforeAll(async () => {
  provider = await startCompanyProvider();
  mails = await startMailServer();
  service = await startService({ company: provider.config(), mail: mails.openMailer() });
  [theirs, shop] = [await service.newMerchant(), await service.newMerchant()];
});
afterAll(async () => {
  await service.close();
  await provider.close();
  await mails.close();
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  sendConsole(service.url, 'POST', path, { body, headers });

// Whoever is signed in with this cookie sees the victim's merchant.
const seesShop = async (cookie: string): Promise<boolean> => {
  const { json } = await sendConsole(service.url, 'GET', '/me', { headers: { cookie } });
  return JSON.stringify(json).includes(shop.id);
};

// As if the person had opened the link of a confirmation mail: without it no sign-in method can be added.
const confirmEmail = (id: string) =>
  service.db.rows({ text: 'update people set email_proven_at = now() where id = $1', values: [id] });

describe('by invitation: the owner of another merchant invites the victim’s email and uses the link themselves', () => {
  const inviteVictim = async (email: string): Promise<string> => {
    const attacker = await newPerson(service, { [theirs.id]: 'owner' });
    const { json } = await attacker.post('/invitations', { email, role: 'staff' });
    return String(json['link']).split('#')[1] ?? '';
  };

  test('a new password of theirs neither signs in nor replaces the victim’s', async () => {
    const victim = await newAccount(service, shop);
    const secret = await inviteVictim(victim.email);
    for (const name of ['Mallory', undefined]) {
      const answer = await post('/invitations/accept', {
        secret,
        password: 'chosen by the attacker',
        ...(name && { name }),
      });
      assert.equal(answer.status, 401);
      assert.deepEqual(answer.headers.getSetCookie(), []);
    }
    assert.equal((await victim.signIn({ password: 'chosen by the attacker' })).status, 401);
    assert.equal((await victim.signIn()).status, 200);
  });

  test('nor does an account of the company with the victim’s email', async () => {
    const victim = await newAccount(service, shop);
    const invitation = await inviteVictim(victim.email);
    provider.seat({ sub: 'mallory-1', email: victim.email, email_verified: true });
    const browser = newCompanyBrowser(service);
    assert.equal(await browser.go('/company/sign-in', { invitation }), '/join?company=not-joined');
    assert.equal((await browser.get('/me')).status, 401);
    assert.equal(await browser.go('/company/sign-in'), '/sign-in?company=unknown');
  });
});

describe('by the company’s email: at some companies people write any address into their profile', () => {
  test('an account there with the victim’s email, checked or not, opens nothing and is connected with nothing', async () => {
    const victim = await newAccount(service, shop);
    for (const [at, email_verified] of [true, false, undefined].entries()) {
      provider.seat({
        sub: `mallory-2-${at}`,
        email: victim.email,
        ...(email_verified !== undefined && { email_verified }),
      });
      const browser = newCompanyBrowser(service);
      assert.equal(await browser.go('/company/sign-in'), '/sign-in?company=unknown');
    }
    const linked = { text: 'select 1 from company_accounts where person_id = $1', values: [victim.id] };
    assert.deepEqual(await service.db.rows(linked), []);
  });

  test('the same subject at another issuer is another person', async () => {
    const person = { sub: 'ola', email: 'ola@flour.example', email_verified: true };
    const account = await newPerson(service, { [shop.id]: 'owner' });
    provider.seat(person);
    await confirmEmail(account.id);
    await newCompanyBrowser(service, account.cookie).go('/company/link');
    provider.twist.claims = { iss: 'https://evil.example' };
    assert.equal(await newCompanyBrowser(service).go('/company/sign-in'), '/sign-in?company=refused');
    delete provider.twist.claims;
    await service.db.rows({
      text: "update company_accounts set issuer = 'https://evil.example' where person_id = $1",
      values: [account.id],
    });
    assert.equal(await newCompanyBrowser(service).go('/company/sign-in'), '/sign-in?company=unknown');
  });
});

describe('by a link for a new password', () => {
  // Somebody who has asked for two of them, and got both.
  async function newHolder() {
    const victim = await newAccount(service, shop);
    const asked = { 'x-forwarded-for': victim.address };
    await post('/reset/ask', { email: victim.email }, asked);
    const first = secretIn(await mails.newestTo(victim.email, 1));
    await post('/reset/ask', { email: victim.email }, asked);
    return { ...victim, links: [first, secretIn(await mails.newestTo(victim.email, 2))] as const };
  }

  test('one that was used, found in the mailbox afterwards, sets nothing, nor does an older one', async () => {
    const victim = await newHolder();
    const chosen = 'chosen by the victim, at length';
    assert.equal((await post('/reset', { secret: victim.links[1], password: chosen })).status, 200);
    for (const secret of victim.links) {
      assert.equal((await post('/reset', { secret, password: 'chosen by the attacker' })).status, 404);
    }
    assert.equal((await victim.signIn({ password: 'chosen by the attacker' })).status, 401);
    assert.equal((await victim.signIn({ password: chosen })).status, 200);
  });

  test('whoever had taken a session is out once the victim has chosen a new password', async () => {
    const victim = await newHolder();
    const stolen = cookieOf(secretOf(await victim.signIn()));
    assert.equal(await seesShop(stolen), true);
    await post('/reset', { secret: victim.links[0], password: 'chosen by the victim, at length' });
    assert.equal(await seesShop(stolen), false);
  });

  test('two of them raced: one password wins, and it alone signs in', async () => {
    const victim = await newHolder();
    const passwords = ['chosen by the victim, at length', 'chosen by the attacker'] as const;
    const answers = await Promise.all(
      victim.links.map((secret, at) => post('/reset', { secret, password: passwords[at] ?? '' })),
    );
    const won = passwords.filter((_, at) => answers[at]?.status === 200);
    assert.equal(won.length, 1, JSON.stringify(answers.map(({ status }) => status)));
    for (const password of passwords) {
      assert.equal((await victim.signIn({ password })).status, password === won[0] ? 200 : 401);
    }
  });

  test('it signs nobody in by itself', async () => {
    const victim = await newHolder();
    const answer = await post('/reset', { secret: victim.links[0], password: 'chosen by the victim, at length' });
    assert.deepEqual(answer.headers.getSetCookie(), []);
  });
});

describe('by a change of email', () => {
  const change = (cookie: string, email: string) => post('/me/email', { email }, { cookie });
  const confirm = (cookie: string, secret: string) => post('/me/email/confirm', { secret }, { cookie });

  test('to the victim’s: no link is sent, nothing changes, and the victim signs in as before', async () => {
    const victim = await newAccount(service, shop);
    const attacker = await newAccount(service, theirs);
    const cookie = cookieOf(secretOf(await attacker.signIn()));
    assert.equal((await change(cookie, ` ${victim.email.toUpperCase()} `)).status, 200);
    assert.equal(secretIn(await mails.newestTo(victim.email)), '');
    const me = await sendConsole(service.url, 'GET', '/me', { headers: { cookie } });
    assert.equal(Object(me.json['person']).email, attacker.email);
    assert.equal((await victim.signIn()).status, 200);
  });

  test('of the victim, in a browser that was left open: asks for a proof first', async () => {
    const victim = await newAccount(service, shop);
    const cookie = cookieOf(secretOf(await victim.signIn()));
    service.clock.advance(10 * 60_000);
    assert.equal((await change(cookie, 'mallory@example.com')).json['code'], 'proof_required');
    assert.equal((await victim.signIn()).status, 200);
  });

  test('by a link that the victim asked for and the attacker opens: it is for the victim’s session alone', async () => {
    const victim = await newAccount(service, shop);
    const own = cookieOf(secretOf(await victim.signIn()));
    const email = `moved-${victim.email}`;
    await change(own, email);
    const secret = secretIn(await mails.newestTo(email));
    const attacker = await newAccount(service, theirs);
    const cookie = cookieOf(secretOf(await attacker.signIn()));
    assert.equal((await confirm(cookie, secret)).status, 404);
    assert.equal((await confirm('', secret)).status, 401);
    assert.equal((await confirm(own, secret)).status, 200);
  });
});

describe('by session fixation: the attacker plants a cookie of theirs and waits', () => {
  test('a sign-in with a planted session begins another one, and the planted one is not the victim’s', async () => {
    const victim = await newAccount(service, shop);
    const attacker = await newPerson(service, { [theirs.id]: 'owner' });
    for (const planted of [attacker.secret, 'A'.repeat(43)]) {
      const answer = await victim.signIn({ cookie: cookieOf(planted) });
      assert.equal(answer.status, 200);
      assert.notEqual(secretOf(answer), planted);
      assert.equal(await seesShop(cookieOf(secretOf(answer))), true);
      assert.equal(await seesShop(cookieOf(planted)), false);
    }
  });

  test('nor is it after a sign-in with the company', async () => {
    const person = { sub: 'fixed', email: 'fixed@flour.example', email_verified: true };
    const account = await newPerson(service, { [shop.id]: 'owner' });
    provider.seat(person);
    await confirmEmail(account.id);
    await newCompanyBrowser(service, account.cookie).go('/company/link');
    const attacker = await newPerson(service, { [theirs.id]: 'owner' });
    const victim = newCompanyBrowser(service, attacker.cookie);
    assert.equal(await victim.go('/company/sign-in'), '/today');
    assert.notEqual(victim.cookie('vitrine_session'), attacker.secret);
    assert.equal(await seesShop(attacker.cookie), false);
  });

  test('a way to the company that the attacker began does not sign the victim in as the attacker', async () => {
    const person = { sub: 'mallory-3', email: 'mallory@flour.example', email_verified: true };
    const attacker = await newPerson(service, { [theirs.id]: 'owner' });
    provider.seat(person);
    await confirmEmail(attacker.id);
    await newCompanyBrowser(service, attacker.cookie).go('/company/link');
    const began = newCompanyBrowser(service);
    const back = await began.passThrough(String((await began.start('/company/sign-in')).json['url']));
    const victim = newCompanyBrowser(service);
    assert.equal((await victim.comeBack(back)).to, '/sign-in?company=expired');
    assert.equal(victim.cookie('vitrine_session'), undefined);
    // The attacker's account must not become a way into the victim's either.
    const signedIn = await newAccount(service, shop);
    const session = secretOf(await signedIn.signIn());
    const other = newCompanyBrowser(service, cookieOf(session));
    const linking = newCompanyBrowser(service, attacker.cookie);
    await linking.send('DELETE', '/me/company');
    const link = await linking.passThrough(String((await linking.start('/company/link')).json['url']));
    assert.equal((await other.comeBack(link)).to, '/sign-in?company=expired');
    assert.equal(await newCompanyBrowser(service).go('/company/sign-in'), '/sign-in?company=unknown');
  });
});
