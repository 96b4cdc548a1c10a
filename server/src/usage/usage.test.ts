import assert from 'node:assert/strict';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createKnownTokens, type KnownToken } from '../identity/known-tokens.js';
import { newAiKey } from '../../../tests/harness/ai-keys.js';
import { newStage } from '../../../tests/harness/endpoint-cases.js';
import { newPerson, type Json } from '../../../tests/harness/console.js';
import { startService, type Service, type Shop } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { createHttpApp } from '../http/http-app.js';
import { sendJson } from '../http/exchange.js';
import { parseMerchantId } from '../ids.js';
import { collectUsage } from './collect-usage.js';

const MEDIA_ONLY = { name: 'Kiosk', scopes: ['media:read'], days: 7 };

// The count follows the answer by a moment, so it is asked for until it is there.
async function settles(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  await expect.poll(read, { interval: 20 }).toEqual(wanted);
}

async function daysOf(service: Service) {
  const { shop, owner } = await newStage(service);
  const created = (await owner.post('/tokens', MEDIA_ONLY)).json;
  const id = String(Object(created['token'])['id']);
  const call = (path: string) => shop.get(path, String(created['value']));
  const items = async (query = ''): Promise<Json[]> => {
    const { json } = await owner.get(`/tokens/${id}/usage${query}`);
    return Array.isArray(json['items']) ? json['items'] : [];
  };
  const lastUsedAt = async (): Promise<unknown> => {
    const list = (await owner.get('/tokens')).json['items'];
    return (Array.isArray(list) ? list : []).find((token: Json) => token['id'] === id)?.lastUsedAt;
  };
  return { id, owner, call, items, lastUsedAt };
}

test('requests and refusals of a token are counted by day, and when it was last used', async () => {
  const service = await startService({ limits: { readsPerMinute: 4 } });
  const { call, items, lastUsedAt } = await daysOf(service);
  const statuses = [];
  for (const path of ['/media', '/media/x', '/tags', '/media', '/media']) statuses.push((await call(path)).status);
  assert.deepEqual(statuses, [200, 404, 403, 200, 429]);
  await settles(items.bind(undefined, '?from=2026-06-14&to=2026-06-15'), [
    { day: '2026-06-14', requests: 0, refused429: 0, refused403: 0 },
    { day: '2026-06-15', requests: 5, refused429: 1, refused403: 1 },
  ]);
  assert.equal(await lastUsedAt(), '2026-06-15T12:00:30.000Z');
  service.clock.set('2026-06-16T00:00:00.000Z');
  await call('/media');
  await settles(
    async () => (await items()).slice(-2),
    [
      { day: '2026-06-15', requests: 5, refused429: 1, refused403: 1 },
      { day: '2026-06-16', requests: 1, refused429: 0, refused403: 0 },
    ],
  );
  assert.equal((await items()).length, 30);
  assert.equal(await lastUsedAt(), '2026-06-16T00:00:00.000Z');
  await service.close();
});

test('what could not be written is kept and added later', async () => {
  const service = await startService();
  const { call, items, lastUsedAt } = await daysOf(service);
  await Promise.all(Array.from({ length: 30 }, () => call('/media')));
  await settles(async () => (await items()).at(-1)?.['requests'], 30);
  await service.db.rows({ text: 'alter table token_usage add constraint closed check (requests <= 30)', values: [] });
  await Promise.all(Array.from({ length: 12 }, () => call('/media')));
  assert.equal(await lastUsedAt(), '2026-06-15T12:00:30.000Z');
  await Promise.all(Array.from({ length: 5 }, () => call('/media')));
  await lastUsedAt();
  await service.db.rows({ text: 'alter table token_usage drop constraint closed', values: [] });
  await settles(async () => (await items()).at(-1)?.['requests'], 47);
  await service.close();
});

