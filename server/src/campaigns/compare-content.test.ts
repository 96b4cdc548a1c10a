import assert from 'node:assert/strict';
import { test } from 'vitest';
import { compareContent } from './compare-content.js';

// `A5` is medium A for five seconds.
const items = (text: string) =>
  text.split(' ').flatMap((word) => {
    if (word === '') return [];
    return { mediaId: word.charAt(0), type: 'image' as const, durationSeconds: Number(word.slice(1)) };
  });
const words = (list: readonly { mediaId: string; durationSeconds: number }[]) =>
  list.map(({ mediaId, durationSeconds }) => `${mediaId}${durationSeconds}`).join(' ');

const compare = (before: string, after: string) => {
  const changes = compareContent(items(before), items(after));
  assert.equal(words(changes.after), after);
  return {
    ...(changes.added.length > 0 && { added: words(changes.added) }),
    ...(changes.removed.length > 0 && { removed: words(changes.removed) }),
    ...(changes.reordered && { reordered: true }),
    ...(changes.retimed.length > 0 && {
      retimed: changes.retimed.map(({ item, fromSeconds }) => `${fromSeconds} ${words([item])}`).join(', '),
    }),
  };
};

test.each([
  ['nothing', 'A5 B5 C5', 'A5 B5 C5', {}],
  ['everything new', '', 'A5 A5', { added: 'A5 A5' }],
  ['everything gone', 'A5 B5', '', { removed: 'A5 B5' }],
  ['one more in the middle', 'A5 B5', 'A5 C5 B5', { added: 'C5' }],
  ['one less in the middle', 'A5 C5 B5', 'A5 B5', { removed: 'C5' }],
  ['a second time', 'A5 B5', 'A5 B5 A5', { added: 'A5' }],
  ['the first of two that are the same', 'A5 B5 A5', 'B5 A5', { removed: 'A5' }],
  ['the last of two that are the same', 'A5 B5 A5', 'A5 B5', { removed: 'A5' }],
  ['an exchange', 'A5 B5', 'A5 C5', { added: 'C5', removed: 'B5' }],
  ['another order', 'A5 B5 C5', 'C5 A5 B5', { reordered: true }],
  ['another order with one more and one less', 'A5 B5 C5', 'C5 D5 A5', { added: 'D5', removed: 'B5', reordered: true }],
  ['another time', 'A5 B5', 'A5 B9', { retimed: '5 B9' }],
  ['another time and another order', 'A5 B5', 'B9 A5', { reordered: true, retimed: '5 B9' }],
  ['of two times one', 'A5 B5 A9', 'B5 A9', { removed: 'A5' }],
  ['two times exchanged', 'A5 A9', 'A9 A5', { reordered: true }],
  ['one of two with another time', 'A5 A5', 'A5 A7', { retimed: '5 A7' }],
])('%s', (_title, before, after, changes) => assert.deepEqual(compare(before, after), changes));

test('a thousand items against a thousand others are compared, too', () => {
  const long = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of}${at + 1}`).join(' ');
  assert.deepEqual(compare(long(1000, 'A'), long(1000, 'B')), { added: long(1000, 'B'), removed: long(1000, 'A') });
});
