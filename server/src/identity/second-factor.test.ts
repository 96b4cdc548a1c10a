import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { newAuthenticator, ORIGIN } from '../../../tests/harness/authenticator.js';
import {
  activityOf,
  newPerson,
  newSession,
  PERSON_PASSWORD,
  sendConsole,
  type TestPerson,
} from '../../../tests/harness/console.js';
import { codeOf, fromBase32, givePasskey } from '../../../tests/harness/second-factors.js';
import { useService } from '../../../tests/harness/service.js';
import { requirePerson } from './operate-person.js';
import { resetSecondFactorOf } from './reset-second-factor.js';

const service = useService({ baseUrl: ORIGIN });

type Sender = Pick<TestPerson, 'post'>;

async function addApp({ post }: Sender) {
  const secret = String((await post('/me/app')).json['secret']);
  return post('/me/app/confirm', { code: codeOf(secret, service.clock.now()) });
}

const listOf = (value: unknown): unknown[] => [Object(value)].flat();

async function newBakery(roles: Readonly<Record<string, 'owner' | 'admin' | 'staff'>>) {
  const shop = await service.newMerchant();
  const people = await Promise.all(
    Object.entries(roles).map(
      async ([name, role]) => [name, await newPerson(service, { [shop.id]: role }, name)] as const,
    ),
  );
  const of = (name: string): TestPerson => new Map(people).get(name) ?? assert.fail(name);
  return { shop, of };
}

const kindsAt = async (merchantId: string): Promise<unknown[]> =>
  (await activityOf(service, merchantId)).map((entry) => (Array.isArray(entry) ? entry[0] : undefined));

describe('an authenticator app', () => {
  test('counts once it has shown a code; with it come ten codes for paper, and every other session ends', async () => {
    const { shop, of } = await newBakery({ Ada: 'owner' });
    const ada = of('Ada');
    const other = await newSession(service, ada.id);
    const { json } = await ada.post('/me/app');
    assert.match(String(json['url']), /^otpauth:\/\/totp\/Vitrine:.+\?secret=[A-Z2-7]{32}&issuer=Vitrine$/);
    const wrong = await ada.post('/me/app/confirm', { code: '000000' });
    assert.deepEqual([wrong.status, wrong.json['code']], [422, 'invalid']);
    assert.equal((await ada.get('/me/second-factor')).json['appSince'], null);
    const added = await ada.post('/me/app/confirm', { code: codeOf(String(json['secret']), service.clock.now()) });
    assert.equal(new Set(listOf(added.json['recoveryCodes'])).size, 10);
    assert.deepEqual([(await other.get('/me')).status, (await ada.get('/me')).status], [401, 200]);
    const { json: now } = await ada.get('/me/second-factor');
    assert.deepEqual([now['appSince'] !== null, now['recoveryCodesLeft']], [true, 10]);
    assert.equal((await ada.post('/me/app')).status, 409);
    assert.deepEqual(await kindsAt(shop.id), ['person.second_factor_added']);
  });

  test('is taken away, and its recovery codes with it', async () => {
    const { shop, of } = await newBakery({ Ada: 'owner' });
    const ada = of('Ada');
    await addApp(ada);
    const { json } = await ada.remove('/me/app');
    assert.deepEqual([json['appSince'], json['recoveryCodesLeft']], [null, 0]);
    assert.equal((await ada.post('/me/recovery-codes')).status, 409);
    assert.deepEqual(await kindsAt(shop.id), ['person.second_factor_added', 'person.second_factor_removed']);
  });
});

describe('the secret of an app', () => {
  const sealed = useService({ baseUrl: ORIGIN });

  test('is sealed in the database, and its codes sign in', async () => {
    const shop = await sealed.newMerchant();
    const ada = await newPerson(sealed, { [shop.id]: 'owner' });
    const secret = String((await ada.post('/me/app')).json['secret']);
    const code = () => codeOf(secret, sealed.clock.now());
    assert.equal((await ada.post('/me/app/confirm', { code: code() })).status, 200);
    const [row] = await sealed.db.rows<{ secret: Buffer }>({
      text: 'select secret from totp_secrets where person_id = $1',
      values: [ada.id],
    });
    assert.equal(row?.secret.includes(fromBase32(secret)), false);
    sealed.clock.advance(30_000);
    const body = { email: ada.email, password: PERSON_PASSWORD };
    const { json } = await sendConsole(sealed.url, 'POST', '/sign-in', { body });
    const { ticket } = Object(json['secondFactor']);
    const second = { ticket, code: code() };
    assert.equal((await sendConsole(sealed.url, 'POST', '/sign-in/second-factor', { body: second })).status, 200);
  });
});

