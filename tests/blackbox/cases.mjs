// Every sentence, in one process and one after the other: they share the budgets of a minute.
import assert from 'node:assert/strict';
import { claim, meet } from './world.mjs';
import { testAccess } from './access.mjs';
import { testLists } from './lists.mjs';
import { testItems } from './items.mjs';
import { testUploads } from './uploads.mjs';
import { testRefusedUploads } from './refused-uploads.mjs';
import { testRateLimit } from './rate-limit.mjs';

const world = await meet(JSON.parse(process.env.BLACKBOX ?? '{}')).catch((error) => error);
claim('the service answers, and knows each token', false, () => assert.ok(!(world instanceof Error), world.message));
if (!(world instanceof Error)) testAll();

function testAll() {
  testAccess(world);
  testLists(world);
  testItems(world);
  testRefusedUploads(world);
  testUploads(world);
  testRateLimit(world); // last: it uses up a token's minute
}
