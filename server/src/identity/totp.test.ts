import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { findStep, stepAt, toBase32, toOtpauthUrl, totpCode } from './totp.js';

// RFC 6238, appendix B.
const SECRET = Buffer.from('12345678901234567890');

describe('codes of an authenticator app', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %i are those of RFC 6238', (seconds, code) => {
    assert.equal(totpCode(SECRET, stepAt(seconds * 1000), 8), code);
    assert.equal(totpCode(SECRET, stepAt(seconds * 1000)), code.slice(2));
  });

  test('are taken half a minute early and late, and no further', () => {
    const step = 1000;
    const codeOf = (at: number) => totpCode(SECRET, at);
    const around = [998, 999, 1000, 1001, 1002].map((at) =>
      findStep(SECRET, codeOf(at), { now: step * 30_000, after: 0 }),
    );
    assert.deepEqual(around, [undefined, 999, 1000, 1001, undefined]);
    assert.equal(findStep(SECRET, codeOf(1000), { now: step * 30_000 + 29_999, after: 0 }), 1000);
  });

  test('work once, and none older works after a newer one', () => {
    const now = 1000 * 30_000;
    assert.equal(findStep(SECRET, totpCode(SECRET, 1000), { now, after: 1000 }), undefined);
    assert.equal(findStep(SECRET, totpCode(SECRET, 999), { now, after: 1000 }), undefined);
    assert.equal(findStep(SECRET, totpCode(SECRET, 1001), { now, after: 1000 }), 1001);
  });

  test('that are no six digits are none', () => {
    for (const code of ['', '1', '1234567', 'abcdef', '٠٠٠٠٠٠'])
      assert.equal(findStep(SECRET, code, { now: 90_000, after: 0 }), undefined);
  });

  test('come from a secret that is shown in base 32 and as a QR code', () => {
    assert.equal(toBase32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    assert.equal(
      toOtpauthUrl(SECRET, 'ada+1@example.com'),
      'otpauth://totp/Vitrine:ada%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Vitrine',
    );
  });
});
