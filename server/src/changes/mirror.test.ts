import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { callAs, endpointCases, newStage } from '../../../tests/harness/endpoint-cases.js';
import { newMirror, viewLibrary } from '../../../tests/harness/mirror.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();

// Whatever a call of the table does to what integrations read, a copy that follows the feed has it too; and where nothing
// that they read is another, the feed may tell of it, but never of less.
describe('a copy that only reads the feed is the library after', () => {
  // Tokens, people and sessions are of no interest to it, and one of the calls takes its token away.
  const writes = endpointCases.filter(
    ([, { method, access }, name]) =>
      method !== 'GET' &&
      (access.by === 'token' || (access.by === 'person' && access.role === 'staff') || name === 'updateMerchant'),
  );

  test('every write of the endpoint table', async () => {
    const stage = await newStage(service);
    const mirror = await newMirror(stage.shop.get);
    let told = 0;
    for (const one of writes) {
      const caller = one[1].access.by === 'token' ? stage.token : stage.owner;
      await callAs(caller, one, stage);
      told += (await mirror.follow()).length;
      assert.deepEqual(mirror.view(), await viewLibrary(stage.shop.get), one[0]);
    }
    assert.ok(told >= 20, `${told} changes`);
  });
});
