import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSecret, sealSecret } from './sealed-secret.js';

const SECRET = Buffer.from('12345678901234567890');
const KEY = 'k'.repeat(32);

test('opens a sealed secret with its key, for its person, and no other way', () => {
  const kept = sealSecret(KEY, 'ada', SECRET);
  assert.equal(kept.includes(SECRET), false);
  assert.deepEqual(openSecret(KEY, 'ada', kept), SECRET);
  assert.throws(() => openSecret(KEY, 'eve', kept), /another SECRET_KEY/);
  assert.throws(() => openSecret(KEY, 'ada', kept, 'webhook'), /another SECRET_KEY/);
  assert.throws(() => openSecret('x'.repeat(32), 'ada', kept), /another SECRET_KEY/);
});
