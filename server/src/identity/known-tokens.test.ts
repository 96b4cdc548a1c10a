import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newGate } from '../../../tests/harness/gate.js';
import { useService } from '../../../tests/harness/service.js';
import type { Db } from '../db/db.js';
import { parseMerchantId } from '../ids.js';
import { createKnownTokens } from './known-tokens.js';

const service = useService();

test('does not keep a token that changes while it is looked up', async () => {
  const shop = await service.newMerchant();
  const [reached, released] = [newGate(), newGate()];
  let reads = 0;
  const row: Db['row'] = async (statement) => {
    reads += 1;
    const found = await service.db.row(statement);
    if (reads === 1) {
      reached.open();
      await released.opened;
    }
    return found as never;
  };
  const knownTokens = createKnownTokens({ ...service.db, row });
  knownTokens.setListening(true);
  const first = knownTokens.find(shop.secret);
  await reached.opened;
  // The token is revoked now, and the notification arrives before the answer of the first read.
  knownTokens.drop(parseMerchantId(shop.id));
  released.open();
  await first;
  await knownTokens.find(shop.secret);
  assert.equal(reads, 2, 'the second look-up reads the database again');
  await knownTokens.find(shop.secret);
  assert.equal(reads, 2, 'the third look-up is answered from the cache');
});
