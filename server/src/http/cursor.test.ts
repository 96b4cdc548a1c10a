import assert from 'node:assert/strict';
import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'vitest';
import { parseMerchantId } from '../ids.js';
import { openCursor, sealCursor } from './cursor.js';

const merchantId = parseMerchantId('00000000-0000-4000-8000-000000000001');

// Other releases and instances open what this one seals.
test("a cursor is its position behind the first half of Node's own HMAC of what it is bound to", () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom('Café', '\u{1f600}', '\ud800', '\0'));
  const property = fc.property(
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
    fc.array(texts, { maxLength: 4 }),
    fc.tuple(texts, texts),
    (bytes, filters, position) => {
      const key = createSecretKey(bytes);
      const payload = JSON.stringify(position);
      const bound = JSON.stringify(['media', merchantId, ...filters]);
      const digest = createHmac('sha256', key).update(`${bound}\0${payload}`).digest();
      const scope = { list: 'media', merchantId, filters };
      const cursor = sealCursor(key, scope, position);
      assert.equal(cursor, Buffer.concat([digest.subarray(0, 16), Buffer.from(payload)]).toString('base64url'));
      assert.deepEqual(openCursor(key, scope, cursor), position);
      assert.throws(() => openCursor(key, { ...scope, list: 'tags' }, cursor));
    },
  );
  fc.assert(property, { numRuns: 50 });
});
