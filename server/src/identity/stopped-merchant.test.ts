import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newStage, type Stage } from '../../../tests/harness/endpoint-cases.js';
import { useService } from '../../../tests/harness/service.js';
import { create, listed, order } from '../../../tests/harness/till-tokens.js';
import { resumeMerchant, setPlan, suspendMerchant } from '../merchants/change-merchant.js';
import { parseMerchantId } from '../ids.js';

const service = useService();
let stage: Stage;

const SUSPENDED = {
  error: 'forbidden',
  message: 'The merchant is suspended: its tokens do not work, and it gets no new ones. Ask the operator.',
};
const PLAN_ENDED = {
  error: 'forbidden',
  message: 'The plan of the merchant has ended: its tokens do not work, and it gets no new ones. Ask the operator.',
  code: 'plan',
};

test('a suspended merchant issues and rotates no tokens, revokes them, and goes on when it is resumed', async () => {
  stage = await newStage(service);
  const merchantId = parseMerchantId(stage.shop.id);
  const { id } = await create(stage);
  await suspendMerchant(service, merchantId);
  assert.deepEqual((await stage.owner.post('/tokens', order())).body, SUSPENDED);
  assert.deepEqual((await stage.owner.post(`/tokens/${id}/rotate`, { overlapHours: 0 })).body, SUSPENDED);
  assert.equal((await stage.owner.post(`/tokens/${id}/revoke`)).status, 200);
  assert.equal((await listed(stage)).length, 2);
  await resumeMerchant(service, merchantId);
  assert.equal((await stage.owner.post('/tokens', order())).status, 200);
});

test('nor does one whose plan has ended', async () => {
  stage = await newStage(service);
  const merchantId = parseMerchantId(stage.shop.id);
  const { id } = await create(stage);
  await setPlan(service, merchantId, { plan_ends_at: new Date(service.clock.now()).toISOString() });
  assert.deepEqual((await stage.owner.post('/tokens', order())).body, PLAN_ENDED);
  assert.deepEqual((await stage.owner.post(`/tokens/${id}/rotate`, { overlapHours: 0 })).body, PLAN_ENDED);
  await setPlan(service, merchantId, { plan_ends_at: null });
  assert.equal((await stage.owner.post('/tokens', order())).status, 200);
});
