import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { newStage } from '../../../tests/harness/endpoint-cases.js';
import { activityOf, newPerson } from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();

describe('people of a merchant', () => {
  test('are listed by name with their roles', async () => {
    const { owner } = await newStage(service);
    const { items } = (await owner.get('/people')).json;
    assert.ok(Array.isArray(items));
    assert.deepEqual(
      items.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [
        ['Adam Admin', 'admin'],
        ['Olga Owner', 'owner'],
        ['Stella Staff', 'staff'],
      ],
    );
  });

  test('change their role from the next request on, and the activity tells it', async () => {
    const { shop, owner, staff } = await newStage(service);
    assert.equal((await staff.get('/tokens')).status, 403);
    const answer = await owner.patch(`/people/${staff.id}`, { role: 'admin' });
    assert.equal(answer.json['role'], 'admin');
    assert.equal((await staff.get('/tokens')).status, 200);
    await owner.patch(`/people/${staff.id}`, { role: 'admin' });
    assert.deepEqual((await activityOf(service, shop.id)).slice(1), [
      ['person.role_changed', 'Olga Owner', { personId: staff.id, name: 'Stella Staff', from: 'staff', to: 'admin' }],
    ]);
  });

  test('are out from the next request on when they are removed, and their tokens go on', async () => {
    const { shop, owner, admin } = await newStage(service);
    const created = await admin.post('/tokens', { name: 'Till', scopes: ['tags:read'], days: 7 });
    const removed = await owner.remove(`/people/${admin.id}`);
    assert.equal(removed.status, 200);
    // It was the only merchant of the account, which is gone with it.
    assert.equal((await admin.get('/me')).status, 401);
    assert.equal((await shop.get('/tags', String(created.json['value']))).status, 200);
    assert.deepEqual((await activityOf(service, shop.id)).at(-1), [
      'person.removed',
      'Olga Owner',
      { personId: admin.id, name: 'Adam Admin', email: admin.email, role: 'admin' },
    ]);
  });

  test('the last owner can be neither removed nor demoted, not by themselves either', async () => {
    const { shop, owner } = await newStage(service);
    const refusal = { error: 'conflict', message: 'Olga Owner is the last owner. Make somebody else an owner first.' };
    const answers = [
      await owner.remove(`/people/${owner.id}`),
      await owner.patch(`/people/${owner.id}`, { role: 'staff' }),
    ];
    for (const answer of answers) assert.deepEqual([answer.status, answer.body], [409, refusal]);
    const second = await newPerson(service, { [shop.id]: 'owner' });
    assert.equal((await second.remove(`/people/${owner.id}`)).status, 200);
    assert.equal((await second.remove(`/people/${second.id}`)).status, 409);
  });

  test('two owners who remove each other at once leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { shop, owner } = await newStage(service);
      const second = await newPerson(service, { [shop.id]: 'owner' });
      const answers = await Promise.all([owner.remove(`/people/${second.id}`), second.remove(`/people/${owner.id}`)]);
      const refused = answers.filter(({ status }) => status !== 200);
      // Their session is gone, or, where it was looked at before, their right is.
      assert.equal(refused.length, 1);
      assert.ok(refused.every(({ status }) => status === 401 || status === 403));
    }
  });

  test('an admin neither makes, changes nor removes owners', async () => {
    const { owner, admin, staff } = await newStage(service);
    for (const answer of [
      await admin.patch(`/people/${admin.id}`, { role: 'owner' }),
      await admin.patch(`/people/${staff.id}`, { role: 'owner' }),
      await admin.patch(`/people/${owner.id}`, { role: 'staff' }),
      await admin.remove(`/people/${owner.id}`),
      await admin.post('/invitations', { email: 'friend@example.com', role: 'owner' }),
    ]) {
      assert.equal(answer.status, 403);
      assert.equal(answer.json['message'], 'Only an owner may make, change or remove owners.');
    }
    assert.equal((await admin.patch(`/people/${staff.id}`, { role: 'admin' })).status, 200);
    assert.equal((await owner.patch(`/people/${staff.id}`, { role: 'owner' })).status, 200);
  });
});

describe('somebody who belongs to two merchants', () => {
  test('works for one at a time, chosen by the session or named by the request', async () => {
    const [bakery, books] = [
      await service.newMerchant({ merchant: { name: 'A Bakery' } }),
      await service.newMerchant({ merchant: { name: 'B Books' } }),
    ];
    const { get, post } = await newPerson(service, { [bakery.id]: 'owner', [books.id]: 'staff' });
    const nameAt = async (headers = {}) => (await get('/merchant', headers)).json['name'];
    assert.equal(await nameAt(), 'A Bakery');
    assert.equal(await nameAt({ 'x-merchant': books.id.toUpperCase() }), 'B Books');
    const { memberships } = (await get('/me')).json;
    assert.deepEqual(memberships, [
      { merchantId: bakery.id, merchantName: 'A Bakery', role: 'owner', suspended: false, needsSecondFactor: false },
      { merchantId: books.id, merchantName: 'B Books', role: 'staff', suspended: false, needsSecondFactor: false },
    ]);
    const switched = await post('/me/merchant', { merchantId: books.id });
    assert.deepEqual(switched.json['merchant'], Object(memberships)[1]);
    assert.equal(await nameAt(), 'B Books');
    assert.equal((await get('/tokens')).status, 403);
    const { items } = (await get('/tokens', { 'x-merchant': bakery.id })).json;
    assert.deepEqual(
      (Array.isArray(items) ? items : []).map(({ id }: { id: string }) => id),
      [bakery.token.id],
    );
    const stranger = await service.newMerchant();
    assert.equal((await post('/me/merchant', { merchantId: stranger.id })).status, 404);
    assert.equal(await nameAt(), 'B Books');
  });
});
