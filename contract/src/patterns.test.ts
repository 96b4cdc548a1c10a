import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, test } from 'vitest';
import { REWRITTEN } from '../test/rewritten-patterns.js';
import { endpoints } from './endpoints.js';
import { toOpenApi } from './openapi.js';
import * as ours from './patterns.js';
import { tools } from './tools.js';

// Those of the document, and those that only the console, screens and assistants' programs are given.
const patterns = [...new Set([toOpenApi(), endpoints, tools].flatMap((all) => [...patternsIn(all)]))];

test('the document has patterns to look at, and every one of ours is somewhere', () => {
  for (const pattern of [ours.NOT_BLANK, ours.NOT_BLANK_NO_CONTROLS, ours.FLIGHT_MOMENT]) {
    assert.ok([...patternsIn(toOpenApi())].includes(pattern), pattern);
  }
  assert.deepEqual(
    Object.entries(ours).filter(([, pattern]) => !patterns.includes(pattern)),
    [],
  );
});

describe.each(patterns)('%s', (pattern) => {
  test('is understood by JavaScript with and without u, and means the same', () => {
    const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, 'u')];
    fc.assert(fc.property(aText, (text) => assert.equal(plain.test(text), unicode.test(text), text)));
  });

  test('is understood by RE2, and so by Go', () => {
    const compiled = RE2JS.compile(pattern);
    assert.equal(compiled.matcher('\u0000').find(), new RegExp(pattern).test('\u0000'));
  });

  test('uses nothing that only some engines have', () => {
    assert.doesNotMatch(pattern, /\(\?|\\[pPuU]|\\d|\\[1-9]/);
  });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)(`Python's re understands every pattern${hasPython ? '' : ' (skipped: no python3)'}`, () => {
  const program = 'import json, re, sys\nfor one in json.load(sys.stdin): re.compile(one)';
  const { status, stderr } = spawnSync('python3', ['-c', program], { input: JSON.stringify(patterns) });
  assert.equal(status, 0, String(stderr));
});

test.each(Object.entries(REWRITTEN))('what %s accepted, %s accepts, and hardly more', (before, after) => {
  assert.ok(patterns.includes(after));
  const [older, newer] = [new RegExp(before, 'u'), new RegExp(after, 'u')];
  fc.assert(
    fc.property(aText, (text) => {
      // `.` stops at these two, so a name that begins with one was refused by mistake.
      const isMended = /[\u2028\u2029]/.test(text);
      assert.ok(older.test(text) ? newer.test(text) : isMended || !newer.test(text), text);
    }),
    { numRuns: 2_000 },
  );
});

const ODD = [
  '\u0000',
  '\t',
  '\n',
  '\u001f',
  '\u007f',
  '\u009f',
  ' ',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\ufeff',
  'a',
  '😀',
];
const aText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...ODD), maxLength: 6 }),
  fc.string({ unit: 'binary' }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 16)),
);

function* patternsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'pattern' && typeof value === 'string') yield value;
    else yield* patternsIn(value);
  }
}
