import assert from 'node:assert/strict';
import type { Endpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { askMcp, newAiKey } from '../../../tests/harness/ai-keys.js';
import { newCompanyBrowser } from '../../../tests/harness/company-browser.js';
import { activityOf, cookieOf, newPerson, secretOf, sendConsole } from '../../../tests/harness/console.js';
import { disconnectCompany, requirePerson } from './operate-person.js';
import { startCompanyProvider, type CompanyProvider } from '../../../tests/harness/oidc-provider.js';
import { startService, type Service, type Shop } from '../../../tests/harness/service.js';

let provider: CompanyProvider;
let service: Service;
let shop: Shop;
const logLines: string[] = [];

beforeAll(async () => {
  provider = await startCompanyProvider();
  service = await startService({ company: provider.config(), logLines });
  shop = await service.newMerchant();
});
afterAll(async () => {
  await service.close();
  await provider.close();
});
beforeEach(() => {
  for (const name of Object.keys(provider.twist)) Reflect.deleteProperty(provider.twist, name);
});

let people = 0;
const aPerson = (more: object = {}) => {
  people += 1;
  const email = `ola${people}@flour.example`;
  return { sub: `subject-${people}`, email, email_verified: true, name: `Ola ${people}`, ...more };
};

// Somebody of the shop who has connected the company's account.
async function newLinked(person = aPerson()) {
  const account = await newPerson(service, { [shop.id]: 'owner' }, person.name);
  provider.seat(person);
  const browser = newCompanyBrowser(service, account.cookie);
  assert.equal(await browser.go('/company/link', { to: '/account?company=linked' }), '/account?company=linked');
  return { ...account, person, browser };
}

async function signInAs(person: ReturnType<typeof aPerson>) {
  provider.seat(person);
  const browser = newCompanyBrowser(service);
  return { browser, to: await browser.go('/company/sign-in', { to: '/media?q=door' }) };
}

const kindsAt = async (merchantId: string): Promise<unknown[]> =>
  (await activityOf(service, merchantId)).map((entry) => Object(entry)[0]);

// A link that an owner of the shop hands out.
async function invite(email: string): Promise<string> {
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const invited = await owner.post('/invitations', { email, role: 'staff' });
  return String(invited.json['link']).split('#')[1] ?? '';
}

describe('signing in with the company', () => {
  test('opens the account that was connected, and leads to the page that was asked for', async () => {
    const { id, person } = await newLinked();
    const { browser, to } = await signInAs(person);
    assert.equal(to, '/media?q=door');
    const { json } = await browser.get('/me');
    assert.equal(Object(json['person']).id, id);
    assert.deepEqual((await kindsAt(shop.id)).filter((kind) => /company|signed_in/.test(String(kind))).slice(-2), [
      'person.company_linked',
      'person.signed_in',
    ]);
  });

  test('is nothing for an account that nobody has connected, whatever its email', async () => {
    const { email } = await newPerson(service, { [shop.id]: 'owner' });
    for (const email_verified of [true, false, undefined]) {
      const { browser, to } = await signInAs(aPerson({ email, email_verified }));
      assert.equal(to, '/sign-in?company=unknown');
      assert.equal((await browser.get('/me')).status, 401);
    }
  });

  test('leads only to pages of this site', async () => {
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'media', '']) {
      const answer = await sendConsole(service.url, 'POST', '/company/sign-in', { body: { to } });
      assert.equal(answer.status, 400, to);
    }
  });

  test('ends at the company too: signing out tells the browser where', async () => {
    const { person } = await newLinked();
    const { browser } = await signInAs(person);
    const { json } = await browser.send('POST', '/sign-out');
    const url = new URL(String(json['companyUrl']));
    assert.equal(url.origin, provider.issuer);
    assert.equal(url.searchParams.get('post_logout_redirect_uri'), 'http://127.0.0.1/sign-in');
    const page = await fetch(url);
    assert.equal(page.status, 200, await page.text());
    assert.equal((await browser.get('/me')).status, 401);
  });

  test('is told on the page of who may come in how', async () => {
    const ways = await sendConsole(service.url, 'GET', '/sign-in/ways');
    assert.deepEqual(ways.body, { company: { name: 'Flour & Co' }, onlyCompany: false, mail: false, isEmpty: false });
  });
});

