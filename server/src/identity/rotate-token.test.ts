import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { newStage, type Stage } from '../../../tests/harness/endpoint-cases.js';
import { activityOf, newSession } from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';
import { create, inMs, listed, statusOf, tokenIn } from '../../../tests/harness/till-tokens.js';
import { until } from '../../../tests/harness/until.js';
import { parseMerchantId, parseTokenId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { lockToken } from './token-queries.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const service = useService();
let stage: Stage;

beforeAll(async () => {
  stage = await newStage(service);
});

describe('rotating', () => {
  test.each([0, 1, 24, 168])('with %d hours of overlap ends the old token then, to the millisecond', async (hours) => {
    const now = new Date(service.clock.now()).toISOString();
    const old = await create(stage, { scopes: ['tags:read', 'media:read'], days: 60 });
    const answer = await stage.owner.post(`/tokens/${old.id}/rotate`, { overlapHours: hours });
    const [token, value] = [tokenIn(answer.json), String(answer.json['value'])];
    assert.notEqual(value, old.value);
    assert.deepEqual(token, {
      ...old.token,
      id: token['id'],
      lastFour: value.slice(-4),
      expiresAt: inMs(service, 60 * DAY_MS),
    });
    const kept = (await listed(stage)).find(({ id }) => id === old.id);
    assert.equal(kept?.['state'], hours === 0 ? 'expired' : 'rotating');
    assert.deepEqual([kept?.['rotatedAt'], kept?.['expiresAt']], [now, inMs(service, hours * HOUR_MS)]);
    service.clock.advance(hours * HOUR_MS - 1);
    if (hours > 0) assert.equal(await statusOf(stage, old.value), 200);
    service.clock.advance(1);
    assert.deepEqual([await statusOf(stage, old.value), await statusOf(stage, value)], [401, 200]);
    service.clock.set(now);
    const details = { tokenId: old.id, name: 'Till', lastFour: old.value.slice(-4) };
    assert.deepEqual((await activityOf(service, stage.shop.id)).at(-1), [
      'token.rotated',
      'Olga Owner',
      { ...details, newTokenId: token['id'], newLastFour: value.slice(-4), overlapHours: hours },
    ]);
    await stage.owner.post(`/tokens/${String(token['id'])}/revoke`);
  });

  test('never lengthens the life of the old token, and may pick another lifetime for the new one', async () => {
    const now = new Date(service.clock.now()).toISOString();
    const old = await create(stage, { days: 7 });
    service.clock.advance(6.5 * DAY_MS);
    const own = await newSession(service, stage.owner.id);
    const answer = await own.post(`/tokens/${old.id}/rotate`, { overlapHours: 168, days: 365 });
    assert.equal(tokenIn(answer.json)['expiresAt'], inMs(service, 365 * DAY_MS));
    service.clock.advance(0.5 * DAY_MS);
    assert.equal(await statusOf(stage, old.value), 401);
    service.clock.set(now);
  });

  test('keeps to the limit of a write scope, and to the offered overlaps', async () => {
    // The imported one has every scope and lasts 61 days: 90 is the nearest above.
    const { id } = stage.shop.token;
    assert.equal((await stage.owner.post(`/tokens/${id}/rotate`, { overlapHours: 1, days: 180 })).status, 422);
    assert.equal((await stage.owner.post(`/tokens/${id}/rotate`, { overlapHours: 2 })).status, 400);
    const answer = await stage.owner.post(`/tokens/${id}/rotate`, { overlapHours: 1 });
    assert.equal(tokenIn(answer.json)['expiresAt'], inMs(service, 90 * DAY_MS));
  });

  test('is for active tokens: neither twice, nor after a revoke; the second of two at once is refused', async () => {
    const old = await create(stage);
    const both = [1, 2].map(() => stage.owner.post(`/tokens/${old.id}/rotate`, { overlapHours: 24 }));
    assert.deepEqual(new Set((await Promise.all(both)).map(({ status }) => status)), new Set([200, 409]));
    await stage.owner.post(`/tokens/${old.id}/revoke`);
    assert.equal(await statusOf(stage, old.value), 401);
    assert.equal((await stage.owner.post(`/tokens/${old.id}/rotate`, { overlapHours: 0 })).status, 409);
  });

  test('and revoking the same token at once wait for each other, the merchant first and the token then', async () => {
    const { id, value } = await create(stage);
    const merchantId = parseMerchantId(stage.shop.id);
    const { revoke } = await service.db.transaction(async (db) => {
      await lockMerchant(db, merchantId);
      const revoke = stage.owner.post(`/tokens/${id}/revoke`);
      await until(isSomebodyWaiting);
      await lockToken(db, merchantId, parseTokenId(id));
      return { revoke };
    });
    assert.equal((await revoke).status, 200);
    assert.equal(await statusOf(stage, value), 401);
  });
});

const isSomebodyWaiting = async (): Promise<boolean> =>
  (await service.db.row({
    text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    values: [],
  })) !== undefined;