test('what a process has counted is written when it stops', async () => {
  const service = await startService();
  const { merchantId, token } = await findKnown(service);
  const app = createHttpApp(pino({ enabled: false }));
  collectUsage(app, { ...service, log: app.log });
  app.on('GET', '/', async (exchange) => {
    exchange.caller = await findKnown(service);
    sendJson(exchange, {});
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  assert.equal((await fetch(url, { headers: { connection: 'close' } })).status, 200);
  await app.close();
  const rows = await service.db.rows({
    text: 'select token_id, day::text, requests from token_usage where merchant_id = $1',
    values: [merchantId],
  });
  assert.deepEqual(rows, [{ token_id: token.id, day: '2026-06-15', requests: 1 }]);
  await service.close();
});

async function findKnown(service: Service, of?: Shop): Promise<KnownToken> {
  if (of === undefined) shop ??= await service.newMerchant();
  const known = await createKnownTokens(service.db).find((of ?? shop)?.secret ?? '');
  assert.ok(known);
  return known;
}

let shop: Shop | undefined;

test('a revoked token is not counted, and a span is at most 366 days and begins before it ends', async () => {
  const service = await startService();
  const { id, owner, call, items } = await daysOf(service);
  await owner.post(`/tokens/${id}/revoke`);
  assert.equal((await call('/media')).status, 401);
  assert.equal((await items('?from=2026-06-15')).at(-1)?.['requests'], 0);
  assert.equal((await items('?from=2025-06-15')).length, 366);
  for (const query of ['?from=2025-06-14', '?from=2026-06-16', '?to=2026-13-01']) {
    assert.equal((await owner.get(`/tokens/${id}/usage${query}`)).status, 400, query);
  }
  const stranger = await newPerson(service, { [(await service.newMerchant()).id]: 'owner' });
  assert.equal((await stranger.get(`/tokens/${id}/usage`)).status, 404);
  await service.close();
});

test('what the tokens of many merchants were used for is written by one statement', async () => {
  // Not some of it when a few seconds are over, and the rest at the end.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = await startService();
  const shops = await Promise.all(Array.from({ length: 3 }, () => service.newMerchant()));
  const app = createHttpApp(pino({ level: 'silent' }));
  const sent: string[] = [];
  const db = { ...service.db, rows: watched(service.db.rows, sent) };
  collectUsage(app, { ...service, db, log: pino({ level: 'silent' }) });
  const known = await Promise.all(shops.map((shop) => findKnown(service, shop)));
  let at = 0;
  app.on('GET', '/', async (exchange) => {
    exchange.caller = known[at++ % known.length];
    return sendJson(exchange, {});
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (let request = 0; request < 4; request += 1) {
    assert.equal((await fetch(url, { headers: { connection: 'close' } })).status, 200);
  }
  await app.close();
  assert.equal(sent.filter((text) => text.includes('token_usage')).length, 1);
  const counts = await Promise.all(
    shops.map(({ id }) =>
      service.db.row({ text: 'select requests from token_usage where merchant_id = $1', values: [id] }),
    ),
  );
  assert.deepEqual(counts, [{ requests: 2 }, { requests: 1 }, { requests: 1 }]);
  await service.close();
});

test('what one merchant is refused is counted once for the others, and for that one as soon as it can be', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = await startService();
  const log = pino({ level: 'silent' });
  const app = createHttpApp(log);
  const shops = await Promise.all(Array.from({ length: 3 }, () => service.newMerchant()));
  const keys: object[] = [];
  for (const { id } of shops) {
    const { id: personId } = await newPerson(service, { [id]: 'owner' });
    keys.push({
      merchantId: parseMerchantId(id),
      key: { id: (await newAiKey(service, { merchantId: id, personId })).id },
    });
  }
  const refusals: string[] = [];
  const rows: Service['db']['rows'] = (statement) => {
    const isRefused = statement.text.includes('ai_key_days') && statement.values.includes(shops[1]?.id);
    if (!isRefused || refusals.length === 2) return service.db.rows(statement);
    refusals.push(statement.text);
    return Promise.reject(new Error('its node is gone'));
  };
  collectUsage(app, { ...service, db: { ...service.db, rows }, log });
  let at = 0;
  app.on('GET', '/', async (exchange) => {
    Object.assign(exchange, { aiKey: keys[at++] });
    return sendJson(exchange, {});
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const _ of keys) assert.equal((await fetch(url, { headers: { connection: 'close' } })).status, 200);
  const messagesOf = async (): Promise<unknown[]> =>
    Promise.all(
      shops.map(async ({ id }) => {
        const text = 'select messages from ai_key_days where merchant_id = $1';
        return (await service.db.row<{ messages: number }>({ text, values: [id] }))?.messages;
      }),
    );
  // One of each was there before. The second is refused, and the third passed over with it; then the second again.
  vi.advanceTimersByTime(5_000);
  await until(() => refusals.length === 1);
  await settles(messagesOf, [2, 1, 1]);
  vi.advanceTimersByTime(5_000);
  await until(() => refusals.length === 2);
  await settles(messagesOf, [2, 1, 2]);
  await app.close();
  assert.deepEqual(await messagesOf(), [2, 2, 2]);
  await service.close();
});

const watched =
  (rows: Service['db']['rows'], sent: string[]): Service['db']['rows'] =>
  (statement) => {
    sent.push(statement.text);
    return rows(statement);
  };
