import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, test } from 'vitest';
import { newStage, type Stage } from '../../../tests/harness/endpoint-cases.js';
import {
  activityOf,
  cookieOf,
  newPerson,
  PERSON_PASSWORD,
  secretOf,
  sendConsole,
  type Json,
} from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';
import { parseMerchantId, parsePersonId } from '../ids.js';
import { createPerson, joinPerson } from './create-person.js';
import { disablePerson, enablePerson, requirePerson } from './operate-person.js';
import { insertMembership } from './people-queries.js';

const PASSWORD = 'correct horse battery';
const GONE = { error: 'not_found', message: 'There is no such invitation.' };

const NOT_JOINED = {
  error: 'unauthorized',
  message:
    'That did not work. If you have an account under this email, join with its password; if you are new here, choose a name and a password.',
};

const service = useService();
let stage: Stage;

beforeAll(async () => {
  stage = await newStage(service);
});

const anEmail = (): string => `${randomUUID()}@example.com`;
const secretIn = ({ link }: Json): string => String(link).split('#')[1] ?? '';
const look = (secret: string) => sendConsole(service.url, 'POST', '/invitations/look', { body: { secret } });
const accept = (body: object) => sendConsole(service.url, 'POST', '/invitations/accept', { body });

async function invite(email: string, role = 'staff', at: Stage = stage): Promise<string> {
  return secretIn((await at.owner.post('/invitations', { email, role })).json);
}

