import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { ACTIVE_TOKENS_MAX } from '@vitrine/contract/limits';
import { sql } from '../db/sql.js';
import { newStage, type Stage } from '../../../tests/harness/endpoint-cases.js';
import { useService } from '../../../tests/harness/service.js';
import { create, listed, order, statusOf, tokenIn } from '../../../tests/harness/till-tokens.js';

const FULL = {
  error: 'conflict',
  message:
    'The merchant has 10 active tokens, which is the most, and the old one would work on beside the new one. Rotate it without an overlap (overlapHours: 0), or revoke a token first.',
};

const service = useService();
let stage: Stage;
// The value of every token that there ever was.
let values: string[];

beforeEach(async () => {
  stage = await newStage(service);
  values = [stage.shop.secret];
});

async function createUpTo(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (values.length < count) {
    const { id, value } = await create(stage);
    ids.push(id);
    values.push(value);
  }
  return ids;
}

async function rotate(id: string, overlapHours: number) {
  const answer = await stage.owner.post(`/tokens/${id}/rotate`, { overlapHours });
  if (answer.status === 200) values.push(String(answer.json['value']));
  return { ...answer, newId: String(tokenIn(answer.json)['id']) };
}

async function working(): Promise<number> {
  const statuses = await Promise.all(values.map((value) => statusOf(stage, value)));
  return statuses.filter((status) => status === 200).length;
}

const active = async (): Promise<unknown> => (await stage.owner.get('/tokens')).json['active'];

describe('whatever is answered is active', () => {
  test('a chain of rotations with overlap ends at ten tokens that work, which is what the console says', async () => {
    let [id = ''] = await createUpTo(2);
    for (let round = 0; round < 8; round += 1) {
      const { status, newId } = await rotate(id, 168);
      assert.equal(status, 200);
      id = newId;
    }
    assert.deepEqual([await working(), await active()], [ACTIVE_TOKENS_MAX, ACTIVE_TOKENS_MAX]);
    assert.deepEqual((await rotate(id, 168)).body, FULL);
    assert.equal((await stage.owner.post('/tokens', order())).status, 409);
    assert.equal(await working(), ACTIVE_TOKENS_MAX);
  });

  test('at ten a token is still rotated without an overlap, and there are ten after it', async () => {
    const [id = ''] = await createUpTo(ACTIVE_TOKENS_MAX);
    for (const hours of [1, 24, 168]) assert.deepEqual((await rotate(id, hours)).body, FULL);
    assert.equal((await rotate(id, 0)).status, 200);
    assert.deepEqual([await working(), await active()], [ACTIVE_TOKENS_MAX, ACTIVE_TOKENS_MAX]);
  });

  test('revoking a token in its overlap makes room', async () => {
    const [id = ''] = await createUpTo(9);
    const { newId } = await rotate(id, 24);
    assert.deepEqual((await rotate(newId, 24)).body, FULL);
    assert.equal((await stage.owner.post(`/tokens/${id}/revoke`)).json['state'], 'revoked');
    assert.equal((await rotate(newId, 24)).status, 200);
    assert.equal(await working(), ACTIVE_TOKENS_MAX);
  });

  test('of eight rotations with overlap at once, at nine active tokens, one counts', async () => {
    const ids = await createUpTo(9);
    const answers = await Promise.all(ids.map((id) => rotate(id, 24)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 7 }, () => 409)],
    );
    assert.deepEqual([await working(), await active()], [ACTIVE_TOKENS_MAX, ACTIVE_TOKENS_MAX]);
  });
});

test('an installation with more than ten keeps what it has, and issues and rotates none until it is below', async () => {
  await createUpTo(ACTIVE_TOKENS_MAX);
  // An import can bring more than ten active tokens; here three more that were rotated.
  await service.db.rows(sql`
      insert into tokens (merchant_id, id, name, scopes, secret_hash, last_four, created_at, expires_at, rotated_at)
      select merchant_id, gen_random_uuid(), name, scopes, sha256(secret_hash || step::text::bytea), last_four, created_at,
        expires_at, created_at
      from tokens, generate_series(1, 3) as step where merchant_id = ${stage.shop.id} and id = ${stage.shop.token.id}`);
  assert.deepEqual([await working(), await active()], [ACTIVE_TOKENS_MAX, 13]);
  const states = (await listed(stage)).map(({ state }) => state);
  assert.equal(states.filter((state) => state === 'rotating').length, 3);
  const ids = (await listed(stage)).filter(({ state }) => state === 'active').map(({ id }) => String(id));
  const [first = '', second = '', third = '', fourth = ''] = ids;
  assert.equal((await stage.owner.post('/tokens', order())).status, 409);
  assert.equal((await rotate(first, 0)).status, 409);
  for (const id of [second, third, fourth]) assert.equal((await stage.owner.post(`/tokens/${id}/revoke`)).status, 200);
  assert.equal((await stage.owner.post('/tokens', order())).status, 409);
  assert.equal((await rotate(first, 0)).status, 200);
});
