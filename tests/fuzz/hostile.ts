import fc from 'fast-check';
import { toBytes } from './fuzz-request.js';

// Texts that break what was not thought of: white space and controls, directions, wildcards, names of prototypes, numbers
// that are none, halves of characters.
export const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0007\u001b[31m',
  '\r\nX-Injected: 1',
  '\u0085\u2028\u2029',
  '\u200b\ufeff',
  '\u202eabc',
  '\ud800',
  'a\udfffb',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u{10ffff}\uffff',
  'e\u0301\u0327'.repeat(20),
  'ŉ ŒÆ ß ẞ İ ı ſ ﬁ Σς',
  '%',
  '_',
  '\\',
  '*',
  '%_%\\%',
  "' or 1=1 --",
  '"; drop table x; --',
  '$1 $$ ${x} {{x}} <%= x %>',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '9'.repeat(400),
  'null',
  'true',
  '[]',
  '[object Object]',
  'a'.repeat(5_000),
] as const;

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 210 }),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
);

const BROKEN_UTF8 = ['\xff', '\xc0\xaf', '\xe2\x82', '\xed\xa0\x80', '\xf5\x80\x80\x80', '\x80'] as const;
const BROKEN_ESCAPES = ['%', '%z', '%zz', '%0', '%ff', '%c0%af', '%ed%a0%80', '%u0041', '%00', '%25%zz'] as const;

// What stands in a path or a query: escaped, or as it is.
export const hostilePiece: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
  // The bytes of the characters that a request line can hold at all.
  hostileText.map((text) => toBytes(text).replace(/[^!-~\x80-\xff]/g, '')),
  fc.constantFrom(...BROKEN_ESCAPES, ...BROKEN_UTF8),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown[]>(null, true, false, 0, -0, -1, 0.5, 1e308, 2 ** 31, 2 ** 53, 2 ** 64, [], {}, [[]], [null]),
  fc.double(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(Number),
  fc.dictionary(hostileText, fc.constant(1), { maxKeys: 3, noNullPrototype: true }),
);

const deep = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);

// Texts that are not quite JSON, or JSON that few expect.
export const ODD_BODIES = [
  '',
  ' ',
  '{',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"a":1}',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{"__proto__":{"name":"x"}}',
  '{"constructor":{"prototype":{"name":"x"}}}',
  '{"n":1e999,"m":-1e999,"z":-0}',
  '{"\\u0000":1}',
  '{"a":NaN}',
  '// a\n{}',
  '\xef\xbb\xbf{}',
  '\xff\xfe{\0}\0',
  '{"a":"\xff"}',
  '{"a":"\xed\xa0\x80"}',
  '{"a":"\0"}',
  deep('[', ']', 4_000),
  deep('{"a":', '}', 2_000).replace('}', '1}'),
  `{"a":"${'b'.repeat(17_000)}"}`,
  ' '.repeat(70_000),
] as const;
