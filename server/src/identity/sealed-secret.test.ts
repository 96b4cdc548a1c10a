import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSecret, sealSecret } from './sealed-secret.js';

const SECRET = Buffer.from('12345678901234567890');
const KEY = 'k'.repeat(32);

test('a sealed secret opens with its key, for its person, and no other way', () => {
  const kept = sealSecret(KEY, 'ada', SECRET);
  assert.equal(kept.includes(SECRET), false);
  assert.deepEqual(openSecret(KEY, 'ada', kept), SECRET);
  assert.throws(() => openSecret(KEY, 'eve', kept), /SECRET_KEY is another/);
  assert.throws(() => openSecret('x'.repeat(32), 'ada', kept), /SECRET_KEY is another/);
  assert.throws(() => openSecret(undefined, 'ada', kept), /SECRET_KEY is not set/);
});

test('what was kept without a key is still read once there is one', () => {
  assert.deepEqual(openSecret(KEY, 'ada', sealSecret(undefined, 'ada', SECRET)), SECRET);
});
