import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { activityOf, cookieOf, newSession, secretOf, sendConsole } from '../../test/console.js';
import { startService, type Service, type Shop } from '../../test/service.js';
import { parseMerchantId, parsePersonId } from '../ids.js';
import { createPerson } from './create-person.js';
import { joinPerson } from './join-person.js';
import { setPassword } from './set-password.js';

const PASSWORD = 'correct horse battery';
const WRONG = { error: 'unauthorized', message: 'Email or password is wrong.' };

const WAIT = { timeout: 10_000 };
const byAttempts = (one: unknown, other: unknown): number => attemptsOf(one) - attemptsOf(other);
const attemptsOf = (entry: unknown): number => Number(Object(Object(entry)[2])['attempts']);

let service: Service;
let shop: Shop;
let people = 0;

beforeAll(async () => {
  service = await startService();
  shop = await service.newMerchant();
});
afterAll(() => service.close());

// As `vitrine-server person create` makes one, with an address of their own.
async function newAccount(at: Service = service, merchant: Shop = shop) {
  people += 1;
  const email = `Person${people}@Example.com`;
  const order = { email, name: `Person ${people}`, role: 'owner', password: PASSWORD } as const;
  const { id } = await createPerson(at, parseMerchantId(merchant.id), order);
  const address = `203.0.113.${people}`;
  const signIn = (password = PASSWORD, from = address, as = email) =>
    sendConsole(at.url, 'POST', '/sign-in', { body: { email: as, password }, headers: { 'x-forwarded-for': from } });
  return { id, email, name: order.name, address, signIn };
}

