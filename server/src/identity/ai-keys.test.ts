import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { MCP_PATH } from '@vitrine/contract/endpoint';
import { askMcp } from '../../../tests/harness/ai-keys.js';
import { activityOf, newPerson, newSession } from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();

async function newShop() {
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
  const staff = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
  return { shop, owner, staff };
}

const WANTED = { name: ' Claude ', permissions: ['look', 'add'], days: 30 };

type Made = { readonly key: { readonly id: string; readonly lastFour: string }; readonly value: string };
const madeOf = (body: unknown): Made => body as Made;

test('a key is shown once; kept are its hash and its last four characters', async () => {
  const { staff } = await newShop();
  const answer = await staff.post('/me/ai-keys', WANTED);
  assert.equal(answer.status, 200, answer.text);
  const { key, value } = madeOf(answer.body);
  assert.match(value, /^vitrine_ai_[\w-]{43}$/);
  assert.deepEqual(key, {
    id: key.id,
    name: 'Claude',
    lastFour: value.slice(-4),
    permissions: ['look', 'add'],
    state: 'active',
    days: 30,
    createdAt: '2026-06-15T12:00:30.000Z',
    rotatedAt: null,
    expiresAt: '2026-07-15T12:00:30.000Z',
    revokedAt: null,
    lastUsedAt: null,
    client: null,
    connection: null,
  });
  const list = await staff.get('/me/ai-keys');
  assert.deepEqual(list.body, {
    items: [key],
    active: 1,
    activeMax: 5,
    address: `http://127.0.0.1${MCP_PATH}`,
    connects: true,
  });
  const kept = await service.db.rows<{ row: string }>({ text: 'select ai_keys::text as row from ai_keys', values: [] });
  assert.ok(kept.every(({ row }) => !row.includes(value)));
});

test('whatever an assistant may do, it may look; publishing is only there when it is asked for', async () => {
  const { staff } = await newShop();
  const { body } = await staff.post('/me/ai-keys', { ...WANTED, permissions: ['prepare'] });
  assert.deepEqual(Object(madeOf(body).key).permissions, ['look', 'prepare']);
  assert.equal((await staff.post('/me/ai-keys', { ...WANTED, permissions: [] })).status, 400);
  assert.equal((await staff.post('/me/ai-keys', { ...WANTED, days: 31 })).status, 400);
});

test('five work at a time, also when six are asked for at once', async () => {
  const { staff, owner } = await newShop();
  const asked = await Promise.all(Array.from({ length: 6 }, () => staff.post('/me/ai-keys', WANTED)));
  assert.deepEqual(
    asked.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 200, 200, 200, 200, 409],
  );
  // Another person has five of their own.
  assert.equal((await owner.post('/me/ai-keys', WANTED)).status, 200);
  const first = madeOf(asked.find(({ status }) => status === 200)?.body).key;
  assert.equal((await staff.post(`/me/ai-keys/${first.id}/revoke`)).status, 200);
  assert.equal((await staff.post('/me/ai-keys', WANTED)).status, 200);
});

test('a new value takes the place of the old one, with the whole lifetime; one that is over gets none', async () => {
  const { staff } = await newShop();
  const old = madeOf((await staff.post('/me/ai-keys', WANTED)).body);
  service.clock.advance(86_400_000);
  const answer = await (await newSession(service, staff.id)).post(`/me/ai-keys/${old.key.id}/rotate`);
  const next = madeOf(answer.body);
  assert.notEqual(next.value, old.value);
  assert.deepEqual(
    [next.key.id, Object(next.key).rotatedAt, Object(next.key).expiresAt],
    [old.key.id, '2026-06-16T12:00:30.000Z', '2026-07-16T12:00:30.000Z'],
  );
  const session = await newSession(service, staff.id);
  await session.post(`/me/ai-keys/${old.key.id}/revoke`);
  const refused = await session.post(`/me/ai-keys/${old.key.id}/rotate`);
  assert.deepEqual([refused.status, refused.json['error']], [409, 'conflict']);
});

const byKind = (one: unknown, other: unknown): number => (String(one) < String(other) ? -1 : 1);

