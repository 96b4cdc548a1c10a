import assert from 'node:assert/strict';
import { afterEach, describe, expect, test } from 'vitest';
import {
  activityOf,
  cookieOf,
  newPerson,
  newSession,
  PERSON_PASSWORD,
  secretOf,
  sendConsole,
  type ConsoleAnswer,
} from '../../../tests/harness/console.js';
import { callAs, endpointCases, newStage } from '../../../tests/harness/endpoint-cases.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { disablePerson, enablePerson, listEverybody, requirePerson, signOutPerson } from './operate-person.js';

const service = useService();
afterEach(() => service.clock.set(NOW));

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'bread at four in the morning';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

// Somebody of two merchants.
async function newAda() {
  const [bakery, books] = [await service.newMerchant(), await service.newMerchant()];
  const ada = await newPerson(service, { [bakery.id]: 'owner', [books.id]: 'owner' }, 'Ada Baker');
  const signIn = (email = ada.email, password = PERSON_PASSWORD) =>
    sendConsole(service.url, 'POST', '/sign-in', { body: { email, password }, headers: { 'user-agent': FIREFOX } });
  return { ...ada, bakery, books, signIn };
}

// What a merchant's activity tells of accounts.
const allKindsAt = async (merchantId: string): Promise<unknown[]> =>
  (await activityOf(service, merchantId)).map((entry) => (Array.isArray(entry) ? entry[0] : undefined));

// Failed sign-ins are told after the answer: they have no place among the others.
const kindsAt = async (merchantId: string): Promise<unknown[]> =>
  (await allKindsAt(merchantId)).filter((kind) => kind !== 'person.sign_in_failed');

const refusalOf = ({ status, json }: ConsoleAnswer) => [status, json['code']];

describe('what is dangerous', () => {
  const TOKEN = { name: 'Till', scopes: ['tags:read'], days: 30 };

  test('asks for a proof when the last one is ten minutes old, and takes it from then on', async () => {
    const { sendOnce } = await newAda();
    const issue = () => sendOnce('POST', '/tokens', { body: TOKEN });
    service.clock.advance(10 * MINUTE_MS - 1);
    assert.equal((await issue()).status, 200);
    service.clock.advance(1);
    assert.deepEqual(refusalOf(await issue()), [403, 'proof_required']);
    assert.equal((await sendOnce('GET', '/tokens')).status, 200);
    const wrong = await sendOnce('POST', '/me/prove', { body: { password: 'not the password' } });
    assert.deepEqual(refusalOf(wrong), [403, 'wrong_password']);
    assert.deepEqual(refusalOf(await issue()), [403, 'proof_required']);
    const proved = await sendOnce('POST', '/me/prove', { body: { password: PERSON_PASSWORD } });
    const until = new Date(service.clock.now() + 10 * MINUTE_MS).toISOString();
    assert.deepEqual([proved.status, proved.body], [200, { until }]);
    assert.equal((await issue()).status, 200);
  });

  test('is every row of the table that is marked so, whatever it is sent, and no row is left that should be', async () => {
    const stage = await newStage(service);
    service.clock.advance(10 * MINUTE_MS);
    const rows = endpointCases.filter(([, { dangerous }]) => dangerous === true);
    for (const one of rows) {
      assert.deepEqual(refusalOf(await callAs(stage.owner, one, stage)), [403, 'proof_required'], one[0]);
    }
    const names = rows.map(([, , name]) => name);
    const least = ['createToken', 'rotateToken', 'changeRole', 'removePerson', 'invitePerson'] as const;
    assert.deepEqual(
      least.filter((name) => !names.includes(name)),
      [],
    );
  });

  test('a proof counts for its own session alone', async () => {
    const ada = await newAda();
    const other = await newSession(service, ada.id);
    service.clock.advance(11 * MINUTE_MS);
    await other.post('/me/prove', { password: PERSON_PASSWORD });
    const answer = await ada.sendOnce('POST', '/tokens', { body: TOKEN });
    assert.deepEqual(refusalOf(answer), [403, 'proof_required']);
  });

  test('is refused for its role before it asks for a proof', async () => {
    const { bakery } = await newAda();
    const staff = await newPerson(service, { [bakery.id]: 'staff' });
    service.clock.advance(11 * MINUTE_MS);
    const answer = await staff.sendOnce('POST', '/tokens', { body: TOKEN });
    assert.deepEqual(refusalOf(answer), [403, undefined]);
  });

  test('guesses at the proof are counted like those at a sign-in, and stand in the activity', async () => {
    const { post, bakery } = await newAda();
    for (let at = 0; at < 10; at += 1) {
      assert.deepEqual(refusalOf(await post('/me/prove', { password: `guess number ${at}` })), [403, 'wrong_password']);
    }
    const answer = await post('/me/prove', { password: PERSON_PASSWORD });
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get('retry-after'), '900');
    await expect.poll(() => allKindsAt(bakery.id)).toContain('person.sign_in_failed');
  });
});

