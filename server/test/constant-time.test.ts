// How secrets are compared: never with ===, which stops at the first letter that differs.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');
const SECRET = String.raw`\b\w*(?:secret|signature|password|passphrase|seal|bearer|cookie|invitation|session)\w*\b`;
const VALUE = String.raw`[\w.?[\]()']+`;
const COMPARED = new RegExp(`(?:${SECRET}\\)?\\s*[!=]==\\s*(${VALUE}))|(?:(${VALUE})\\s*[!=]==\\s*${SECRET})`, 'i');
// Whether something is there at all, what kind it is, how long it is: that is no guess at its letters.
const HARMLESS = /^(?:undefined|null|true|false|''|'string'|typeof|[\w.]*length|\d+)$/;

type Line = { readonly file: string; readonly text: string };

const findComparisons = (lines: readonly Line[]): string[] =>
  lines
    .filter(({ text }) => {
      const [, right, left] = COMPARED.exec(text) ?? [];
      const other = right ?? left;
      return other !== undefined && !HARMLESS.test(other.replace(/[()]/g, ''));
    })
    .map(({ file, text }) => `${file}: ${text.trim()}`);

function readLines(): Line[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(join(SOURCE, file), 'utf8')
        .split('\n')
        .filter((text) => !text.trim().startsWith('//'))
        .map((text) => ({ file, text })),
    );
}

test('no secret is compared letter by letter', () => {
  assert.deepEqual(findComparisons(readLines()), []);
  const planted = [
    'if (secret === expected) return caller;',
    'return row.session_secret !== given;',
    'const isRight = given === expectedSignature;',
    'if (secret === undefined) return;',
    "if (typeof passwordHash === 'string') return;",
    'if (seal.length !== 16) return;',
  ].map((text) => ({ file: 'planted.ts', text }));
  assert.deepEqual(
    findComparisons(planted),
    planted.slice(0, 3).map(({ text }) => `planted.ts: ${text}`),
  );
});

// Tokens, sessions and invitations are looked up by the SHA-256 of what was sent: an index search does leak a little of how
// far the hash agrees, but nobody can choose a hash's letters without already having its secret.
test.each([
  ['access/queries.ts', /where t\.secret_hash = \$\{secretHash\}/],
  ['access/session-queries.ts', /where s\.secret_hash = \$\{secretHash\}/],
  ['people/invitation-queries.ts', /where secret_hash = \$\{secretHash\}/],
  ['http/cursor.ts', /timingSafeEqual\(bytes\.subarray\(0, SEAL_BYTES\), seal\(/],
  ['storage/verify-request.ts', /given\.length === expected\.length && timingSafeEqual\(given, expected\)/],
  ['people/password.ts', /verifyPassword\(passwordHash \?\? NOBODYS_HASH, password\)/],
])('%s finds or compares a secret in a time that tells nothing of it', (file, shape) => {
  assert.match(readFileSync(join(SOURCE, file), 'utf8'), shape);
});
