import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { newStage } from '../../../tests/harness/endpoint-cases.js';
import { newPerson, newSession, sendConsole } from '../../../tests/harness/console.js';
import { countLockWaits, sendWhileLocked } from '../../../tests/harness/lock-waits.js';
import { useService } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { sql } from '../db/sql.js';
import { parseMerchantId, parsePersonId } from '../ids.js';
import { createPerson } from './create-person.js';
import { disablePerson, requirePerson } from './operate-person.js';
import { insertPerson } from './people-queries.js';

const PASSWORD = 'correct horse battery';

const service = useService();

const findId = async (email: string) =>
  (await service.db.row<{ id: string }>(sql`select id from people where email = ${email}`))?.id;
const signIn = (email: string) => sendConsole(service.url, 'POST', '/sign-in', { body: { email, password: PASSWORD } });

async function newAccount(merchantId: string) {
  const email = `${randomUUID()}@example.com`;
  const order = { email, name: 'Kai Known', role: 'staff', password: PASSWORD } as const;
  return createPerson(service, parseMerchantId(merchantId), order);
}

test('an account goes with its last membership, and stays while it has another', async () => {
  const [here, there] = [await newStage(service), await newStage(service)];
  const person = await newPerson(service, { [here.shop.id]: 'staff', [there.shop.id]: 'staff' });
  assert.equal((await here.owner.remove(`/people/${person.id}`)).status, 200);
  assert.equal(Object((await person.get('/me')).json['memberships']).length, 1);
  assert.equal((await there.owner.remove(`/people/${person.id}`)).status, 200);
  assert.equal((await person.get('/me')).status, 401);
  assert.equal(await findId(person.email), undefined);
});

test('an account that two merchants remove at the same moment is gone', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [here, there] = [await newStage(service), await newStage(service)];
    const person = await newPerson(service, { [here.shop.id]: 'staff', [there.shop.id]: 'staff' });
    const answers = await Promise.all([here, there].map(({ owner }) => owner.remove(`/people/${person.id}`)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(await findId(person.email), undefined);
  }
});

// The merchant's row is what a removal waits for. The other request waits for the person's row.
test.each([
  ['removal', 401],
  ['acceptance', 200],
] as const)('decides between a removal and an accepted invitation when the %s comes first', async (first, status) => {
  const [here, there] = [await newStage(service), await newStage(service)];
  const { id, email } = await newAccount(here.shop.id);
  const { json } = await there.owner.post('/invitations', { email, role: 'staff' });
  const secret = String(json['link']).split('#')[1];
  const join = () => sendConsole(service.url, 'POST', '/invitations/accept', { body: { secret, password: PASSWORD } });
  const remove = () => here.owner.remove(`/people/${id}`);
  const answers = await sendWhileLocked(service.db, {
    lock: sql`select from people where id = ${id} for update`,
    requests: first === 'removal' ? [remove, join] : [join, remove],
  });
  const [removed, joined] = first === 'removal' ? answers : answers.toReversed();
  assert.deepEqual([removed?.status, joined?.status], [200, status]);
  assert.equal(await findId(email), status === 200 ? id : undefined);
  assert.equal((await signIn(email)).status, status);
});

test.each([
  ['removal', 401],
  ['sign-in', 200],
] as const)('decides between a removal and a sign-in when the %s comes first', async (first, status) => {
  const { shop, owner } = await newStage(service);
  const { id, email } = await newAccount(shop.id);
  const remove = () => owner.remove(`/people/${id}`);
  const answers = await sendWhileLocked(service.db, {
    lock: sql`select from people where id = ${id} for update`,
    requests: first === 'removal' ? [remove, () => signIn(email)] : [() => signIn(email), remove],
  });
  const [removed, signedIn] = first === 'removal' ? answers : answers.toReversed();
  assert.deepEqual([removed?.status, signedIn?.status], [200, status]);
  assert.equal(await findId(email), undefined);
});

type Somebody = Awaited<ReturnType<typeof newPerson>>;

test.each<[string, (person: Somebody) => Promise<unknown>, unknown]>([
  [
    'is disabled',
    async ({ email }) => {
      const row = await requirePerson(service.db, email);
      return disablePerson(service, row).catch((thrown: Error) => thrown.message.split(':')[0]);
    },
    'There is no such person',
  ],
  ['signs other browsers out', async (person) => (await person.post('/me/sessions/end-others')).status, 200],
])(
  'who %s while the last merchant removes them is gone, and neither ends in an inner fault',
  async (_name, act, told) => {
    const { shop, owner } = await newStage(service);
    const person = await newPerson(service, { [shop.id]: 'staff' });
    await newSession(service, person.id);
    // The one who removes is first in the queue, and the other holds what it may until then.
    const both = await service.db.transaction(async (db) => {
      await db.rows(sql`select from merchants where id = ${shop.id} for update`);
      const removed = owner.remove(`/people/${person.id}`);
      await until(async () => (await countLockWaits(service.db)) >= 1);
      const acted = act(person);
      await until(async () => (await countLockWaits(service.db)) >= 2);
      return { removed, acted };
    });
    assert.deepEqual([(await both.removed).status, await both.acted], [200, told]);
    assert.equal(await findId(person.email), undefined);
  },
);

test('an account without a merchant opens nothing and makes way for a new one', async () => {
  const { shop, owner } = await newStage(service);
  const email = `${randomUUID()}@example.com`;
  const ghost = { id: parsePersonId(randomUUID()), email, email_key: email, name: 'Ghost' };
  const known = await newAccount(shop.id);
  await insertPerson(service.db, { ...ghost, password_hash: await hashOf(known.id) });
  assert.equal((await signIn(email)).status, 401);
  const { json } = await owner.post('/invitations', { email, role: 'staff' });
  const secret = String(json['link']).split('#')[1];
  const body = { secret, name: 'Nora New', password: PASSWORD };
  const joined = await sendConsole(service.url, 'POST', '/invitations/accept', { body });
  assert.equal(Object(joined.json['person'])['name'], 'Nora New');
  assert.notEqual(await findId(email), ghost.id);
});

async function hashOf(id: string): Promise<string> {
  const row = await service.db.row<{ password_hash: string }>(sql`select password_hash from people where id = ${id}`);
  return row?.password_hash ?? '';
}