describe('a session', () => {
  test('ends 30 days after its last use, at every instance', async () => {
    const { get, cookie } = await newAda();
    const other = await service.newInstance();
    service.clock.advance(30 * DAY_MS - 1);
    assert.equal((await get('/me')).status, 200);
    service.clock.advance(30 * DAY_MS - 1);
    assert.equal((await get('/me')).status, 200);
    service.clock.advance(30 * DAY_MS);
    for (const url of [service.url, other]) {
      assert.equal((await sendConsole(url, 'GET', '/me', { headers: { cookie } })).status, 401);
    }
  });

  test('ends 90 days after the sign-in however often it is used', async () => {
    const { get } = await newAda();
    for (let at = 0; at < 8; at += 1) {
      service.clock.advance(11 * DAY_MS);
      assert.equal((await get('/me')).status, 200);
    }
    service.clock.advance(2 * DAY_MS - 1);
    assert.equal((await get('/me')).status, 200);
    service.clock.advance(1);
    assert.equal((await get('/me')).status, 401);
  });

  test('is listed with its browser in words, and where it was last used', async () => {
    const ada = await newAda();
    const cookie = cookieOf(secretOf(await ada.signIn()));
    service.clock.advance(6 * MINUTE_MS);
    const headers = { cookie, 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.9' };
    const answer = await sendConsole(service.url, 'GET', '/me/sessions', { headers });
    const at = (ms: number): string => new Date(Date.parse(NOW) + ms).toISOString();
    const items = [
      {
        isThis: true,
        browser: 'Firefox on Windows',
        address: '203.0.113.9',
        factors: 'password',
        signedInAt: at(0),
        lastUsedAt: at(6 * MINUTE_MS),
        endsAt: at(6 * MINUTE_MS + 30 * DAY_MS),
      },
      {
        isThis: false,
        browser: 'Firefox on Linux',
        address: '127.0.0.1',
        factors: 'password',
        signedInAt: at(0),
        lastUsedAt: at(0),
        endsAt: at(30 * DAY_MS),
      },
    ];
    const listed = (answer.json['items'] as { id: string }[]).map(({ id: _id, ...rest }) => rest);
    assert.deepEqual(listed, items);
  });

  test('is ended one by one or all others at once; somebody else cannot', async () => {
    const ada = await newAda();
    const [one, two, three] = [await newSession(service, ada.id), await newSession(service, ada.id), await newAda()];
    assert.deepEqual((await three.post('/me/sessions/end', { id: one.id })).body, { sessions: 0 });
    assert.equal((await one.get('/me')).status, 200);
    assert.deepEqual((await ada.post('/me/sessions/end', { id: one.id.toUpperCase() })).body, { sessions: 1 });
    assert.deepEqual([(await one.get('/me')).status, (await two.get('/me')).status], [401, 200]);
    // Within the same minute the two entries would be one.
    service.clock.advance(60_000);
    assert.deepEqual((await ada.post('/me/sessions/end-others')).body, { sessions: 1 });
    assert.deepEqual([(await two.get('/me')).status, (await ada.get('/me')).status], [401, 200]);
    assert.equal((await three.get('/me')).status, 200);
    for (const { id } of [ada.bakery, ada.books]) {
      assert.deepEqual(await kindsAt(id), ['person.sessions_ended', 'person.sessions_ended']);
    }
  });
});

describe('the own password', () => {
  const change = (currentPassword: string, password = NEW_PASSWORD) => ({ currentPassword, password });

  test('is changed with the old one: every other session ends, and this browser goes on under a new cookie', async () => {
    const ada = await newAda();
    const other = await newSession(service, ada.id);
    const answer = await ada.post('/me/password', change(PERSON_PASSWORD));
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['secret'], undefined);
    // Whoever has copied the cookie of before has nothing by it.
    assert.deepEqual([(await ada.get('/me')).status, (await other.get('/me')).status], [401, 401]);
    const headers = { cookie: cookieOf(secretOf(answer)) };
    assert.deepEqual((await sendConsole(service.url, 'GET', '/me', { headers })).body, answer.body);
    assert.equal((await ada.signIn()).status, 401);
    assert.equal((await ada.signIn(ada.email.toUpperCase(), NEW_PASSWORD)).status, 200);
    for (const { id } of [ada.bakery, ada.books]) {
      assert.deepEqual(await kindsAt(id), ['person.password_changed', 'person.signed_in']);
    }
  });

  test('stays with a wrong old one, without one, and with a new one that is easily guessed', async () => {
    const ada = await newAda();
    assert.deepEqual(refusalOf(await ada.post('/me/password', change('not the password'))), [403, 'wrong_password']);
    assert.equal((await ada.post('/me/password', { password: NEW_PASSWORD })).status, 400);
    for (const weak of ['too short', 'Password2026!', ada.email, 'ada baker 2026']) {
      const answer = await ada.post('/me/password', change(PERSON_PASSWORD, weak));
      assert.deepEqual(refusalOf(answer), [400, 'weak_password'], weak);
    }
    assert.equal((await ada.get('/me')).status, 200);
    assert.equal((await ada.signIn()).status, 200);
  });

  test('of two changes at once with the same old one, one wins', async () => {
    const ada = await newAda();
    const other = await newSession(service, ada.id);
    const passwords = ['the first of two sentences', 'the second of two sentences'] as const;
    const answers = await Promise.all([
      ada.post('/me/password', change(PERSON_PASSWORD, passwords[0])),
      other.post('/me/password', change(PERSON_PASSWORD, passwords[1])),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    assert.equal(won.length, 1, answers.map(({ text }) => text).join());
    const signedIn = await Promise.all(passwords.map((password) => ada.signIn(ada.email, password)));
    assert.deepEqual(
      signedIn.map(({ status }) => status === 200),
      answers.map(({ status }) => status === 200),
    );
  });

  test('of an account without one is set with a fresh proof of another kind', async () => {
    const ada = await newAda();
    await service.db.rows({ text: 'update people set password_hash = null where id = $1', values: [ada.id] });
    assert.deepEqual((await ada.get('/me/account')).json['hasPassword'], false);
    service.clock.advance(11 * MINUTE_MS);
    const first = await ada.sendOnce('POST', '/me/password', { body: { password: NEW_PASSWORD } });
    assert.deepEqual(refusalOf(first), [403, 'proof_required']);
    assert.equal((await ada.post('/me/password', { password: NEW_PASSWORD })).status, 200);
  });
});

test('name, language of dates and colours are changed one by one; the name is in the activity', async () => {
  const { id, email, patch, get, bakery, books } = await newAda();
  const personIn = async (answer: ConsoleAnswer) => answer.json['person'];
  const ada = { id, email, name: 'Ada Baker', dateLanguage: null, colourScheme: null };
  assert.deepEqual(await personIn(await get('/me')), ada);
  assert.deepEqual(await personIn(await patch('/me', { dateLanguage: 'de-CH' })), { ...ada, dateLanguage: 'de-CH' });
  assert.deepEqual(await personIn(await patch('/me', { name: ' Ada Miller ', colourScheme: 'dark' })), {
    ...ada,
    name: 'Ada Miller',
    dateLanguage: 'de-CH',
    colourScheme: 'dark',
  });
  const after = await patch('/me', { dateLanguage: null, colourScheme: null });
  assert.deepEqual(await personIn(after), { ...ada, name: 'Ada Miller' });
  assert.deepEqual((await get('/me')).body, after.body);
  for (const shop of [bakery, books]) {
    const details = { personId: id, name: 'Ada Miller', from: 'Ada Baker' };
    assert.deepEqual(await activityOf(service, shop.id), [['person.renamed', 'Ada Baker', details]]);
  }
  for (const bad of [{ name: ' ' }, { dateLanguage: 'x' }, { dateLanguage: 'de_CH' }, { colourScheme: 'pink' }]) {
    assert.equal((await patch('/me', bad)).status, 400, JSON.stringify(bad));
  }
});

describe('the operator', () => {
  test('disables a person: the next request is refused at every instance, and so is the sign-in', async () => {
    const ada = await newAda();
    const other = await service.newInstance();
    const askAll = () =>
      Promise.all(
        [service.url, other].map((url) => sendConsole(url, 'GET', '/me', { headers: { cookie: ada.cookie } })),
      );
    assert.deepEqual(
      (await askAll()).map(({ status }) => status),
      [200, 200],
    );
    const person = await requirePerson(service.db, ada.email.toUpperCase());
    assert.deepEqual(await disablePerson(service, person), {
      id: ada.id,
      email: ada.email,
      name: ada.name,
      sessionsEnded: 1,
    });
    assert.deepEqual(
      (await askAll()).map(({ status }) => status),
      [401, 401],
    );
    assert.deepEqual(refusalOf(await ada.signIn()), [403, 'account_disabled']);
    // Only whoever knows the password is told.
    assert.equal((await ada.signIn(ada.email, 'not the password')).status, 401);
    await enablePerson(service, person);
    assert.equal((await ada.get('/me')).status, 401);
    assert.equal((await ada.signIn()).status, 200);
    for (const { id } of [ada.bakery, ada.books]) {
      assert.deepEqual(await kindsAt(id), ['person.disabled', 'person.enabled', 'person.signed_in']);
    }
  });

  test('a session that is there in spite of it opens nothing', async () => {
    const ada = await newAda();
    const at = new Date(service.clock.now()).toISOString();
    await service.db.rows({ text: 'update people set disabled_at = $2 where id = $1', values: [ada.id, at] });
    assert.equal((await ada.get('/me')).status, 401);
  });

  test('ends every session of a person, and sees who has some', async () => {
    const ada = await newAda();
    await newSession(service, ada.id);
    const findAda = async () => (await listEverybody(service)).find(({ id }) => id === ada.id);
    const listed = {
      id: ada.id,
      email: ada.email,
      name: 'Ada Baker',
      disabled_at: null,
      merchants: ['Corner Bakery', 'Corner Bakery'],
    };
    assert.deepEqual(await findAda(), { ...listed, sessions: 2, last_seen_at: NOW });
    assert.equal((await signOutPerson(service, await requirePerson(service.db, ada.id))).sessionsEnded, 2);
    assert.equal((await ada.get('/me')).status, 401);
    assert.deepEqual(await findAda(), { ...listed, sessions: 0, last_seen_at: null });
    assert.deepEqual(await kindsAt(ada.bakery.id), ['person.sessions_ended']);
  });
});