describe('what comes back is refused', () => {
  const refused = async (twist: CompanyProvider['twist']): Promise<string | null> => {
    const { person } = await newLinked();
    Object.assign(provider.twist, twist);
    const { browser, to } = await signInAs(person);
    assert.equal((await browser.get('/me')).status, 401);
    return to;
  };

  test.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another client' } }],
    ['an ID token that has run out', { claims: { exp: 1 } }],
    ['a key that is not the company’s', { strangeKey: true }],
  ])('with %s', async (_, twist) => {
    assert.equal(await refused(twist), '/sign-in?company=refused');
  });

  test('with another state, with none, in another browser, and none of that ends the way of the person', async () => {
    const { person } = await newLinked();
    provider.seat(person);
    const browser = newCompanyBrowser(service);
    const { json } = await browser.start('/company/sign-in');
    const back = await browser.passThrough(String(json['url']));
    const bent = [back.replace(/state=[\w-]+/, `state=${'A'.repeat(43)}`), back.replace(/state=[\w-]+&?/, '')];
    for (const target of [...bent, '/api/console/v1/company/callback']) {
      assert.equal((await browser.comeBack(target)).to, '/sign-in?company=expired');
    }
    assert.equal((await newCompanyBrowser(service).comeBack(back)).to, '/sign-in?company=expired');
    assert.equal((await browser.comeBack(back)).to, '/today');
  });

  test('after ten minutes', async () => {
    const { person } = await newLinked();
    provider.seat(person);
    const browser = newCompanyBrowser(service);
    const back = await browser.passThrough(String((await browser.start('/company/sign-in')).json['url']));
    service.clock.advance(10 * 60_000);
    assert.equal((await browser.comeBack(back)).to, '/sign-in?company=expired');
  });

  test('a second time: a way is gone once', async () => {
    const { person } = await newLinked();
    provider.seat(person);
    const browser = newCompanyBrowser(service);
    const { json } = await browser.start('/company/sign-in');
    const flow = browser.cookie('vitrine_company') ?? '';
    const back = await browser.passThrough(String(json['url']));
    assert.equal((await browser.comeBack(back)).to, '/today');
    // With the very cookie of the first time.
    const again = newCompanyBrowser(service, `vitrine_company=${flow}`);
    assert.equal((await again.comeBack(back)).to, '/sign-in?company=expired');
  });

  test('twice at once: one comes in', async () => {
    const { person } = await newLinked();
    provider.seat(person);
    const browser = newCompanyBrowser(service);
    const { json } = await browser.start('/company/sign-in');
    const cookie = `vitrine_company=${browser.cookie('vitrine_company')}`;
    const back = await browser.passThrough(String(json['url']));
    const both = await Promise.all([1, 2].map(() => newCompanyBrowser(service, cookie).comeBack(back)));
    assert.deepEqual(new Set(both.map(({ to }) => to)), new Set(['/sign-in?company=expired', '/today']));
  });

  test('a code of one way on another way, which only the verifier tells apart', async () => {
    const { person } = await newLinked();
    provider.seat(person);
    const [mine, theirs] = [newCompanyBrowser(service), newCompanyBrowser(service)];
    const first = await mine.passThrough(String((await mine.start('/company/sign-in')).json['url']));
    const second = await theirs.passThrough(String((await theirs.start('/company/sign-in')).json['url']));
    const code = new URLSearchParams(first.split('?')[1]).get('code') ?? '';
    const mixed = second.replace(/code=[^&]+/, `code=${code}`);
    assert.equal((await theirs.comeBack(mixed)).to, '/sign-in?company=refused');
  });

  test('by the company itself: a person who says no is told so', async () => {
    provider.seat(undefined);
    assert.equal(await newCompanyBrowser(service).go('/company/sign-in'), '/sign-in?company=refused');
  });
});

describe('a company that is away', () => {
  test('refuses with words, and stops neither the service nor a password; afterwards it works by itself', async () => {
    const own = await startCompanyProvider();
    const apart = await startService({ company: own.config() });
    own.twist.down = true;
    const answer = await sendConsole(apart.url, 'POST', '/company/sign-in', { body: {} });
    assert.deepEqual(answer.body, {
      error: 'conflict',
      message: 'The sign-in of Flour & Co does not answer. Try again in a minute.',
    });
    const password = { email: 'nobody@example.com', password: 'wrong password' };
    assert.equal((await sendConsole(apart.url, 'POST', '/sign-in', { body: password })).status, 401);
    delete own.twist.down;
    assert.equal((await sendConsole(apart.url, 'POST', '/company/sign-in', { body: {} })).status, 200);
    // It may go again: its addresses are kept.
    own.twist.down = true;
    assert.equal((await sendConsole(apart.url, 'POST', '/company/sign-in', { body: {} })).status, 200);
    await apart.close();
    await own.close();
  });

  test('between here and there leads back to the sign-in page', async () => {
    const { person } = await newLinked();
    provider.seat(person);
    const browser = newCompanyBrowser(service);
    const back = await browser.passThrough(String((await browser.start('/company/sign-in')).json['url']));
    provider.twist.down = true;
    assert.equal((await browser.comeBack(back)).to, '/sign-in?company=unavailable');
  });
});

