import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { findPlanted } from './find-planted.js';
import { PLANTED } from './planted.js';
import { openService, type Target } from './target.js';

let target: Target;
beforeAll(async () => void (target = await openService()));
afterAll(() => target.close());

test.each(PLANTED)('planted: %s', async (_about, found, plant) => {
  assert.match(await findPlanted(target, plant), found);
});
