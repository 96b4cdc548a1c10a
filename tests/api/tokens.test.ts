import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { resumeMerchant, setPlan, suspendMerchant } from '../../server/src/merchants/change-merchant.js';
import { parseMerchantId, parseTokenId } from '../../server/src/ids.js';
import { stopToken } from '../../server/src/identity/manage-tokens.js';
import { aToken, send, startService, UNAUTHORIZED, useService, type Shop } from '../harness/service.js';
import { until } from '../harness/until.js';

const service = useService();
let shop: Shop;

beforeAll(async () => {
  shop = await service.newMerchant();
});

describe('a token', () => {
  const path = `${API_PATH}/tags`;
  const statusOf = async (secret: string): Promise<number> => (await send(service.url + path, secret)).status;

  test('stops when it expires, to the millisecond', async () => {
    const { secret } = await service.newMerchant();
    const before = service.clock.now();
    service.clock.set('2026-07-31T23:59:59.999Z');
    assert.equal(await statusOf(secret), 200);
    service.clock.advance(1);
    assert.equal(await statusOf(secret), 401);
    service.clock.set(new Date(before).toISOString());
  });

  test('stops while its merchant is suspended, and goes on when it is resumed', async () => {
    const { id, secret } = await service.newMerchant();
    assert.equal(await statusOf(secret), 200);
    await suspendMerchant(service, parseMerchantId(id));
    await settles(() => statusOf(secret), 401);
    await resumeMerchant(service, parseMerchantId(id));
    await settles(() => statusOf(secret), 200);
  });

  test("stops when its merchant's plan has ended", async () => {
    const { id, secret } = await service.newMerchant();
    await setPlan(service, parseMerchantId(id), { plan_ends_at: new Date(service.clock.now() + 1).toISOString() });
    await settles(() => statusOf(secret), 200);
    service.clock.advance(1);
    assert.equal(await statusOf(secret), 401);
  });

  test('is refused with one and the same answer, whatever the reason', async () => {
    const [revoked, expired] = [newTokenSecret(), newTokenSecret()];
    const tokens = [
      { ...aToken(revoked), revokedAt: '2026-06-02T00:00:00Z' },
      { ...aToken(expired), expiresAt: '2026-06-02T00:00:00Z' },
    ];
    await service.newMerchant({ tokens });
    const suspended = await service.newMerchant({ merchant: { suspended: true } });
    const ended = await service.newMerchant({
      merchant: { plan: { name: 'pro', endsAt: '2026-06-01T00:00:00Z', allowsWrites: true, storageQuotaBytes: 1 } },
    });
    for (const secret of [revoked, expired, suspended.secret, ended.secret, newTokenSecret(), 'vitrine_short', '']) {
      const answer = await send(service.url + path, undefined, { headers: { authorization: `Bearer ${secret}` } });
      assert.equal(answer.status, 401);
      assert.deepEqual(answer.body, UNAUTHORIZED);
    }
  });

  test('is read from the header alone; the scheme word is case-insensitive', async () => {
    const lower = await send(service.url + path, undefined, { headers: { authorization: `bEARER ${shop.secret}` } });
    assert.equal(lower.status, 200);
    for (const authorization of [
      shop.secret,
      `Basic ${shop.secret}`,
      `Bearer${shop.secret}`,
      `Bearer ${shop.secret} x`,
    ]) {
      assert.equal(
        (await send(service.url + path, undefined, { headers: { authorization } })).status,
        401,
        authorization,
      );
    }
    assert.equal((await send(`${service.url}${path}?access_token=${shop.secret}`)).status, 401);
  });

  test('that was revoked is refused by the next request, on this instance and on another', async () => {
    for (const isShared of [false, true]) {
      const pair = await startService({ isShared });
      const { id, secret, token } = await pair.newMerchant();
      const urls = [pair.url, await pair.newInstance()];
      const statuses = () => Promise.all(urls.map(async (url) => (await send(url + path, secret)).status));
      assert.deepEqual(await statuses(), [200, 200]);
      await stopToken(pair, { merchantId: parseMerchantId(id) }, parseTokenId(token.id));
      // Shared: the statement that counts also reads the validity. Alone: NOTIFY, a moment later.
      if (isShared) assert.deepEqual(await statuses(), [401, 401]);
      else await until(async () => String(await statuses()) === '401,401');
      await pair.close();
    }
  });
});

const settles = (read: () => Promise<number>, wanted: number): Promise<void> =>
  until(async () => (await read()) === wanted);
