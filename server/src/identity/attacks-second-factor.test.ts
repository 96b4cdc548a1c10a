// The same as attacks.test.ts, of those who know the password already: the second factor stands in their way.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, test } from 'vitest';
import { newAccount, PASSWORD } from '../../../tests/harness/account.js';
import { ORIGIN } from '../../../tests/harness/authenticator.js';
import {
  browserOf,
  cookieOf,
  newPerson,
  newSession,
  PERSON_PASSWORD,
  secretOf,
  sendConsole,
  type ConsoleAnswer,
} from '../../../tests/harness/console.js';
import { codeOf, giveApp, givePasskey } from '../../../tests/harness/second-factors.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { WRONG_CODES_FREE } from '@vitrine/contract/console-limits';

const service = useService({ baseUrl: ORIGIN });
let shop: Shop;

beforeAll(async () => {
  shop = await service.newMerchant();
});

const post = (path: string, body: object = {}, cookie = '') =>
  sendConsole(service.url, 'POST', path, { body, headers: { cookie } });

const ticketOf = ({ json }: ConsoleAnswer): string => String(Object(json['secondFactor']).ticket);

// Somebody with an authenticator app; half a minute later, so that the code that set it up is of the past.
async function newAppUser() {
  const account = await newAccount(service, shop);
  const cookie = cookieOf(secretOf(await account.signIn()));
  const { json } = await post('/me/app', {}, cookie);
  const secret = String(json['secret']);
  const confirmed = await post('/me/app/confirm', { code: codeOf(secret, service.clock.now()) }, cookie);
  assert.equal(confirmed.status, 200, confirmed.text);
  service.clock.advance(30_000);
  const recoveryCodes = [Object(confirmed.json['recoveryCodes'])].flat().map(String);
  assert.equal(recoveryCodes.length, 10);
  const codeIn = (ms: number): string => codeOf(secret, service.clock.now() + ms);
  return { ...account, cookie, recoveryCodes, code: () => codeIn(0), taken: () => [-30_000, 0, 30_000].map(codeIn) };
}

type AppUser = Awaited<ReturnType<typeof newAppUser>>;

const enter = async (account: AppUser, code: string, cookie = '') =>
  post('/sign-in/second-factor', { ticket: ticketOf(await account.signIn({ cookie })), code }, cookie);