describe('an invitation', () => {
  test('is a link by which somebody new takes a name and a password and is signed in', async () => {
    const own = await newStage(service);
    const email = anEmail();
    const made = await own.owner.post('/invitations', { email: ` ${email} `, role: 'admin' });
    const { invitation, link } = made.json;
    assert.match(String(link), /^http:\/\/127\.0\.0\.1\/join#[\w-]{43}$/);
    const secret = secretIn(made.json);
    assert.deepEqual((await look(secret)).body, {
      merchantName: 'Corner Bakery',
      email,
      role: 'admin',
      expiresAt: new Date(service.clock.now() + 7 * 86_400_000).toISOString(),
      account: null,
    });
    const listed = (await own.owner.get('/invitations')).json['items'];
    assert.deepEqual(
      Array.isArray(listed) && listed.find(({ id }: Json) => id === Object(invitation)['id']),
      invitation,
    );
    const joined = await accept({ secret, name: ' Nora New ', password: PASSWORD });
    assert.equal(joined.status, 200);
    assert.equal(Object(joined.json['merchant'])['role'], 'admin');
    const cookie = cookieOf(secretOf(joined));
    assert.equal((await sendConsole(service.url, 'GET', '/tokens', { headers: { cookie } })).status, 200);
    const signedIn = await sendConsole(service.url, 'POST', '/sign-in', { body: { email, password: PASSWORD } });
    assert.deepEqual(signedIn.json['person'], joined.json['person']);
    assert.deepEqual((await activityOf(service, own.shop.id)).slice(1, 3), [
      ['person.invited', 'Olga Owner', { email, role: 'admin' }],
      ['person.joined', 'Nora New', { email, role: 'admin' }],
    ]);
    assert.deepEqual((await look(secret)).body, GONE);
  });

  test('works once, also when it is accepted twice at the same moment', async () => {
    const secret = await invite(anEmail());
    const body = { secret, name: 'Duplicate', password: PASSWORD };
    const statuses = (await Promise.all([accept(body), accept(body)])).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set([200, 404]));
  });

  test('stops when it is withdrawn, when it expires, and when the same email is invited again', async () => {
    const own = await newStage(service);
    const [withdrawn, renewed] = [await invite('a@example.com', 'staff', own), await invite('b@example.com')];
    const { items } = (await own.owner.get('/invitations')).json;
    const { id } = (Array.isArray(items) ? items : []).find(({ email }: Json) => email === 'a@example.com');
    assert.equal((await own.owner.remove(`/invitations/${id}`)).status, 200);
    assert.equal((await own.owner.remove(`/invitations/${id}`)).status, 404);
    const again = await invite('B@EXAMPLE.com');
    for (const secret of [withdrawn, renewed, '', 'x', '\u0000']) {
      const answer = await look(secret);
      assert.deepEqual([answer.status, answer.body], [404, GONE]);
      assert.deepEqual((await accept({ secret, name: 'Late', password: PASSWORD })).body, GONE);
    }
    assert.deepEqual((await activityOf(service, own.shop.id)).at(-1), [
      'invitation.withdrawn',
      'Olga Owner',
      { email: 'a@example.com', role: 'staff' },
    ]);
    service.clock.advance(7 * 86_400_000 - 1);
    assert.equal((await look(again)).status, 200);
    service.clock.advance(1);
    assert.deepEqual((await look(again)).body, GONE);
    assert.deepEqual((await own.owner.get('/invitations')).json['items'], []);
  });

  test('asks somebody who has an account for its password, and changes neither name nor password', async () => {
    const elsewhere = await service.newMerchant();
    const email = anEmail();
    const order = { email, name: 'Kai Known', role: 'owner', password: PASSWORD } as const;
    await createPerson(service, parseMerchantId(elsewhere.id), order);
    const secret = await invite(email);
    const wrong = await accept({ secret, name: 'Thief', password: 'a password of mine' });
    assert.deepEqual([wrong.status, wrong.body], [401, NOT_JOINED]);
    const joined = await accept({ secret, name: 'Thief', password: PASSWORD });
    assert.equal(joined.status, 200);
    assert.equal(Object(joined.json['person'])['name'], 'Kai Known');
    assert.equal(Object(joined.json['merchant'])['merchantId'], stage.shop.id);
    assert.equal(Object(joined.json['memberships'])['length'], 2);
  });

  test('tells whoever holds the link nothing of whether the email has an account', async () => {
    const known = await newPerson(service, { [(await service.newMerchant()).id]: 'owner' });
    const [unknownEmail, unknown] = [anEmail(), await invite(known.email)];
    const fresh = await invite(unknownEmail);
    const [one, two] = [await look(unknown), await look(fresh)];
    assert.deepEqual(one.body, { ...two.json, email: known.email });
    const answers = [
      await accept({ secret: unknown, password: PASSWORD }),
      await accept({ secret: fresh, password: PASSWORD }),
      await accept({ secret: unknown, name: 'Thief', password: PASSWORD }),
    ];
    for (const { status, body } of answers) assert.deepEqual([status, body], [401, NOT_JOINED]);
    const short = {
      error: 'invalid_request',
      message: 'A password needs at least 10 characters.',
      code: 'weak_password',
    };
    for (const secret of [unknown, fresh]) {
      assert.deepEqual((await accept({ secret, name: 'Sam Short', password: '123456789' })).body, short);
    }
    assert.equal((await accept({ secret: fresh, name: 'Nora New', password: PASSWORD })).status, 200);
  });

  test('guesses at the password of an account are throttled here too', async () => {
    const email = anEmail();
    const order = { email, name: 'Kai Known', role: 'owner', password: PASSWORD } as const;
    await createPerson(service, parseMerchantId((await service.newMerchant()).id), order);
    const secret = await invite(email);
    for (let at = 0; at < 10; at += 1) assert.equal((await accept({ secret, password: 'wrong' })).status, 401);
    assert.equal((await accept({ secret, password: PASSWORD })).status, 429);
  });

  test('is refused for somebody who belongs to the merchant, and for what is no email', async () => {
    const answer = await stage.owner.post('/invitations', { email: stage.staff.email.toUpperCase(), role: 'staff' });
    assert.equal(answer.status, 409);
    for (const email of ['', 'a', 'a@', '@b', 'a b@c', 'a@b@c', `a@${'b'.repeat(260)}`, 'a\u0000@b']) {
      assert.equal((await stage.owner.post('/invitations', { email, role: 'staff' })).status, 400, email);
    }
  });

  test('does not outlast the right of whoever made it', async () => {
    const own = await newStage(service);
    const [one, two] = ['one@example.com', 'two@example.com'];
    const byAdmin = secretIn((await own.admin.post('/invitations', { email: one, role: 'admin' })).json);
    await own.owner.remove(`/people/${own.admin.id}`);
    assert.equal((await look(byAdmin)).status, 404);
    const second = await newPerson(service, { [own.shop.id]: 'owner' });
    const bySecond = secretIn((await second.post('/invitations', { email: two, role: 'owner' })).json);
    await own.owner.patch(`/people/${second.id}`, { role: 'staff' });
    assert.equal((await look(bySecond)).status, 404);
  });

  test('ends at every merchant when whoever made it is disabled, and does not come back with them', async () => {
    const [here, there] = [await newStage(service), await newStage(service)];
    const admin = await newPerson(service, { [here.shop.id]: 'admin', [there.shop.id]: 'owner' });
    const invited = [here, there].map(({ shop }) =>
      admin.post('/invitations', { email: anEmail(), role: 'staff' }, { 'x-merchant': shop.id }),
    );
    const secrets = (await Promise.all(invited)).map(({ json }) => secretIn(json));
    const statuses = async () => (await Promise.all(secrets.map(look))).map(({ status }) => status);
    assert.deepEqual(await statuses(), [200, 200]);
    const row = await requirePerson(service.db, admin.id);
    await disablePerson(service, row);
    assert.deepEqual(await statuses(), [404, 404]);
    await enablePerson(service, row);
    assert.deepEqual(await statuses(), [404, 404]);
  });

  test('does not bring back whom it is to after a removal', async () => {
    const own = await newStage(service);
    const person = await newPerson(service, { [stage.shop.id]: 'staff' });
    const secret = await invite(person.email, 'staff', own);
    await insertMembership(service.db, parseMerchantId(own.shop.id), parsePersonId(person.id), 'staff');
    assert.equal((await look(secret)).status, 200);
    assert.equal((await own.owner.remove(`/people/${person.id}`)).status, 200);
    assert.equal((await look(secret)).status, 404);
    assert.equal((await accept({ secret, password: PERSON_PASSWORD })).status, 404);
  });

  test('ends when the operator adds whom it is to', async () => {
    const own = await newStage(service);
    const person = await newPerson(service, { [stage.shop.id]: 'staff' });
    const [known, strange] = [await invite(person.email, 'admin', own), anEmail()];
    const unknown = await invite(strange, 'admin', own);
    const merchantId = parseMerchantId(own.shop.id);
    await joinPerson(service, merchantId, { email: person.email, role: 'staff' });
    await createPerson(service, merchantId, { email: strange, name: 'New', role: 'staff', password: PASSWORD });
    assert.deepEqual([(await look(known)).status, (await look(unknown)).status], [404, 404]);
  });

  test('to be an owner is ended by an owner alone, also by inviting the same email again', async () => {
    const own = await newStage(service);
    const email = anEmail();
    const made = await own.owner.post('/invitations', { email, role: 'owner' });
    const { id } = Object(made.json['invitation']);
    const refusal = { error: 'forbidden', message: 'Only an owner may make, change or remove owners.' };
    assert.deepEqual((await own.admin.remove(`/invitations/${id}`)).body, refusal);
    assert.deepEqual((await own.admin.post('/invitations', { email, role: 'staff' })).body, refusal);
    assert.equal((await look(secretIn(made.json))).status, 200);
    assert.equal((await own.owner.remove(`/invitations/${id}`)).status, 200);
    assert.equal((await own.admin.post('/invitations', { email, role: 'staff' })).status, 200);
  });
});
