import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { newStage, type Stage } from '../../../tests/harness/endpoint-cases.js';
import { activityOf, newSession } from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';
import { create, inMs, listed, order, statusOf } from '../../../tests/harness/till-tokens.js';

const DAY_MS = 86_400_000;

const service = useService();
let stage: Stage;

describe('a token', () => {
  beforeAll(async () => {
    stage = await newStage(service);
  });

  test('is issued with its value shown once, works at once, and is listed without it', async () => {
    const { value, token } = await create(stage, { name: '  Till 7 ' });
    assert.match(value, /^vitrine_[\w-]{43}$/);
    assert.deepEqual(token, {
      id: token['id'],
      name: 'Till 7',
      lastFour: value.slice(-4),
      scopes: ['tags:read'],
      state: 'active',
      createdAt: inMs(service, 0),
      createdBy: { personId: stage.owner.id, name: 'Olga Owner' },
      lastUsedAt: null,
      expiresAt: inMs(service, 30 * DAY_MS),
      revokedAt: null,
      rotatedAt: null,
    });
    assert.equal(await statusOf(stage, value), 200);
    const list = await stage.owner.get('/tokens');
    assert.deepEqual([list.json['active'], list.json['activeMax']], [2, 10]);
    assert.ok(!list.text.includes(value));
    const imported = (await listed(stage)).find(({ id }) => id === stage.shop.token.id);
    assert.equal(imported?.['createdBy'], null);
  });

  test('with a write scope gets its read scope too', async () => {
    const { token } = await create(stage, { scopes: ['tags:write', 'media:files', 'tags:write'], days: 90 });
    assert.deepEqual(token['scopes'], ['media:read', 'media:files', 'tags:read', 'tags:write']);
    const alone = await create(stage, { scopes: ['media:write'], days: 90 });
    assert.deepEqual(alone.token['scopes'], ['media:read', 'media:write']);
  });

  test('lasts as long as was picked from the offered lifetimes, with a write scope at most 90 days', async () => {
    for (const scope of ['media:write', 'tags:write']) {
      for (const days of [180, 365]) {
        const answer = await stage.owner.post('/tokens', order({ scopes: [scope], days }));
        assert.deepEqual(answer.body, {
          error: 'unprocessable',
          message: 'A token with a write scope lasts at most 90 days.',
          code: 'invalid',
        });
      }
    }
    for (const days of [0, 1, 8, 91, 366, 30.5, '30', null]) {
      const answer = await stage.owner.post('/tokens', order({ days }));
      assert.deepEqual([answer.status, answer.json['message']], [400, 'days: must be one of 7, 30, 60, 90, 180, 365.']);
    }
    assert.equal((await create(stage, { days: 365 })).token['expiresAt'], inMs(service, 365 * DAY_MS));
  });

  test('needs a name and a scope that exists', async () => {
    for (const parts of [
      { name: ' ' },
      { name: 'a\nb' },
      { name: 'x'.repeat(101) },
      { scopes: [] },
      { scopes: ['all'] },
    ]) {
      assert.equal((await stage.owner.post('/tokens', order(parts))).status, 400, JSON.stringify(parts));
    }
  });
});

describe('ten active tokens', () => {
  test('are the most, also under a race; revoked and expired ones do not count', async () => {
    stage = await newStage(service);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => stage.owner.post('/tokens', order({ days: 7 }))),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 9);
    const refused = answers.find(({ status }) => status !== 200);
    assert.deepEqual(refused?.body, {
      error: 'conflict',
      message: 'The merchant has 10 active tokens, which is the most. Revoke one first.',
    });
    const [first, second] = (await listed(stage)).map(({ id }) => String(id));
    assert.equal((await stage.owner.post(`/tokens/${first}/revoke`)).status, 200);
    await create(stage);
    assert.equal((await stage.owner.post('/tokens', order())).status, 409);
    assert.equal((await stage.owner.post(`/tokens/${second}/revoke`)).status, 200);
    assert.equal((await stage.owner.post('/tokens', order())).status, 200);
    const own = await newSession(service, stage.owner.id);
    const before = service.clock.now();
    service.clock.advance(7 * DAY_MS);
    assert.equal((await own.post('/tokens', order())).status, 200);
    service.clock.set(new Date(before).toISOString());
  });
});

describe('revoking', () => {
  beforeAll(async () => {
    stage = await newStage(service);
  });

  test('stops a token at once, once, and is in the activity', async () => {
    const { id, value } = await create(stage);
    assert.equal(await statusOf(stage, value), 200);
    const revoked = await stage.admin.post(`/tokens/${id}/revoke`);
    assert.equal(await statusOf(stage, value), 401);
    assert.deepEqual([revoked.json['state'], revoked.json['revokedAt']], ['revoked', inMs(service, 0)]);
    service.clock.advance(1000);
    assert.equal((await stage.owner.post(`/tokens/${id}/revoke`)).json['revokedAt'], revoked.json['revokedAt']);
    const details = { tokenId: id, name: 'Till', lastFour: value.slice(-4) };
    assert.deepEqual((await activityOf(service, stage.shop.id)).slice(1), [
      ['token.issued', 'Olga Owner', { ...details, scopes: ['tags:read'], expiresAt: revoked.json['expiresAt'] }],
      ['token.revoked', 'Adam Admin', details],
    ]);
  });
});