describe('an invitation', () => {
  test('is accepted by somebody new with the company’s account of that email, and makes an account without a password', async () => {
    const person = aPerson();
    const invitation = await invite(` ${person.email.toUpperCase()}`);
    provider.seat(person);
    const browser = newCompanyBrowser(service);
    assert.equal(await browser.go('/company/sign-in', { invitation }), '/today');
    const { json } = await browser.get('/me');
    assert.equal(Object(json['person']).name, person.name);
    assert.deepEqual(Object(json['merchant']).merchantId, shop.id);
    assert.equal((await kindsAt(shop.id)).at(-1), 'person.joined');
    // The account is the way in from now on, and the only one.
    assert.equal((await signInAs(person)).to, '/media?q=door');
    assert.equal((await browser.send('DELETE', '/me/company')).status, 409);
    assert.equal(await newCompanyBrowser(service).start('/company/sign-in', { invitation }).then(statusOf), 404);
  });

  test.each([
    ['another email', { email: 'mallory@flour.example' }],
    ['an email that the company has not checked', { email_verified: false }],
    ['no email', { email: undefined }],
  ])('is not accepted with %s, and still open afterwards', async (_, more) => {
    const person = aPerson();
    const invitation = await invite(person.email);
    provider.seat({ ...person, ...more });
    const browser = newCompanyBrowser(service);
    assert.equal(await browser.go('/company/sign-in', { invitation }), '/join?company=other-email');
    provider.seat(person);
    browser.forgetCompany();
    assert.equal(await browser.go('/company/sign-in', { invitation }), '/today');
  });

  test('to an email that has an account is not accepted by an account that merely has that email', async () => {
    const elsewhere = await service.newMerchant();
    const victim = await newPerson(service, { [elsewhere.id]: 'owner' });
    const invitation = await invite(victim.email);
    provider.seat(aPerson({ email: victim.email }));
    const browser = newCompanyBrowser(service);
    assert.equal(await browser.go('/company/sign-in', { invitation }), '/join?company=not-joined');
    assert.equal((await browser.get('/me')).status, 401);
    assert.equal((await signInAs(aPerson({ email: victim.email }))).to, '/sign-in?company=unknown');
  });
});

const statusOf = ({ status }: { readonly status: number }): number => status;

describe('the account of the company', () => {
  test('is somebody’s once, and a person has one', async () => {
    const { person, browser } = await newLinked();
    const other = await newPerson(service, { [shop.id]: 'staff' });
    provider.seat(person);
    assert.equal(await newCompanyBrowser(service, other.cookie).go('/company/link'), '/account?company=taken');
    assert.equal((await browser.start('/company/link')).status, 409);
    const { json } = await browser.get('/me/company');
    assert.equal(Object(json['linked']).email, person.email);
  });

  test('is connected with nobody whose session has ended meanwhile', async () => {
    const account = await newPerson(service, { [shop.id]: 'staff' });
    const person = aPerson();
    provider.seat(person);
    const browser = newCompanyBrowser(service, account.cookie);
    const back = await browser.passThrough(String((await browser.start('/company/link')).json['url']));
    await account.post('/sign-out');
    assert.equal((await browser.comeBack(back)).to, '/account?company=expired');
    assert.equal((await signInAs(person)).to, '/sign-in?company=unknown');
  });
});

test('the operator takes a wrong account of the company away: it comes in no more, nor does who was in by it', async () => {
  const { id, email, person } = await newLinked();
  const { browser } = await signInAs(person);
  const account = await requirePerson(service.db, id);
  const { sessionsEnded } = await disconnectCompany(service, account);
  assert.equal(sessionsEnded, 2);
  assert.equal((await browser.get('/me')).status, 401);
  assert.equal((await signInAs(person)).to, '/sign-in?company=unknown');
  const details = { personId: id, name: person.name, email, sessions: 2 };
  assert.deepEqual((await activityOf(service, shop.id)).at(-1), ['person.company_disconnected', null, details]);
  // Once more there is nothing to take, and nothing to tell.
  const before = (await activityOf(service, shop.id)).length;
  await disconnectCompany(service, account);
  assert.equal((await activityOf(service, shop.id)).length, before);
});