describe('signing in', () => {
  test('tells who it is and sets a cookie that pages cannot read', async () => {
    const { id, email, name, signIn } = await newAccount();
    const answer = await signIn();
    assert.equal(answer.status, 200);
    const merchant = { merchantId: shop.id, merchantName: 'Corner Bakery', role: 'owner', suspended: false };
    assert.deepEqual(answer.body, { person: { id, email, name }, merchant, memberships: [merchant] });
    assert.match(
      answer.headers.get('set-cookie') ?? '',
      /^vitrine_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    const me = await sendConsole(service.url, 'GET', '/me', { headers: { cookie: cookieOf(secretOf(answer)) } });
    assert.deepEqual(me.body, answer.body);
  });

  test('over https the cookie is Secure and pinned to the host, and no other name is read', async () => {
    const secure = await startService({ baseUrl: 'https://signs.example' });
    const account = await newAccount(secure, await secure.newMerchant());
    const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
      sendConsole(secure.url, method, path, { body, headers: { origin: 'https://signs.example', ...headers } });
    const answer = await send('POST', '/sign-in', {}, { email: account.email, password: PASSWORD });
    assert.match(
      answer.headers.get('set-cookie') ?? '',
      /^__Host-vitrine_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const secret = secretOf(answer);
    assert.equal((await send('GET', '/me', { cookie: `a=b; __Host-${cookieOf(secret)}` })).status, 200);
    assert.equal((await send('GET', '/me', { cookie: cookieOf(secret) })).status, 401);
    assert.equal((await account.signIn()).status, 403);
    await secure.close();
  });

  test('keeps the hash of the secret alone', async () => {
    const { id, signIn } = await newAccount();
    const secret = secretOf(await signIn());
    const rows = await service.db.rows({ text: 'select * from sessions where person_id = $1', values: [id] });
    assert.equal(rows.length, 1);
    const kept = JSON.stringify(rows, (_key, value: unknown) => (Buffer.isBuffer(value) ? String(value) : value));
    assert.ok(!kept.includes(secret));
  });

  test('takes the email in any case and with spaces around it', async () => {
    const { email, address, signIn } = await newAccount();
    assert.equal((await signIn(PASSWORD, address, `  ${email.toUpperCase()} `)).status, 200);
  });

  test('gives the same answer for an unknown email, a wrong password and an account without one', async () => {
    const { id, address, signIn } = await newAccount();
    const wrong = [await signIn('wrong'), await signIn(PASSWORD, address, 'nobody@example.com')];
    await service.db.rows({ text: 'update people set password_hash = null where id = $1', values: [id] });
    for (const answer of [...wrong, await signIn(), await signIn('')]) {
      assert.deepEqual([answer.status, answer.body, answer.headers.get('set-cookie')], [401, WRONG, null]);
    }
  });

  test('is in the activity of every merchant that the person belongs to', async () => {
    const [here, there] = [await service.newMerchant(), await service.newMerchant()];
    const { email, name, signIn } = await newAccount(service, here);
    await joinPerson(service, parseMerchantId(there.id), { email, role: 'staff' });
    await signIn();
    for (const { id } of [here, there]) {
      assert.deepEqual((await activityOf(service, id)).slice(1), [['person.signed_in', name, {}]]);
    }
  });

  test('with a wrong password is in the activity of those merchants too, the guesses of a while as one entry', async () => {
    const [here, there] = [await service.newMerchant(), await service.newMerchant()];
    const { id, email, name, address, signIn } = await newAccount(service, here);
    await joinPerson(service, parseMerchantId(there.id), { email, role: 'staff' });
    const failedAt = async (merchantId: string) =>
      (await activityOf(service, merchantId)).filter((entry) => Object(entry)[0] === 'person.sign_in_failed');
    const before = new Date(service.clock.now()).toISOString();
    await Promise.all([signIn('wrong'), signIn('wrong'), signIn('wrong')]);
    await signIn('wrong', address, 'nobody@example.com');
    const details = { personId: id, name, email };
    const entry = (attempts: number) => ['person.sign_in_failed', null, { ...details, attempts }];
    // Written after the answer, whose time must not tell which emails have an account.
    for (const merchant of [here, there]) {
      await vi.waitFor(async () => assert.deepEqual(await failedAt(merchant.id), [entry(3)]), WAIT);
    }
    service.clock.advance(15 * 60_000);
    await signIn('wrong');
    const both = [entry(3), entry(1)].toSorted(byAttempts);
    await vi.waitFor(async () => assert.deepEqual((await failedAt(there.id)).toSorted(byAttempts), both), WAIT);
    service.clock.set(before);
  });
});

describe('failed attempts', () => {
  test('ten for one email in a quarter of an hour are the most, wherever they come from', async () => {
    const { signIn } = await newAccount();
    for (let at = 0; at < 10; at += 1) assert.equal((await signIn('wrong', `198.51.100.${at}`)).status, 401);
    service.clock.advance(60_000);
    const refused = await signIn(PASSWORD, '198.51.100.99');
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '840');
    assert.deepEqual(refused.body, { error: 'rate_limited', message: 'Too many attempts. Try again in 14 min.' });
    service.clock.advance(840_000);
    assert.equal((await signIn()).status, 200);
  });

  test('an email without an account is throttled alike', async () => {
    const { address, signIn } = await newAccount();
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await signIn('wrong', address, 'ghost@example.com')).status);
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('guesses that come at once cannot all pass', async () => {
    const { signIn } = await newAccount();
    const answers = await Promise.all(Array.from({ length: 25 }, () => signIn('wrong')));
    assert.equal(answers.filter(({ status }) => status === 401).length, 10);
    assert.equal(answers.filter(({ status }) => status === 429).length, 15);
  });

  test('fifty from one address are the most, whatever the emails', async () => {
    const { address, signIn } = await newAccount();
    await service.db.rows({
      text: "insert into sign_in_attempts (key, started_at, attempts) values ('address ' || $1, $2, 49)",
      values: [address, new Date(service.clock.now()).toISOString()],
    });
    assert.equal((await signIn('wrong', address, 'a@example.com')).status, 401);
    assert.equal((await signIn()).status, 429);
    assert.equal((await signIn(PASSWORD, '198.51.100.200')).status, 200);
  });

  test('a success forgives the failures of its email and does not count against its address', async () => {
    const { address, signIn } = await newAccount();
    for (let at = 0; at < 9; at += 1) await signIn('wrong');
    assert.equal((await signIn()).status, 200);
    for (let at = 0; at < 9; at += 1) assert.equal((await signIn('wrong')).status, 401);
    const row = await service.db.row({
      text: "select attempts from sign_in_attempts where key = 'address ' || $1",
      values: [address],
    });
    assert.deepEqual(row, { attempts: 18 });
  });
});

describe('a session', () => {
  test('ends 30 days after it was last used, to the millisecond', async () => {
    const own = await startService();
    const account = await newAccount(own, await own.newMerchant());
    const { get } = await newSession(own, account.id);
    const DAY_MS = 86_400_000;
    own.clock.advance(4 * 60_000);
    assert.equal((await get('/me')).headers.get('set-cookie'), null);
    own.clock.advance(29 * DAY_MS);
    const slid = await get('/me');
    assert.match(slid.headers.get('set-cookie') ?? '', /Max-Age=2592000/);
    own.clock.advance(30 * DAY_MS - 1);
    await own.db.rows({
      text: 'update sessions set last_seen_at = $1',
      values: [new Date(own.clock.now()).toISOString()],
    });
    assert.equal((await get('/me')).status, 200);
    own.clock.advance(1);
    assert.equal((await get('/me')).status, 401);
    await own.close();
  });

  test('ends when its person signs out, and only that one', async () => {
    const { id } = await newAccount();
    const [one, other] = [await newSession(service, id), await newSession(service, id)];
    const answer = await one.post('/sign-out');
    assert.deepEqual([answer.status, answer.body], [200, { sessions: 1 }]);
    assert.match(answer.headers.get('set-cookie') ?? '', /^vitrine_session=; Path=\/; Max-Age=0; HttpOnly/);
    assert.equal((await one.get('/me')).status, 401);
    assert.equal((await other.get('/me')).status, 200);
  });

  test('ends everywhere when its person signs out everywhere, and nobody else is signed out', async () => {
    const { id } = await newAccount();
    const stranger = await newSession(service, (await newAccount()).id);
    const sessions = [await newSession(service, id), await newSession(service, id), await newSession(service, id)];
    assert.deepEqual((await sessions[0]?.post('/sign-out-everywhere'))?.body, { sessions: 3 });
    for (const { get } of sessions) assert.equal((await get('/me')).status, 401);
    assert.equal((await stranger.get('/me')).status, 200);
  });

  test('ends when the operator sets a new password', async () => {
    const { id } = await newAccount();
    const { get } = await newSession(service, id);
    await setPassword(service, parsePersonId(id), 'another password');
    assert.equal((await get('/me')).status, 401);
  });
});
