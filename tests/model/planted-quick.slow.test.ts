// A few of the planted faults, which are found soon; `npm run tool -- long` plants all of them.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { findPlanted } from './find-planted.js';
import { PLANTED } from './planted.js';
import { openService, type Target } from './target.js';

const QUICK = new Set([
  'a tag that was added is dropped again',
  'a token works on after it was revoked',
  'an item that became ready is not told of',
]);

let target: Target;
beforeAll(async () => void (target = await openService()));
afterAll(() => target.close());

test.each(PLANTED.filter(([about]) => QUICK.has(about)))('planted: %s', async (_about, found, plant) => {
  assert.match(await findPlanted(target, plant), found);
});
