import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { newAccount, PASSWORD } from '../../../tests/harness/account.js';
import { activityOf, newSession } from '../../../tests/harness/console.js';
import { isTo, secretIn, startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { startService, type Service } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';

let mails: MailServer;
let service: Service;
beforeAll(async () => {
  mails = await startMailServer();
  service = await startService({ mail: mails.openMailer() });
});
afterAll(async () => {
  await service.close();
  await mails.close();
});

async function newOwner() {
  const shop = await service.newMerchant();
  const account = await newAccount(service, shop);
  return { shop, account, session: await newSession(service, account.id) };
}

test('a new email counts once its link is opened by the account that asked, and both addresses are told', async () => {
  const { shop, account, session } = await newOwner();
  const elsewhere = await newSession(service, account.id);
  const email = `New-${account.email}`;
  assert.equal((await session.post('/me/email', { email })).status, 200);
  const secret = secretIn(await mails.newestTo(email));
  assert.equal((await mails.newestTo(account.email)).subject, 'Your email is to be changed');
  // Nothing before the link, nothing by somebody else who has it.
  assert.equal((await account.signIn({ as: email })).status, 401);
  const other = await newOwner();
  assert.equal((await other.session.post('/me/email/confirm', { secret })).status, 404);
  const confirmed = await session.post('/me/email/confirm', { secret });
  assert.deepEqual([confirmed.status, confirmed.body], [200, { email }]);
  assert.equal((await session.post('/me/email/confirm', { secret })).status, 404);
  const details = { personId: account.id, name: account.name, from: account.email, to: email };
  assert.deepEqual((await activityOf(service, shop.id)).at(-1), ['person.email_changed', account.name, details]);
  assert.equal((await elsewhere.get('/me')).status, 401);
  assert.equal((await session.get('/me')).status, 200);
  assert.equal((await account.signIn()).status, 401);
  assert.equal((await account.signIn({ as: email.toUpperCase(), password: PASSWORD })).status, 200);
  assert.equal((await mails.newestTo(account.email, 2)).subject, 'Your email was changed');
});

test('an email that has an account is answered the same, and its person is told; nothing changes', async () => {
  const [one, other] = [await newOwner(), await newOwner()];
  const free = await one.session.post('/me/email', { email: 'free@example.com' });
  const taken = await one.session.post('/me/email', { email: other.account.email });
  assert.deepEqual([taken.status, taken.body], [free.status, free.body]);
  const mail = await mails.newestTo(other.account.email);
  assert.equal(mail.subject, 'This email has an account already');
  assert.equal(secretIn(mail), '');
});

test('of two who prove the same email the second is told that it is taken', async () => {
  const [one, other] = [await newOwner(), await newOwner()];
  await one.session.post('/me/email', { email: 'both@example.com' });
  const first = secretIn(await mails.newestTo('both@example.com'));
  await other.session.post('/me/email', { email: 'both@example.com' });
  const second = secretIn(await mails.newestTo('both@example.com', 2));
  assert.equal((await one.session.post('/me/email/confirm', { secret: first })).status, 200);
  assert.equal((await other.session.post('/me/email/confirm', { secret: second })).status, 409);
  assert.equal((await other.account.signIn()).status, 200);
});

test('who proves an email at the very moment at which another account gets it is told so too', async () => {
  const { account, session } = await newOwner();
  await session.post('/me/email', { email: 'raced@example.com' });
  const secret = secretIn(await mails.newestTo('raced@example.com'));
  const other = await newOwner();
  const sent = await service.db.transaction(async (db) => {
    await db.rows({
      text: 'update people set email_key = $1 where id = $2',
      values: ['raced@example.com', other.account.id],
    });
    const answer = session.post('/me/email/confirm', { secret });
    await until(async () => {
      const [row] = await service.db.rows<{ waiting: number }>({
        text: `select count(*) as waiting from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock' and query like '%update people%'`,
        values: [],
      });
      return row?.waiting === 1;
    });
    return { answer };
  });
  assert.equal((await sent.answer).status, 409);
  assert.equal((await account.signIn()).status, 200);
});

test('a new password ends the change, and asking takes a proof of who it is', async () => {
  const { account, session } = await newOwner();
  await session.post('/me/email', { email: 'late@example.com' });
  const secret = secretIn(await mails.newestTo('late@example.com'));
  await service.db.rows({ text: "update people set password_hash = 'other' where id = $1", values: [account.id] });
  assert.equal((await session.post('/me/email/confirm', { secret })).status, 404);
  service.clock.advance(11 * 60_000);
  const unproved = await session.sendOnce('POST', '/me/email', { body: { email: 'later@example.com' } });
  assert.equal(unproved.json['code'], 'proof_required');
  assert.equal(mails.received.filter((mail) => isTo(mail, 'later@example.com')).length, 0);
});
