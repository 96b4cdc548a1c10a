// Who was let in and then waited for whoever shuts them out makes nothing that would outlast it.
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { accountLock, behind as waitBehind } from '../../../tests/harness/behind.js';
import { newAuthenticator, ORIGIN } from '../../../tests/harness/authenticator.js';
import { newPerson, type ConsoleAnswer, type TestPerson } from '../../../tests/harness/console.js';
import { newStage, type Stage } from '../../../tests/harness/endpoint-cases.js';
import { codeOf, giveApp } from '../../../tests/harness/second-factors.js';
import { useService } from '../../../tests/harness/service.js';
import { sql, type Statement } from '../db/sql.js';
import { parsePersonId } from '../ids.js';
import { setPassword } from './create-person.js';
import { disablePerson, requirePerson } from './operate-person.js';

const service = useService({ baseUrl: ORIGIN });

const behind = (lock: Statement, first: () => Promise<unknown>, second: () => Promise<ConsoleAnswer>) =>
  waitBehind({ service, lock }, first, second);

const merchantOf = ({ shop }: Stage) => sql`select from merchants where id = ${shop.id} for update`;

describe('an admin who waits behind their removal', () => {
  test.each<[string, (stage: Stage, admin: TestPerson) => Promise<ConsoleAnswer>]>([
    ['issues no token', (_, admin) => admin.post('/tokens', { name: 'Till', scopes: ['media:write'], days: 90 })],
    ['rotates none', ({ shop }, admin) => admin.post(`/tokens/${shop.token.id}/rotate`, { overlapHours: 24 })],
    ['gets no secret of a webhook', ({ ids }, admin) => admin.post(`/webhooks/${ids['/webhooks/:id']}/rotate`)],
  ])('%s', async (_name, act) => {
    const stage = await newStage(service);
    const { owner, admin, shop } = stage;
    const answer = await behind(
      merchantOf(stage),
      () => owner.remove(`/people/${admin.id}`),
      () => act(stage, admin),
    );
    const { status, json } = answer;
    assert.deepEqual([status, json['message']], [403, 'Only owners and admins may do this.']);
    assert.equal((await owner.get('/tokens')).json['active'], 1);
    assert.equal((await shop.get('/tags')).status, 200);
  });

  test('makes no key for an assistant, there or anywhere', async () => {
    const [here, there] = [await newStage(service), await newStage(service)];
    const person = await newPerson(service, { [here.shop.id]: 'staff', [there.shop.id]: 'staff' });
    const answer = await behind(
      merchantOf(here),
      () => here.owner.remove(`/people/${person.id}`),
      () => person.post('/me/ai-keys', A_KEY, { 'x-merchant': here.shop.id }),
    );
    assert.deepEqual([answer.status, answer.json['error']], [404, 'not_found']);
    assert.equal(await keysOf(person), 0);
  });
});

test('an admin who waits behind being disabled invites nobody', async () => {
  const stage = await newStage(service);
  const { owner, admin } = stage;
  const row = await requirePerson(service.db, admin.id);
  const { status, json } = await behind(
    merchantOf(stage),
    () => disablePerson(service, row),
    () => admin.post('/invitations', { email: 'again@example.com', role: 'admin' }),
  );
  assert.deepEqual([status, json['message']], [403, 'Only owners and admins may do this.']);
  assert.ok(!(await owner.get('/invitations')).text.includes('again@example.com'));
});

const A_KEY = { name: 'Claude', permissions: ['look'], days: 30 };
const keysOf = async ({ id }: TestPerson): Promise<number> =>
  (await service.db.rows(sql`select from ai_keys where person_id = ${id}`)).length;

type Made = { readonly act: () => Promise<ConsoleAnswer>; readonly left: () => Promise<number> };

describe('an intruder who waits behind a new password', () => {
  test.each<[string, (person: TestPerson) => Promise<Made>]>([
    [
      'adds no passkey',
      async (person) => {
        const { json } = await person.post('/me/passkeys/start');
        const passkey = { name: 'Phone', ...newAuthenticator().create(Object(json['options'])) };
        return {
          act: () => person.post('/me/passkeys', passkey),
          left: async () => (await service.db.rows(sql`select from passkeys where person_id = ${person.id}`)).length,
        };
      },
    ],
    [
      'adds no app',
      async (person) => {
        const { json } = await person.post('/me/app');
        const confirmed = sql`select from totp_secrets where person_id = ${person.id} and confirmed_at is not null`;
        return {
          act: () => person.post('/me/app/confirm', { code: codeOf(String(json['secret']), service.clock.now()) }),
          left: async () => (await service.db.rows(confirmed)).length,
        };
      },
    ],
    [
      'makes no recovery codes',
      async (person) => {
        await giveApp(service, person.id);
        return {
          act: () => person.post('/me/recovery-codes'),
          left: async () =>
            (await service.db.rows(sql`select from recovery_codes where person_id = ${person.id}`)).length,
        };
      },
    ],
    [
      'makes no key for an assistant',
      async (person) => ({ act: () => person.post('/me/ai-keys', A_KEY), left: () => keysOf(person) }),
    ],
  ])('%s', async (_name, begin) => {
    const { shop } = await newStage(service);
    const person = await newPerson(service, { [shop.id]: 'staff' });
    const { act, left } = await begin(person);
    const setNew = () => setPassword(service, parsePersonId(person.id), 'a door with green houses');
    const { status, json } = await behind(accountLock(person.id), setNew, act);
    assert.deepEqual([status, json['message']], [401, 'Sign in first.']);
    assert.equal(await left(), 0);
  });
});
