import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LINK_MINUTES, MAILS_PER_ADDRESS_MAX, MAILS_PER_EMAIL_MAX } from '@vitrine/contract/console-limits';
import { newAccount, PASSWORD } from '../../../tests/harness/account.js';
import { activityOf, secretOf, sendConsole, cookieOf, browserOf } from '../../../tests/harness/console.js';
import { isTo, secretIn, startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { startService, useService, type Service } from '../../../tests/harness/service.js';
import { setPassword } from './create-person.js';
import { parsePersonId } from '../ids.js';

const NEW_PASSWORD = 'a new one, longer still';
const MINUTE_MS = 60_000;

let mails: MailServer;
let service: Service;
const logLines: string[] = [];
beforeAll(async () => {
  mails = await startMailServer();
  service = await startService({ mail: mails.openMailer(), logLines });
});
afterAll(async () => {
  await service.close();
  await mails.close();
});

const post = (path: string, body: unknown, from = '203.0.113.200') =>
  sendConsole(service.url, 'POST', path, { body, headers: { 'x-forwarded-for': from } });
const ask = (email: string, from?: string) => post('/reset/ask', { email }, from);
const look = (secret: string) => post('/reset/look', { secret });
const reset = (secret: string, password = NEW_PASSWORD) => post('/reset', { secret, password });

const NOTHING_ELSE = { password: true, app: false, passkeys: 0, company: false, assistants: 0 };
const GONE = { error: 'not_found', message: 'There is no such link.' };

// Somebody who has asked and got the mail.
async function newHolder() {
  const shop = await service.newMerchant();
  const account = await newAccount(service, shop);
  assert.equal((await ask(account.email, account.address)).status, 200);
  const mail = await mails.newestTo(account.email);
  return { ...account, shop, mail, secret: secretIn(mail) };
}

describe('with mail', () => {
  test('the link in the mail sets a new password, which signs in; the old one does not', async () => {
    const { email, name, shop, mail, secret, id, signIn } = await newHolder();
    assert.equal(mail.subject, 'Choose a new password');
    assert.match(mail.text, new RegExp(`http://127.0.0.1/reset#${secret}\n`));
    assert.match(mail.text, /If it was not you, do nothing/);
    const found = await look(secret);
    const expiresAt = new Date(service.clock.now() + LINK_MINUTES * MINUTE_MS).toISOString();
    assert.deepEqual([found.status, found.body], [200, { email, expiresAt, isFirstProof: true }]);
    const done = await reset(secret);
    assert.deepEqual(
      [done.status, done.body, done.headers.get('set-cookie')],
      [200, { email, removed: NOTHING_ELSE }, null],
    );
    assert.deepEqual((await activityOf(service, shop.id)).slice(-2), [
      ['person.password_reset', name, { email }],
      ['person.email_proven', name, { email, removed: 'the password' }],
    ]);
    assert.equal((await signIn()).status, 401);
    assert.equal((await signIn({ password: NEW_PASSWORD })).status, 200);
    const told = await mails.mailTo(email, 'Your password was changed');
    assert.match(told.text, /If it was not you, choose a new password now under http:\/\/127\.0\.0\.1\/forgot/);
    assert.equal(id.length, 36);
  });

  test('an email without an account gets the same answer and no mail', async () => {
    const shop = await service.newMerchant();
    const { email } = await newAccount(service, shop);
    const [known, unknown] = [await ask(email), await ask('nobody-at-all@example.com')];
    const shape = (answer: typeof known) => [
      answer.status,
      answer.text,
      [...answer.headers].filter(([header]) => !['date', 'x-request-id'].includes(header)),
    ];
    assert.deepEqual(shape(known), shape(unknown));
    assert.deepEqual(known.body, { mail: true, minutes: LINK_MINUTES });
    await mails.newestTo(email);
    assert.equal(mails.received.filter(({ to }) => to.includes('nobody-at-all@example.com')).length, 0);
  });

  test('a link works once, for half an hour, and ends every session, every other link and every known browser', async () => {
    const { email, address, secret, signIn } = await newHolder();
    const signedIn = await signIn();
    const cookie = cookieOf(secretOf(signedIn));
    // Of a browser that is not known there is a mail, too.
    await mails.newestTo(email, 2);
    await ask(email, address);
    const second = secretIn(await mails.newestTo(email, 3));
    assert.notEqual(second, secret);
    // The first works on: who asks in somebody's name must not spoil theirs.
    assert.equal((await look(secret)).status, 200);
    assert.equal((await reset(second)).status, 200);
    for (const used of [secret, second]) {
      assert.deepEqual([(await look(used)).body, (await reset(used, 'yet another one')).body], [GONE, GONE]);
    }
    assert.equal((await sendConsole(service.url, 'GET', '/me', { headers: { cookie } })).status, 401);
    assert.equal((await signIn({ password: 'yet another one' })).status, 401);
    assert.notEqual(browserOf(await signIn({ password: NEW_PASSWORD })), browserOf(signedIn));
  });

  test('a link that is half an hour old is gone', async () => {
    const { secret } = await newHolder();
    service.clock.advance(LINK_MINUTES * MINUTE_MS - 1);
    assert.equal((await look(secret)).status, 200);
    service.clock.advance(1);
    assert.deepEqual([(await look(secret)).body, (await reset(secret)).body], [GONE, GONE]);
  });

  test('lets one of six requests that use a link at once set its password', async () => {
    const { secret, signIn, shop } = await newHolder();
    // As many as the queue for password hashes takes.
    const passwords = Array.from({ length: 6 }, (_, at) => `racing password ${at}`);
    const answers = await Promise.all(passwords.map((password) => reset(secret, password)));
    const won = passwords.filter((_, at) => answers[at]?.status === 200);
    assert.equal(won.length, 1);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 404]));
    assert.equal((await signIn({ password: won[0] ?? '' })).status, 200);
    const entries = (await activityOf(service, shop.id)).filter((entry) => String(entry).includes('password_reset'));
    assert.equal(entries.length, 1);
  });

  test('a link from before a new password or a new email is dead, whoever changed it', async () => {
    const before = await newHolder();
    await setPassword(service, parsePersonId(before.id), 'set by the operator');
    assert.deepEqual((await reset(before.secret)).body, GONE);
    const moved = await newHolder();
    const values = [moved.id, 'moved@example.com'];
    await service.db.rows({ text: 'update people set email = $2, email_key = $2 where id = $1', values });
    assert.deepEqual([(await look(moved.secret)).body, (await reset(moved.secret)).body], [GONE, GONE]);
  });

  test('a password that is too short is told, and the link still works', async () => {
    const { secret } = await newHolder();
    const refused = await reset(secret, 'short');
    assert.equal(refused.status, 400);
    assert.match(refused.text, /at least 10 characters/);
    assert.equal((await reset(secret)).status, 200);
  });

  test('one email and one address are sent so many and no more, known or not, and the window ends', async () => {
    const shop = await service.newMerchant();
    const { email } = await newAccount(service, shop);
    for (const typed of [email, 'unknown@example.com']) {
      const answers = [];
      for (let at = 0; at <= MAILS_PER_EMAIL_MAX; at += 1)
        answers.push(await ask(typed.toUpperCase(), `198.51.100.${at}`));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [...Array<number>(MAILS_PER_EMAIL_MAX).fill(200), 429],
      );
      assert.equal(answers.at(-1)?.headers.get('retry-after'), '900');
    }
    const from = '192.0.2.77';
    const statuses = [];
    for (let at = 0; at <= MAILS_PER_ADDRESS_MAX; at += 1) statuses.push((await ask(`${at}@example.org`, from)).status);
    assert.deepEqual(statuses, [...Array<number>(MAILS_PER_ADDRESS_MAX).fill(200), 429]);
    service.clock.advance(15 * MINUTE_MS);
    assert.equal((await ask(email, from)).status, 200);
    await mails.newestTo(email, MAILS_PER_EMAIL_MAX + 1);
    assert.equal(mails.received.filter((mail) => isTo(mail, email)).length, MAILS_PER_EMAIL_MAX + 1);
  });

  test('neither the log nor the rows have the secret of a link, and the log no email', async () => {
    const { email, secret } = await newHolder();
    await look(secret);
    await reset(secret);
    expect(logLines.join('')).not.toContain(secret);
    expect(logLines.join('')).not.toContain(email);
    const other = await newHolder();
    const [row] = await service.db.rows<{ text: string }>({
      text: 'select coalesce(json_agg(account_links), $1)::text as text from account_links',
      values: ['[]'],
    });
    assert.ok(row?.text.includes(other.id));
    expect(row?.text).not.toContain(other.secret);
  });

  test('an account that is disabled gets no link, and one from before opens nothing', async () => {
    const { email, secret, id, address } = await newHolder();
    await service.db.rows({ text: 'update people set disabled_at = now() where id = $1', values: [id] });
    assert.deepEqual((await reset(secret)).body, GONE);
    assert.equal((await ask(email, address)).status, 200);
    // Mails go in their order: behind that of somebody else there is none to this one.
    await newHolder();
    assert.equal(mails.received.filter((mail) => isTo(mail, email)).length, 1);
  });

  test('a person who belongs to no merchant any more has no link', async () => {
    const { secret, id } = await newHolder();
    await service.db.rows({ text: 'delete from memberships where person_id = $1', values: [id] });
    assert.deepEqual((await reset(secret)).body, GONE);
  });
});

describe('without mail', () => {
  const bare = useService();

  test('nothing is sent, and the page can know it', async () => {
    const shop = await bare.newMerchant();
    const { email, signIn } = await newAccount(bare, shop);
    const ways = await sendConsole(bare.url, 'GET', '/sign-in/ways');
    assert.equal(ways.json['mail'], false);
    assert.equal((await sendConsole(service.url, 'GET', '/sign-in/ways')).json['mail'], true);
    const asked = await sendConsole(bare.url, 'POST', '/reset/ask', { body: { email } });
    assert.deepEqual([asked.status, asked.body], [200, { mail: false, minutes: LINK_MINUTES }]);
    assert.equal((await signIn({ password: PASSWORD })).status, 200);
    assert.deepEqual(await bare.db.rows({ text: 'select 1 from account_links', values: [] }), []);
  });
});