test('owners and admins see and revoke the keys of everybody; staff see their own; others none', async () => {
  const { shop, owner, staff } = await newShop();
  const { key } = madeOf((await staff.post('/me/ai-keys', WANTED)).body);
  const seen = await owner.get('/ai-keys');
  assert.deepEqual(seen.body, { items: [{ ...key, person: { personId: staff.id, name: 'Stella Staff' } }] });
  // Their own, and nobody's else, under the own path.
  assert.equal((await owner.post(`/me/ai-keys/${key.id}/revoke`)).status, 404);
  assert.equal((await owner.post(`/me/ai-keys/${key.id}/rotate`)).status, 404);
  const at = '2026-06-16T12:00:30.000Z';
  const revoked = await owner.post(`/ai-keys/${key.id}/revoke`);
  assert.deepEqual([Object(revoked.body).state, Object(revoked.body).revokedAt], ['revoked', at]);
  // Again changes nothing.
  assert.deepEqual((await owner.post(`/ai-keys/${key.id}/revoke`)).body, revoked.body);
  assert.deepEqual((await activityOf(service, shop.id)).toSorted(byKind), [
    [
      'ai_key.created',
      'Stella Staff',
      {
        keyId: key.id,
        name: 'Claude',
        lastFour: key.lastFour,
        permissions: ['look', 'add'],
        expiresAt: '2026-07-16T12:00:30.000Z',
      },
    ],
    ['ai_key.revoked', 'Olga Owner', { keyId: key.id, name: 'Claude', lastFour: key.lastFour, owner: 'Stella Staff' }],
  ]);
});

test('who leaves the merchant takes the keys along; a key of before is not there after a return', async () => {
  const { shop, owner, staff } = await newShop();
  await staff.post('/me/ai-keys', WANTED);
  assert.equal((await owner.remove(`/people/${staff.id}`)).status, 200);
  assert.deepEqual((await owner.get('/ai-keys')).body, { items: [] });
  const { rows } = {
    rows: await service.db.rows({ text: 'select 1 from ai_keys where merchant_id = $1', values: [shop.id] }),
  };
  assert.deepEqual(rows, []);
});

test('a merchant that is suspended, or whose plan has ended, gets no keys', async () => {
  for (const merchant of [
    { suspended: true },
    { plan: { name: 'pro', endsAt: '2026-06-01T00:00:00Z', allowsWrites: true, storageQuotaBytes: 1 } },
  ]) {
    const shop = await service.newMerchant({ merchant });
    const owner = await newPerson(service, { [shop.id]: 'owner' });
    assert.equal((await owner.post('/me/ai-keys', WANTED)).status, 403);
  }
});

test('what works no more is listed for thirty days', async () => {
  const { staff } = await newShop();
  const { key } = madeOf((await staff.post('/me/ai-keys', WANTED)).body);
  const statesAfter = async (days: number) => {
    service.clock.advance(days * 86_400_000);
    const { items }: { items?: { state: string }[] } = Object(
      (await (await newSession(service, staff.id)).get('/me/ai-keys')).body,
    );
    return items?.map(({ state }) => state);
  };
  assert.ok(key.id);
  assert.deepEqual([await statesAfter(29), await statesAfter(2), await statesAfter(30)], [['active'], ['expired'], []]);
});

const dayBefore = (days: number): string =>
  new Date(service.clock.now() - days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);

test('what a key was used for is told by day, to its person and to owners and admins', async () => {
  const { staff, owner } = await newShop();
  const { key, value } = madeOf((await staff.post('/me/ai-keys', WANTED)).body);
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  for (const [secret, status] of [
    [value, 200],
    [value, 200],
    [`${value}x`, 401],
  ] as const)
    assert.equal((await askMcp(service.url, secret, ping)).status, status);
  const days = [
    { day: dayBefore(1), messages: 0, refused: 0 },
    { day: dayBefore(0), messages: 2, refused: 0 },
  ];
  const span = `usage?from=${dayBefore(1)}&to=${dayBefore(0)}`;
  // The count follows the answer by a moment.
  await expect.poll(async () => (await staff.get(`/me/ai-keys/${key.id}/${span}`)).body).toEqual({ items: days });
  assert.deepEqual((await owner.get(`/ai-keys/${key.id}/${span}`)).body, { items: days });
  assert.equal((await staff.get(`/ai-keys/${key.id}/usage`)).status, 403);
  assert.equal((await owner.get(`/me/ai-keys/${key.id}/usage`)).status, 404);
  assert.equal(Object((await staff.get(`/me/ai-keys/${key.id}/usage`)).body).items.length, 30);
});