const statusesOf = (answers: readonly ConsoleAnswer[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

// All of them sent while the row that they need is held, and let go together: each has looked, and none has written.
async function atOnce(table: string, personId: string, requests: readonly (() => Promise<ConsoleAnswer>)[]) {
  const { db } = service;
  const sent = await db.transaction(async (db) => {
    await db.rows({ text: `select 1 from ${table} where person_id = $1 for update`, values: [personId] });
    const answers = requests.map((send) => send());
    await untilWaiting(table, requests.length);
    return { answers };
  });
  return statusesOf(await Promise.all(sent.answers));
}

const untilWaiting = (table: string, many: number): Promise<void> =>
  until(async () => {
    const [row] = await service.db.rows<{ waiting: number }>({
      text: `select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      values: [`%${table}%`],
    });
    return row?.waiting === many;
  });

// Six digits that the app does not show, nor showed or will show half a minute away.
const wrongFor = (account: AppUser): string =>
  ['000000', '111111', '222222', '333333'].find((code) => !account.taken().includes(code)) ?? '';

describe('by replaying a code of the app that was looked at over the shoulder', () => {
  test('it works once, and none that is older works behind it', async () => {
    const victim = await newAppUser();
    const older = victim.code();
    service.clock.advance(30_000);
    const code = victim.code();
    assert.equal((await enter(victim, code)).status, 200);
    for (const seen of [code, older]) {
      const answer = await enter(victim, seen);
      assert.equal(answer.status, 401);
      assert.equal(secretOf(answer), '');
    }
  });

  test('two at the same moment: one comes in', async () => {
    const victim = await newAppUser();
    const tickets = [ticketOf(await victim.signIn()), ticketOf(await victim.signIn())];
    const code = victim.code();
    const requests = tickets.map((ticket) => () => post('/sign-in/second-factor', { ticket, code }));
    assert.deepEqual(await atOnce('totp_secrets', victim.id, requests), [200, 401]);
  });

  test('the password alone opens nothing, and its ticket is no session', async () => {
    const victim = await newAppUser();
    const answer = await victim.signIn();
    assert.equal(secretOf(answer), '');
    const ticket = ticketOf(answer);
    const me = await sendConsole(service.url, 'GET', '/me', { headers: { cookie: cookieOf(ticket) } });
    assert.equal(me.status, 401);
  });
});

test('by a sign-in that began before the second factor was set up nobody is in behind it', async () => {
  const victim = await newAccount(service, shop);
  const { db, clock } = service;
  const sent = await db.transaction(async (db) => {
    await db.rows({ text: 'select 1 from people where id = $1 for update', values: [victim.id] });
    const answer = victim.signIn();
    await untilWaiting('people', 1);
    await giveApp({ db, clock }, victim.id);
    return { answer };
  });
  const answer = await sent.answer;
  assert.deepEqual([answer.status, secretOf(answer)], [401, '']);
  assert.notEqual(ticketOf(await victim.signIn()), 'undefined');
});

describe('by a recovery code that was found in the bin', () => {
  test('it worked once, for its person', async () => {
    const victim = await newAppUser();
    const [code = ''] = victim.recoveryCodes;
    assert.equal((await enter(victim, code.toUpperCase().replaceAll('-', ' '))).status, 200);
    assert.equal((await enter(victim, code)).status, 401);
  });

  test('two at the same moment: one comes in', async () => {
    const victim = await newAppUser();
    const [code = ''] = victim.recoveryCodes;
    const tickets = [ticketOf(await victim.signIn()), ticketOf(await victim.signIn())];
    const requests = tickets.map((ticket) => () => post('/sign-in/second-factor', { ticket, code }));
    assert.deepEqual(await atOnce('recovery_codes', victim.id, requests), [200, 401]);
  });

  test('that of somebody else opens nothing, and those of before new ones were made neither', async () => {
    const [victim, attacker] = [await newAppUser(), await newAppUser()];
    assert.equal((await enter(victim, attacker.recoveryCodes[0] ?? '')).status, 401);
    assert.equal((await post('/me/recovery-codes', {}, victim.cookie)).status, 200);
    assert.equal((await enter(victim, victim.recoveryCodes[0] ?? '')).status, 401);
  });
});

describe('by a ticket', () => {
  test('five wrong codes end it, and the sixth is not looked at', async () => {
    const victim = await newAppUser();
    const ticket = ticketOf(await victim.signIn());
    for (let at = 0; at < 5; at += 1) {
      assert.equal((await post('/sign-in/second-factor', { ticket, code: 'aaaa-bbbb-cccc-dddd' })).status, 401);
    }
    const [code = ''] = victim.recoveryCodes;
    assert.equal((await post('/sign-in/second-factor', { ticket, code })).status, 401);
    assert.equal((await enter(victim, code)).status, 200);
  });

  test('it works once', async () => {
    const victim = await newAppUser();
    const ticket = ticketOf(await victim.signIn());
    const [first, second] = victim.recoveryCodes;
    const codes = [first, second];
    const answers = await Promise.all(codes.map((code) => post('/sign-in/second-factor', { ticket, code })));
    assert.deepEqual(statusesOf(answers), [200, 401]);
  });

  test('it is over after ten minutes', async () => {
    const victim = await newAppUser();
    const ticket = ticketOf(await victim.signIn());
    service.clock.advance(10 * 60_000);
    assert.equal((await post('/sign-in/second-factor', { ticket, code: victim.code() })).status, 401);
  });

  test('it dies with the password that it was given for', async () => {
    const victim = await newAppUser();
    const ticket = ticketOf(await victim.signIn());
    const change = { currentPassword: PASSWORD, password: 'another horse battery' };
    assert.equal((await post('/me/password', change, victim.cookie)).status, 200);
    assert.equal((await post('/sign-in/second-factor', { ticket, code: victim.code() })).status, 401);
    const again = ticketOf(await victim.signIn({ password: change.password }));
    assert.equal((await post('/sign-in/second-factor', { ticket: again, code: victim.code() })).status, 200);
  });
});

describe('by guessing codes of the app, ticket after ticket', () => {
  // As often as is let through at once.
  const guessFreely = async (victim: AppUser, cookie = ''): Promise<void> => {
    for (let at = 0; at < WRONG_CODES_FREE; at += 1) {
      assert.equal((await enter(victim, wrongFor(victim), cookie)).status, 401);
    }
  };

  test('each guess waits twice as long as the one before, at last a day, and the right code waits too', async () => {
    const victim = await newAppUser();
    await guessFreely(victim);
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440]) {
      const early = await enter(victim, victim.code());
      assert.deepEqual([early.status, early.headers.get('retry-after')], [429, String(minutes * 60)]);
      service.clock.advance(minutes * 60_000);
      assert.equal((await enter(victim, wrongFor(victim))).status, 401);
    }
    service.clock.advance(1440 * 60_000);
    assert.equal((await enter(victim, victim.code())).status, 200);
    // From then on it is a new row.
    service.clock.advance(30_000);
    await guessFreely(victim);
  });

  test('guesses at the same moment do not all pass', async () => {
    const victim = await newAppUser();
    const tickets: string[] = [];
    for (let at = 0; at < 12; at += 1) tickets.push(ticketOf(await victim.signIn()));
    const code = wrongFor(victim);
    const answers = await Promise.all(tickets.map((ticket) => post('/sign-in/second-factor', { ticket, code })));
    assert.equal(answers.filter(({ status }) => status === 401).length, WRONG_CODES_FREE);
    assert.equal(answers.filter(({ status }) => status === 429).length, 12 - WRONG_CODES_FREE);
  });

  test('they shut out neither a browser that the person has used before, nor recovery codes, nor a new password', async () => {
    const victim = await newAppUser();
    const browser = browserOf(await enter(victim, victim.code()));
    service.clock.advance(30_000);
    await guessFreely(victim);
    assert.equal((await enter(victim, victim.code())).status, 429);
    assert.equal((await enter(victim, victim.code(), browser)).status, 200);
    // What it did right is nothing that strangers may go on by.
    service.clock.advance(30_000);
    assert.equal((await enter(victim, victim.code())).status, 429);
    assert.equal((await enter(victim, victim.recoveryCodes[0] ?? '')).status, 200);
    await guessFreely(victim);
    const change = { currentPassword: PASSWORD, password: 'another horse battery' };
    const session = cookieOf(secretOf(await enter(victim, victim.recoveryCodes[1] ?? '')));
    await guessFreely(victim);
    assert.equal((await post('/me/password', change, session)).status, 200);
    const ticket = ticketOf(await victim.signIn({ password: change.password }));
    assert.equal((await post('/sign-in/second-factor', { ticket, code: victim.code() })).status, 200);
  });

  test('a browser that is known has no more guesses', async () => {
    const victim = await newAppUser();
    const browser = browserOf(await enter(victim, victim.code()));
    service.clock.advance(30_000);
    await guessFreely(victim, browser);
    assert.equal((await enter(victim, victim.code(), browser)).status, 429);
  });
});

const newPasskeyUser = async () => {
  const person = await newPerson(service, { [shop.id]: 'owner' });
  return { ...person, authenticator: await givePasskey(service, person.id, randomUUID()) };
};
const optionsOf = ({ json }: ConsoleAnswer) => Object(json['options']);
const startSignIn = async () => optionsOf(await post('/sign-in/passkey/start'));

describe('by an answer of the victim’s own passkey', () => {
  const CHANGES = {
    'on a page of another origin': { origin: 'https://vitrine.example.com' },
    'on a page that says localhost in its name': { origin: 'http://localhost.example.com' },
    'for another place': { rpId: 'example.com' },
    'without finger or PIN': { isVerified: false },
    'to a challenge that nobody gave': { challenge: randomBytes(38).toString('base64url') },
    'that was meant for a new passkey': { type: 'webauthn.create' },
  };

  test.each(Object.entries(CHANGES))('%s nobody comes in', async (_, change) => {
    const { authenticator } = await newPasskeyUser();
    assert.equal((await post('/sign-in/passkey', authenticator.answer(await startSignIn(), change))).status, 401);
    assert.equal((await post('/sign-in/passkey', authenticator.answer(await startSignIn()))).status, 200);
  });

  test('that was listened to it works no second time, not at the same moment either', async () => {
    const { authenticator } = await newPasskeyUser();
    const answer = authenticator.answer(await startSignIn());
    const answers = await Promise.all([post('/sign-in/passkey', answer), post('/sign-in/passkey', answer)]);
    assert.deepEqual(statusesOf(answers), [200, 401]);
    assert.equal((await post('/sign-in/passkey', answer)).status, 401);
  });

  test('an authenticator that does not count is heard once a challenge, too', async () => {
    const { authenticator } = await newPasskeyUser();
    const answer = authenticator.answer(await startSignIn(), { counter: 0 });
    assert.equal((await post('/sign-in/passkey', answer)).status, 200);
    assert.equal((await post('/sign-in/passkey', answer)).status, 401);
    const next = authenticator.answer(await startSignIn(), { counter: 0 });
    assert.equal((await post('/sign-in/passkey', next)).status, 200);
  });

  test('of a copy, whose counter is behind, it opens nothing', async () => {
    const { authenticator } = await newPasskeyUser();
    const signIn = async (counter: number) =>
      (await post('/sign-in/passkey', authenticator.answer(await startSignIn(), { counter }))).status;
    assert.deepEqual(
      [await signIn(7), await signIn(7), await signIn(6), await signIn(0), await signIn(8)],
      [200, 401, 401, 401, 200],
    );
  });

  test('five minutes after the challenge it comes too late', async () => {
    const { authenticator } = await newPasskeyUser();
    const answer = authenticator.answer(await startSignIn());
    service.clock.advance(5 * 60_000);
    assert.equal((await post('/sign-in/passkey', answer)).status, 401);
  });

  test('a challenge is for one purpose and one session', async () => {
    const { authenticator, cookie, id } = await newPasskeyUser();
    const other = await newSession(service, id);
    const proof = optionsOf(await post('/me/prove/passkey/start', {}, cookie));
    assert.equal((await post('/sign-in/passkey', authenticator.answer(proof))).status, 401);
    assert.equal((await post('/me/prove/passkey', authenticator.answer(proof), other.cookie)).status, 403);
    assert.equal((await post('/me/prove/passkey', authenticator.answer(await startSignIn()), cookie)).status, 403);
    assert.equal((await post('/me/prove/passkey', authenticator.answer(proof), cookie)).status, 200);
  });

  test('a passkey that was removed opens nothing', async () => {
    const { authenticator, send, get } = await newPasskeyUser();
    const [passkey] = [Object((await get('/me/second-factor')).json['passkeys'])].flat();
    assert.equal((await send('DELETE', `/me/passkeys/${Object(passkey).id}`)).status, 200);
    assert.equal((await post('/sign-in/passkey', authenticator.answer(await startSignIn()))).status, 401);
  });
});

describe('by a passkey of another account', () => {
  const handleOf = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

  test('it signs in its own person, and nobody when it says that it is the victim’s', async () => {
    const [victim, attacker] = [await newPasskeyUser(), await newPasskeyUser()];
    const signIn = async (change: { userHandle?: string } = {}) =>
      post('/sign-in/passkey', attacker.authenticator.answer(await startSignIn(), change));
    assert.equal((await signIn({ userHandle: handleOf(victim.id) })).status, 401);
    const own = await signIn();
    assert.equal(Object(own.json['person']).id, attacker.id);
  });

  test('signed by the attacker’s key under the id of the victim’s it opens nothing', async () => {
    const [victim, attacker] = [await newPasskeyUser(), await newPasskeyUser()];
    const answer = attacker.authenticator.answer(await startSignIn(), {
      userHandle: handleOf(victim.id),
    });
    assert.equal((await post('/sign-in/passkey', { ...answer, id: victim.authenticator.id })).status, 401);
  });

  test('in a session that was taken from the victim it proves nothing', async () => {
    const [victim, attacker] = [await newPasskeyUser(), await newPasskeyUser()];
    service.clock.advance(10 * 60_000);
    const { cookie } = victim;
    const options = optionsOf(await post('/me/prove/passkey/start', {}, cookie));
    for (const change of [{}, { userHandle: handleOf(victim.id) }]) {
      const proved = await post('/me/prove/passkey', attacker.authenticator.answer(options, change), cookie);
      assert.equal(proved.status, 403);
    }
    assert.equal((await post('/me/passkeys/start', {}, cookie)).json['code'], 'proof_required');
  });

  test('the attacker cannot add the victim’s credential to their own account', async () => {
    const [victim, attacker] = [await newPasskeyUser(), await newPasskeyUser()];
    const options = optionsOf(await post('/me/passkeys/start', {}, attacker.cookie));
    const stolen = victim.authenticator.create(options);
    assert.equal((await post('/me/passkeys', { ...stolen, name: 'Stolen' }, attacker.cookie)).status, 409);
    const again = await startSignIn();
    const answer = victim.authenticator.answer(again, { userHandle: handleOf(victim.id) });
    assert.equal(Object((await post('/sign-in/passkey', answer)).json['person']).id, victim.id);
  });

  test('it is no second step after the victim’s password', async () => {
    const [victim, attacker] = [await newAppUser(), await newPasskeyUser()];
    const ticket = ticketOf(await victim.signIn());
    const answer = attacker.authenticator.answer(await startSignIn());
    assert.equal((await post('/sign-in/passkey', { ...answer, ticket })).status, 401);
  });
});

test('a passkey is the second step of joining another merchant, and the ticket of it works once', async () => {
  const guest = await newPasskeyUser();
  const books = await service.newMerchant();
  const owner = await newPerson(service, { [books.id]: 'owner' });
  const invited = await owner.post('/invitations', { email: guest.email, role: 'staff' });
  const secret = String(invited.json['link']).split('#')[1] ?? '';
  const first = await post('/invitations/accept', { secret, password: PERSON_PASSWORD });
  assert.equal(secretOf(first), '');
  const ticket = ticketOf(first);
  const join = async () => post('/sign-in/passkey', { ...guest.authenticator.answer(await startSignIn()), ticket });
  const joined = await join();
  assert.equal(joined.status, 200, joined.text);
  assert.equal(Object(joined.json['merchant']).merchantId, books.id);
  assert.equal((await join()).status, 401);
});
