import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { newAccount } from '../../../tests/harness/account.js';
import { activityOf, browserOf, newPerson, sendConsole } from '../../../tests/harness/console.js';
import { isTo, secretIn, startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { startService, useService, type Service } from '../../../tests/harness/service.js';
import { parseMerchantId, parsePersonId } from '../ids.js';
import { makeOperatorLink } from './make-reset-link.js';
import { disablePerson } from './operate-person.js';
import { insertMembership } from './people-queries.js';

const NEW_PASSWORD = 'a new one, longer still';

describe('without mail', () => {
  const service = useService();
  const secretOf = (answer: { readonly json: object }): string =>
    String(Reflect.get(answer.json, 'link')).split('#')[1] ?? '';
  const reset = (secret: string) =>
    sendConsole(service.url, 'POST', '/reset', { body: { secret, password: NEW_PASSWORD } });

  // An owner, an admin and somebody of the staff of one merchant.
  async function newTeam() {
    const shop = await service.newMerchant();
    const of = (role: 'owner' | 'admin' | 'staff') => newPerson(service, { [shop.id]: role }, `The ${role}`);
    return { shop, owner: await of('owner'), admin: await of('admin'), staff: await of('staff') };
  }

  test('an admin makes a link for their own people, which is in the activity and works once', async () => {
    const { shop, admin, staff } = await newTeam();
    const made = await admin.post(`/people/${staff.id}/reset-link`);
    assert.equal(made.status, 200);
    assert.match(String(made.json['link']), /^http:\/\/127\.0\.0\.1\/reset#[\w-]{43}$/);
    assert.equal(made.json['sentTo'], null);
    assert.deepEqual((await activityOf(service, shop.id)).at(-1), [
      'person.reset_link_made',
      'The admin',
      { personId: staff.id, name: 'The staff', email: staff.email },
    ]);
    assert.equal((await reset(secretOf(made))).status, 200);
    assert.equal((await reset(secretOf(made))).status, 404);
    assert.equal((await staff.get('/me')).status, 401);
  });

  test('never for an owner by an admin, by staff, for oneself, or for people of another merchant', async () => {
    const { owner, admin, staff } = await newTeam();
    const other = await newTeam();
    assert.equal((await admin.post(`/people/${owner.id}/reset-link`)).status, 403);
    assert.equal((await staff.post(`/people/${admin.id}/reset-link`)).status, 403);
    assert.equal((await owner.post(`/people/${owner.id}/reset-link`)).status, 409);
    assert.equal((await owner.post(`/people/${other.staff.id}/reset-link`)).status, 404);
  });

  test('an account that is of another merchant too gets none here, and one from before it joined there is dead', async () => {
    const { owner, staff } = await newTeam();
    const made = await owner.post(`/people/${staff.id}/reset-link`);
    const elsewhere = await service.newMerchant();
    await insertMembership(service.db, parseMerchantId(elsewhere.id), parsePersonId(staff.id), 'staff');
    assert.equal((await reset(secretOf(made))).status, 404);
    const refused = await owner.post(`/people/${staff.id}/reset-link`);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /not of this merchant alone/);
    // The operator can, for anybody.
    const { link } = await makeOperatorLink(service, parsePersonId(staff.id), 'https://shop.example');
    assert.match(link, /^https:\/\/shop\.example\/reset#/);
    assert.equal((await reset(secretOf({ json: { link } }))).status, 200);
  });

  test('a link ends with the rights of who made it, also when they are disabled, and when the person becomes more than they may manage', async () => {
    const demoted = await newTeam();
    const first = await demoted.admin.post(`/people/${demoted.staff.id}/reset-link`);
    await demoted.owner.patch(`/people/${demoted.admin.id}`, { role: 'staff' });
    assert.equal((await reset(secretOf(first))).status, 404);
    const raised = await newTeam();
    const second = await raised.admin.post(`/people/${raised.staff.id}/reset-link`);
    await raised.owner.patch(`/people/${raised.staff.id}`, { role: 'owner' });
    assert.equal((await reset(secretOf(second))).status, 404);
    const disabled = await newTeam();
    const third = await disabled.admin.post(`/people/${disabled.staff.id}/reset-link`);
    await disablePerson(service, { ...disabled.admin, id: parsePersonId(disabled.admin.id) });
    assert.equal((await reset(secretOf(third))).status, 404);
  });
});

describe('with mail', () => {
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

  test('a link that an admin asks for goes to the person, and the admin does not see it', async () => {
    const shop = await service.newMerchant();
    const admin = await newPerson(service, { [shop.id]: 'admin' });
    const { id, email } = await newAccount(service, shop);
    await service.db.rows({ text: "update memberships set role = 'staff' where person_id = $1", values: [id] });
    const made = await admin.post(`/people/${id}/reset-link`);
    assert.deepEqual([made.status, made.json['link'], made.json['sentTo']], [200, null, email]);
    const secret = secretIn(await mails.newestTo(email));
    const body = { secret, password: NEW_PASSWORD };
    assert.equal((await sendConsole(service.url, 'POST', '/reset', { body })).status, 200);
  });

  test('mails an invitation with another secret than the link in the answer has', async () => {
    const shop = await service.newMerchant({ merchant: { name: 'Flour & <Sons>' } });
    const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
    const made = await owner.post('/invitations', { email: 'guest@example.com', role: 'staff' });
    assert.equal(made.json['mailed'], true);
    const mail = await mails.newestTo('guest@example.com');
    assert.equal(mail.subject, 'Olga Owner invites you to Flour & <Sons>');
    const link = String(made.json['link']);
    assert.match(mail.text, /^http:\/\/127\.0\.0\.1\/join#[\w-]{43}$/m);
    assert.ok(!mail.text.includes(link.split('#')[1] ?? link));
    for (const secret of [secretIn(mail), link.split('#')[1]]) {
      assert.equal((await sendConsole(service.url, 'POST', '/invitations/look', { body: { secret } })).status, 200);
    }
    assert.match(mail.text, /as a member of the staff/);
    assert.match(mail.text, /If you do not know them, do nothing/);
    assert.ok(mail.html.includes('Flour &#38; &#60;Sons&#62;'));
  });

  test('one person sends 30 invitations an hour, one email gets 5 a day, a merchant sends 100 a day', async () => {
    const shop = await service.newMerchant();
    const [owner, other] = [
      await newPerson(service, { [shop.id]: 'owner' }),
      await newPerson(service, { [shop.id]: 'owner' }),
    ];
    const invite = (email: string, by = owner) => by.post('/invitations', { email, role: 'staff' });
    // As if so many had been sent by somebody, so long ago, whether or not they still stand.
    const sent = (count: number, minutesAgo: number, by: string = owner.id, email = 'guest') =>
      service.db.rows({
        text: `insert into activity (merchant_id, id, at, kind, person_id, details)
               select $1, gen_random_uuid(), $2, 'person.invited', $3, json_build_object('email', $5 || n || '@example.com')
               from generate_series(1, $4) n`,
        values: [shop.id, new Date(service.clock.now() - minutesAgo * 60_000).toISOString(), by, count, email],
      });
    const refusal = async (answer: ReturnType<typeof invite>) => {
      const { status, json, headers } = await answer;
      return [status, json['message'], headers.get('retry-after')];
    };
    await sent(29, 20);
    assert.equal((await invite('thirtieth@example.com')).status, 200);
    assert.deepEqual(await refusal(invite('next@example.com')), [
      429,
      '30 invitations are the most that you can send an hour. Try again in 40 min.',
      '2400',
    ]);
    const open = [Object((await owner.get('/invitations')).json['items'])].flat().map(({ email }) => email);
    assert.ok(!open.includes('next@example.com'));
    // Another person is not stopped by it, nor the same one once the hour is over.
    assert.equal((await invite('next@example.com', other)).status, 200);
    service.clock.advance(40 * 60_000);
    for (let times = 0; times < 4; times += 1) assert.equal((await invite(' Next@Example.com ')).status, 200);
    assert.deepEqual(await refusal(invite('NEXT@example.com')), [
      429,
      '5 invitations to NEXT@example.com are the most in a day. Try again in 24 h.',
      String(24 * 3600 - 40 * 60),
    ]);
    await sent(66, 12 * 60, randomUUID(), 'more');
    assert.deepEqual(await refusal(invite('last@example.com')), [
      429,
      '100 invitations are the most for a merchant in a day. Try again in 12 h.',
      String(12 * 3600),
    ]);
    // What was refused was not sent, and is not in the activity either.
    assert.equal(mails.received.filter((mail) => isTo(mail, 'last@example.com')).length, 0);
    service.clock.advance(12 * 3600_000);
    assert.equal((await invite('last@example.com')).status, 200);
  });

  test('a sign-in from a browser that is not known is told by mail, from a known one and a failed one are not', async () => {
    const shop = await service.newMerchant();
    const { email, address, signIn } = await newAccount(service, shop);
    assert.equal((await signIn({ password: 'not the password' })).status, 401);
    const signedIn = await signIn();
    const mail = await mails.newestTo(email);
    assert.equal(mail.subject, 'New sign-in to your account');
    assert.ok(mail.text.includes(`From the address ${address}.`));
    assert.match(mail.text, /If it was not you, choose a new password now/);
    assert.equal((await signIn({ cookie: browserOf(signedIn) })).status, 200);
    await signIn();
    await mails.newestTo(email, 2);
    assert.equal(mails.received.filter((one) => isTo(one, email)).length, 2);
  });
});