describe('a passkey', () => {
  test('is added, renamed and removed under its name; the second brings no more recovery codes', async () => {
    const { shop, of } = await newBakery({ Ada: 'owner' });
    const ada = of('Ada');
    const add = async (name: string) => {
      const { json } = await ada.post('/me/passkeys/start');
      // The same on every Node, so that every instance can check every key.
      const offered = listOf(Object(json['options']).pubKeyCredParams).map((one) => Number(Object(one).alg));
      assert.deepEqual(offered, [-8, -7, -257]);
      return ada.post('/me/passkeys', { name, ...newAuthenticator().create(Object(json['options'])) });
    };
    const first = await add(' Phone ');
    assert.equal(listOf(first.json['recoveryCodes']).length, 10);
    service.clock.advance(1_000);
    assert.equal((await add('Laptop')).json['recoveryCodes'], null);
    const { id, name } = Object(first.json['passkey']);
    assert.equal(name, 'Phone');
    const renamed = await ada.patch(`/me/passkeys/${id}`, { name: 'Old phone' });
    assert.deepEqual(
      listOf(renamed.json['passkeys']).map((one) => Object(one).name),
      ['Old phone', 'Laptop'],
    );
    assert.equal(listOf((await ada.remove(`/me/passkeys/${id}`)).json['passkeys']).length, 1);
    assert.equal((await ada.remove(`/me/passkeys/${id}`)).status, 404);
    assert.deepEqual(await kindsAt(shop.id), [
      'person.passkey_added',
      'person.passkey_added',
      'person.passkey_removed',
    ]);
  });

  test('of somebody without a password is not taken away while it is the only way in', async () => {
    const { of } = await newBakery({ Ada: 'owner' });
    const ada = of('Ada');
    const [first, second] = [randomUUID(), randomUUID()];
    for (const id of [first, second]) await givePasskey(service, ada.id, id);
    await service.db.rows({ text: 'update people set password_hash = null where id = $1', values: [ada.id] });
    assert.equal((await ada.remove(`/me/passkeys/${first}`)).status, 200);
    assert.equal((await ada.remove(`/me/passkeys/${second}`)).status, 409);
    assert.equal(listOf((await ada.get('/me/second-factor')).json['passkeys']).length, 1);
  });
});

describe('a merchant that demands a second factor', () => {
  test('opens to nobody without one, and at once to whoever has set one up; nobody gives the last one back', async () => {
    const { shop, of } = await newBakery({ Ada: 'owner', Stella: 'staff' });
    const [ada, stella] = [of('Ada'), of('Stella')];
    await addApp(ada);
    const changed = await ada.patch('/merchant', { requiresSecondFactor: true });
    assert.equal(changed.json['requiresSecondFactor'], true);
    assert.equal((await ada.get('/media')).status, 200);
    const shut = await stella.get('/media');
    assert.deepEqual([shut.status, shut.json['code']], [403, 'second_factor_required']);
    assert.equal(Object((await stella.get('/me')).json['merchant']).needsSecondFactor, true);
    assert.equal((await addApp(stella)).status, 200);
    assert.equal((await stella.get('/media')).status, 200);
    assert.equal((await stella.remove('/me/app')).status, 409);
    assert.deepEqual((await stella.get('/me/second-factor')).json['demandedBy'], ['Corner Bakery']);
    assert.ok((await kindsAt(shop.id)).includes('merchant.changed'));
    assert.equal((await stella.patch('/merchant', { requiresSecondFactor: false })).status, 403);
    assert.equal((await ada.patch('/merchant', { requiresSecondFactor: false })).status, 200);
    assert.equal((await stella.remove('/me/app')).status, 200);
  });
});

describe('lost second factors', () => {
  const reset = (by: TestPerson, of: TestPerson) => by.remove(`/people/${of.id}/second-factor`);

  test('are taken away by owners and admins, for those they may manage; its person signs in with the password', async () => {
    const { shop, of } = await newBakery({ Olga: 'owner', Adam: 'admin', Stella: 'staff' });
    const [olga, adam, stella] = [of('Olga'), of('Adam'), of('Stella')];
    for (const person of [olga, stella]) await addApp(person);
    assert.equal((await reset(stella, adam)).status, 403);
    assert.equal((await reset(adam, olga)).status, 403);
    assert.equal((await reset(olga, olga)).status, 409);
    assert.equal((await reset(adam, stella)).status, 200);
    assert.equal((await stella.get('/me')).status, 401);
    const again = await newSession(service, stella.id);
    assert.equal((await again.get('/me/second-factor')).json['appSince'], null);
    assert.ok((await kindsAt(shop.id)).includes('person.second_factor_reset'));
  });

  test('of an account that another merchant has too, by the operator alone', async () => {
    const { shop, of } = await newBakery({ Olga: 'owner' });
    const other = await service.newMerchant();
    const both = await newPerson(service, { [shop.id]: 'staff', [other.id]: 'owner' });
    await addApp(both);
    assert.equal((await reset(of('Olga'), both)).status, 409);
    const person = await requirePerson(service.db, both.email.toUpperCase());
    assert.deepEqual(await resetSecondFactorOf(service, person), { ...person, sessionsEnded: 1 });
    for (const { id } of [shop, other]) assert.ok((await kindsAt(id)).includes('person.second_factor_reset'));
    assert.equal((await (await newSession(service, both.id)).get('/me/second-factor')).json['appSince'], null);
  });
});
