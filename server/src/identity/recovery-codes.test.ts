import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';

test('ten recovery codes of eighty bits, none like another', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
});

test('a recovery code is known however it is typed', () => {
  const kept = hashRecoveryCode('01ab-cdef-ghjk-mnpq');
  for (const typed of ['01abcdefghjkmnpq', ' O1AB CDEF GHJK MNPQ ', 'olab-cdef-ghjk-mnpq', '0IAB-CDEF-GHJK-MNPQ'])
    assert.deepEqual(hashRecoveryCode(typed), kept);
  assert.notDeepEqual(hashRecoveryCode('01ab-cdef-ghjk-mnpr'), kept);
});
