import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { barLine } from './bar-reporter.js';
import { formatBytes, formatSeconds } from './format.js';
import { toTable, type Column } from './print.js';
import { clip, plain, textWidth } from './text-width.js';

type Row = { readonly name: string; readonly tags: string; readonly id: string };
const COLUMNS: readonly Column<Row>[] = [
  { heading: 'name', text: ({ name }) => name, shrinks: true },
  { heading: 'tags', text: ({ tags }) => tags, shrinks: true, drops: 1 },
  { heading: 'id', text: ({ id }) => id },
];
const ROWS: readonly Row[] = [
  { name: 'A name that is longer than any terminal is wide, or nearly so', tags: 'Summer', id: '1'.repeat(36) },
  { name: '夏のセール', tags: 'Été, Window', id: '2'.repeat(36) },
];

test('a table fits the terminal: names are cut, then columns go', () => {
  for (const width of [60, 80, 100, 150]) {
    for (const line of toTable(COLUMNS, ROWS, width)) expect(textWidth(line)).toBeLessThanOrEqual(width);
  }
  assert.ok(!toTable(COLUMNS, ROWS, 60)[0]?.includes('tags'));
  assert.ok(toTable(COLUMNS, ROWS, 80)[1]?.includes('…'));
});

test('into a pipe a table is whole', () => {
  assert.ok(toTable(COLUMNS, ROWS, Number.POSITIVE_INFINITY)[1]?.includes('or nearly so'));
});

test('columns line up, also under wide letters', () => {
  const lines = toTable(COLUMNS, ROWS, 100);
  const starts = lines.slice(1).map((line) => textWidth(line.slice(0, line.search(/[12]{36}/))));
  assert.equal(new Set(starts).size, 1);
});

test('a name cannot move the cursor', () => {
  assert.equal(plain('a\u001b[2Jb\u202ec'), 'a�[2Jb�c');
  assert.equal(clip('夏のセール', 5), '夏の…');
});

test('a bar is never wider than the terminal', () => {
  const state = {
    label: '夏'.repeat(60),
    doneBytes: 61,
    totalBytes: 100,
    bytesPerSecond: 1024 ** 3 * 99,
    note: undefined,
  };
  for (const columns of [60, 80, 200]) expect(textWidth(barLine(state, columns))).toBeLessThan(columns);
  assert.match(
    barLine({ ...state, label: 'door.mp4', bytesPerSecond: 13 }, 80),
    /^door\.mp4 +█+░+ {3}61% +13 B\/s {2}0:03 left$/,
  );
});

test('figures are short', () => {
  assert.deepEqual([0, 1023, 1536, 2 * 1024 ** 3].map(formatBytes), ['0 B', '1023 B', '1.5 KB', '2.0 GB']);
  assert.deepEqual([5, 65, 3723].map(formatSeconds), ['0:05', '1:05', '1:02:03']);
});