describe('a session that came from the company', () => {
  test('ends 12 hours after the sign-in, however often it is used', async () => {
    const { person } = await newLinked();
    const { browser } = await signInAs(person);
    for (let hours = 0; hours < 11; hours += 1) {
      service.clock.advance(60 * 60_000);
      assert.equal((await browser.get('/me')).status, 200);
    }
    service.clock.advance(60 * 60_000 - 1);
    assert.equal((await browser.get('/me')).status, 200);
    service.clock.advance(1);
    assert.equal((await browser.get('/me')).status, 401);
  });

  test('ends then also when it goes on under another secret, after a password was set', async () => {
    const person = aPerson();
    const invitation = await invite(person.email);
    provider.seat(person);
    const browser = newCompanyBrowser(service);
    await browser.go('/company/sign-in', { invitation });
    service.clock.advance(11 * 60 * 60_000);
    browser.forgetCompany();
    assert.equal(await browser.go('/company/proof', { to: '/proved' }), '/proved');
    const changed = await browser.send('POST', '/me/password', { password: 'correct horse battery' });
    assert.equal(changed.status, 200, changed.text);
    const went = { headers: { cookie: cookieOf(secretOf(changed)) } };
    service.clock.advance(60 * 60_000 - 1);
    assert.equal((await sendConsole(service.url, 'GET', '/me', went)).status, 200);
    service.clock.advance(1);
    assert.equal((await sendConsole(service.url, 'GET', '/me', went)).status, 401);
  });

  test('ends with the next request, and none begins, once the operator has disabled the person', async () => {
    const { id, person } = await newLinked();
    const { browser } = await signInAs(person);
    const disable = { text: 'update people set disabled_at = now() where id = $1', values: [id] };
    await service.db.rows(disable);
    assert.equal((await browser.get('/me')).status, 401);
    assert.equal((await signInAs(person)).to, '/sign-in?company=disabled');
  });
});

describe('what is dangerous', () => {
  const MINUTE_MS = 60_000;
  const unlink = async (browser: ReturnType<typeof newCompanyBrowser>) =>
    (await browser.send('DELETE', '/me/company')).json['code'];

  test('asks for a proof again after ten minutes, and the company gives it by asking who it is', async () => {
    const { person, browser } = await newLinked();
    service.clock.advance(10 * MINUTE_MS);
    assert.equal(await unlink(browser), 'proof_required');
    assert.equal((await browser.start('/company/link')).json['code'], 'proof_required');
    const { json } = await browser.get('/me/account');
    assert.deepEqual(json['proofs'], ['password', 'company']);
    const { json: started } = await browser.start('/company/proof', { to: '/proved' });
    const sent = new URL(String(started['url'])).searchParams;
    assert.deepEqual([sent.get('prompt'), sent.get('max_age')], ['login', '0']);
    provider.seat(person);
    assert.equal((await browser.comeBack(await browser.passThrough(String(started['url'])))).to, '/proved');
    const { body } = await browser.send('DELETE', '/me/company');
    assert.deepEqual(body, { company: 'Flour & Co', linked: null });
    assert.equal((await signInAs(person)).to, '/sign-in?company=unknown');
  });

  test.each([
    ['a company that passes on whom it knows from before', { auth_time: 1 }],
    ['a company that does not say when', { auth_time: undefined }],
  ])('is not proved by %s', async (_, claims) => {
    const { browser } = await newLinked();
    service.clock.advance(10 * MINUTE_MS);
    provider.twist.claims = claims;
    assert.equal(await browser.go('/company/proof'), '/proved?company=not-proved');
    assert.equal(await unlink(browser), 'proof_required');
  });

  test('is not proved by somebody else’s account, nor for a session that has ended', async () => {
    const { browser, post } = await newLinked();
    const other = await newLinked();
    service.clock.advance(10 * MINUTE_MS);
    provider.seat(other.person);
    browser.forgetCompany();
    assert.equal(await browser.go('/company/proof'), '/proved?company=not-proved');
    assert.equal(await unlink(browser), 'proof_required');
    const back = await browser.passThrough(String((await browser.start('/company/proof')).json['url']));
    await post('/sign-out');
    assert.equal((await browser.comeBack(back)).to, '/proved?company=expired');
  });

  test('is not proved by a sign-in for which the company asked nothing', async () => {
    const { person } = await newLinked();
    provider.twist.claims = { auth_time: 1 };
    const { browser } = await signInAs(person);
    assert.equal(await unlink(browser), 'proof_required');
  });
});

