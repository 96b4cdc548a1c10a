import assert from 'node:assert/strict';
import { beforeAll, describe, test, vi } from 'vitest';
import { newAccount, PASSWORD } from '../../../tests/harness/account.js';
import { activityOf, cookieOf, newSession, secretOf, sendConsole } from '../../../tests/harness/console.js';
import { startService, useService, type Shop } from '../../../tests/harness/service.js';
import { parseMerchantId, parsePersonId } from '../ids.js';
import { joinPerson, setPassword } from './create-person.js';

const WRONG = { error: 'unauthorized', message: 'Email or password is wrong.' };

const WAIT = { timeout: 120_000 };
const byAttempts = (one: unknown, other: unknown): number => attemptsOf(one) - attemptsOf(other);
const attemptsOf = (entry: unknown): number => Number(Object(Object(entry)[2])['attempts']);

const service = useService();
let shop: Shop;

beforeAll(async () => {
  shop = await service.newMerchant();
});

describe('signing in', () => {
  test('tells who it is and sets a cookie that pages cannot read', async () => {
    const { id, email, name, signIn } = await newAccount(service, shop);
    const answer = await signIn();
    assert.equal(answer.status, 200);
    const merchant = {
      merchantId: shop.id,
      merchantName: 'Corner Bakery',
      role: 'owner',
      suspended: false,
      needsSecondFactor: false,
    };
    assert.deepEqual(answer.body, {
      person: { id, email, name, dateLanguage: null, colourScheme: null },
      merchant,
      memberships: [merchant],
      mustReviewMethods: false,
    });
    const [session = '', browser = '', ...others] = answer.headers.getSetCookie();
    assert.match(session, /^vitrine_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    assert.match(browser, /^vitrine_browser=[\w-]{22}\.[\w-]{22}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
    assert.deepEqual(others, []);
    const me = await sendConsole(service.url, 'GET', '/me', { headers: { cookie: cookieOf(secretOf(answer)) } });
    assert.deepEqual(me.body, answer.body);
  });

  test('over https the cookie is Secure and pinned to the host, and no other name is read', async () => {
    const secure = await startService({ baseUrl: 'https://signs.example' });
    const account = await newAccount(secure, await secure.newMerchant());
    const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
      sendConsole(secure.url, method, path, { body, headers: { origin: 'https://signs.example', ...headers } });
    const answer = await send('POST', '/sign-in', {}, { email: account.email, password: PASSWORD });
    const [session = '', browser = ''] = answer.headers.getSetCookie();
    assert.match(
      session,
      /^__Host-vitrine_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    assert.match(browser, /^__Host-vitrine_browser=.{45}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/);
    const secret = secretOf(answer);
    assert.equal((await send('GET', '/me', { cookie: `a=b; __Host-${cookieOf(secret)}` })).status, 200);
    assert.equal((await send('GET', '/me', { cookie: cookieOf(secret) })).status, 401);
    assert.equal((await account.signIn()).status, 403);
    await secure.close();
  });

  test('keeps the hash of the secret alone', async () => {
    const { id, signIn } = await newAccount(service, shop);
    const secret = secretOf(await signIn());
    const rows = await service.db.rows({ text: 'select * from sessions where person_id = $1', values: [id] });
    assert.equal(rows.length, 1);
    const kept = JSON.stringify(rows, (_key, value: unknown) => (Buffer.isBuffer(value) ? String(value) : value));
    assert.ok(!kept.includes(secret));
  });

  test('takes the email in any case and with spaces around it', async () => {
    const { email, signIn } = await newAccount(service, shop);
    assert.equal((await signIn({ as: `  ${email.toUpperCase()} ` })).status, 200);
  });

  test('gives the same answer for an unknown email, a wrong password and an account without one', async () => {
    const { id, signIn } = await newAccount(service, shop);
    const wrong = [await signIn({ password: 'wrong' }), await signIn({ as: 'nobody@example.com' })];
    await service.db.rows({ text: 'update people set password_hash = null where id = $1', values: [id] });
    for (const answer of [...wrong, await signIn(), await signIn({ password: '' })]) {
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
    const { id, email, name, signIn } = await newAccount(service, here);
    await joinPerson(service, parseMerchantId(there.id), { email, role: 'staff' });
    const failedAt = async (merchantId: string) =>
      (await activityOf(service, merchantId)).filter((entry) => Object(entry)[0] === 'person.sign_in_failed');
    const before = new Date(service.clock.now()).toISOString();
    const wrong = { password: 'wrong' };
    await Promise.all([signIn(wrong), signIn(wrong), signIn(wrong)]);
    await signIn({ ...wrong, as: 'nobody@example.com' });
    const details = { personId: id, name, email };
    const entry = (attempts: number) => ['person.sign_in_failed', null, { ...details, attempts }];
    // Written after the answer, whose time must not tell which emails have an account.
    for (const merchant of [here, there]) {
      await vi.waitFor(async () => assert.deepEqual(await failedAt(merchant.id), [entry(3)]), WAIT);
    }
    service.clock.advance(15 * 60_000);
    await signIn(wrong);
    const both = [entry(3), entry(1)].toSorted(byAttempts);
    await vi.waitFor(async () => assert.deepEqual((await failedAt(there.id)).toSorted(byAttempts), both), WAIT);
    service.clock.set(before);
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
    const { id } = await newAccount(service, shop);
    const [one, other] = [await newSession(service, id), await newSession(service, id)];
    const answer = await one.post('/sign-out');
    assert.deepEqual([answer.status, answer.body], [200, { sessions: 1, companyUrl: null }]);
    assert.match(answer.headers.get('set-cookie') ?? '', /^vitrine_session=; Path=\/; Max-Age=0; HttpOnly/);
    assert.equal((await one.get('/me')).status, 401);
    assert.equal((await other.get('/me')).status, 200);
  });

  test('ends everywhere when its person signs out everywhere, and nobody else is signed out', async () => {
    const { id } = await newAccount(service, shop);
    const stranger = await newSession(service, (await newAccount(service, shop)).id);
    const sessions = [await newSession(service, id), await newSession(service, id), await newSession(service, id)];
    assert.deepEqual((await sessions[0]?.post('/sign-out-everywhere'))?.body, { sessions: 3, companyUrl: null });
    for (const { get } of sessions) assert.equal((await get('/me')).status, 401);
    assert.equal((await stranger.get('/me')).status, 200);
  });

  test('ends when the operator sets a new password', async () => {
    const { id } = await newAccount(service, shop);
    const { get } = await newSession(service, id);
    await setPassword(service, parsePersonId(id), 'another password');
    assert.equal((await get('/me')).status, 401);
  });
});