describe('with OIDC_ONLY', () => {
  test('no password is taken, no session that came from one, and the company lets people in', async () => {
    const only = await startService({ company: provider.config({ isOnly: true }) });
    const bakery = await only.newMerchant();
    const before = await newPerson(only, { [bakery.id]: 'owner' });
    assert.equal((await before.get('/me')).status, 401);
    const { secret } = await newAiKey(only, { merchantId: bakery.id, personId: before.id });
    const askByKey = async () => (await askMcp(only.url, secret, { jsonrpc: '2.0', id: 1, method: 'ping' })).status;
    assert.equal(await askByKey(), 401);
    const person = aPerson();
    const refusal = {
      error: 'forbidden',
      message: 'Sign in with Flour & Co: nothing else is taken here.',
      code: 'company_only',
    };
    const rows = Object.values<Endpoint>(endpoints).filter(({ ownWay }) => ownWay === true);
    assert.ok(rows.length >= 4);
    for (const { method, path } of rows) {
      const answer = await sendConsole(only.url, method, path, { headers: { cookie: before.cookie } });
      assert.deepEqual([path, answer.body], [path, refusal]);
    }
    await only.db.rows({
      text: 'insert into company_accounts (issuer, subject, person_id, linked_at) values ($1, $2, $3, now())',
      values: [provider.issuer, person.sub, before.id],
    });
    assert.equal(await askByKey(), 200);
    // Nor is it a factor that another company, or one of former times, once gave.
    await only.db.rows({ text: `update company_accounts set issuer = 'https://former.example'`, values: [] });
    assert.equal(await askByKey(), 401);
    await only.db.rows({ text: 'update company_accounts set issuer = $1', values: [provider.issuer] });
    provider.seat(person);
    const browser = newCompanyBrowser(only);
    assert.equal(await browser.go('/company/sign-in'), '/today');
    assert.equal((await browser.get('/me')).status, 200);
    await only.close();
  });

  test('every row that lets somebody in is one that it refuses, but the company’s own', () => {
    const others = Object.values<Endpoint>(endpoints).filter((row) => row.session === 'begins' && row.ownWay !== true);
    assert.deepEqual(others, []);
  });
});

test('whoever goes there and never comes back is stopped; who comes back is not counted', async () => {
  const { person } = await newLinked();
  provider.seat(person);
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  const browser = newCompanyBrowser(service);
  await browser.comeBack(
    await browser.passThrough(String((await browser.start('/company/sign-in', {}, headers)).json['url'])),
  );
  const start = () => sendConsole(service.url, 'POST', '/company/sign-in', { body: {}, headers });
  for (let times = 0; times < 50; times += 1) assert.equal((await start()).status, 200);
  const answer = await start();
  assert.equal(answer.status, 429);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
});

test('takes a completed sign-in back from every network of an IPv6 address', async () => {
  const { person } = await newLinked();
  provider.seat(person);
  const browser = newCompanyBrowser(service);
  const { json } = await browser.start('/company/sign-in', {}, { 'x-forwarded-for': '2001:db8:77:1::1' });
  const counters = () =>
    service.db.rows({
      text: "select key, attempts from sign_in_attempts where key like 'company address 2001:db8:77:%' order by key",
      values: [],
    });
  const keys = ['2001:db8:77:0::/56', '2001:db8:77:1::/64', '2001:db8:77::/48'].map((one) => `company address ${one}`);
  assert.deepEqual(
    await counters(),
    keys.map((key) => ({ key, attempts: 1 })),
  );
  await browser.comeBack(await browser.passThrough(String(json['url'])));
  assert.deepEqual(
    await counters(),
    keys.map((key) => ({ key, attempts: 0 })),
  );
});

test('nothing that opens anything is in the log or stays in the database as it is', async () => {
  const { person } = await newLinked();
  provider.seat(person);
  const browser = newCompanyBrowser(service);
  const { json } = await browser.start('/company/sign-in');
  const flow = browser.cookie('vitrine_company') ?? '';
  const kept = await service.db.rows({ text: 'select row_to_json(f) as row from company_flows f', values: [] });
  assert.ok(!JSON.stringify(kept).includes(flow));
  const back = await browser.passThrough(String(json['url']));
  Object.assign(provider.twist, { claims: { nonce: 'another' } });
  await browser.comeBack(back);
  const sent = [
    ...new URL(String(json['url'])).searchParams.values(),
    ...new URLSearchParams(back.split('?')[1]).values(),
  ];
  const secrets = [flow, provider.config().clientSecret, ...sent].filter((value) => value.length >= 20);
  assert.ok(secrets.length >= 5);
  const log = logLines.join('\n');
  assert.match(log, /company sign-in failed/);
  for (const secret of secrets.filter((value) => !value.startsWith('http'))) assert.ok(!log.includes(secret), secret);
  assert.doesNotMatch(log, /eyJ[\w-]{10,}\./);
});
