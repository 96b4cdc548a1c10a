import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aboveMonth, fromMonth, monthAt, nearestMonth, placeMonths } from './months.js';

const found = {
  count: 60,
  isExact: true,
  months: [
    { month: '2026-02', count: 30 },
    { month: '2025-12', count: 10 },
    { month: '2024-02', count: 20 },
  ],
};

test('each month has the place of its first item, in the order of the list', () => {
  const starts = (sort?: 'oldest') =>
    placeMonths(sort ? { sort } : {}, found)?.map(({ month, start }) => [month, start]);
  assert.deepEqual(starts(), [
    ['2026-02', 0],
    ['2025-12', 30],
    ['2024-02', 40],
  ]);
  assert.deepEqual(starts('oldest'), [
    ['2024-02', 0],
    ['2025-12', 20],
    ['2026-02', 30],
  ]);
  const months = placeMonths({}, found) ?? [];
  assert.deepEqual(
    [0, 29, 30, 39, 40, 59, 70].map((place) => monthAt(months, place)),
    [0, 0, 1, 1, 2, 2, 2],
  );
  assert.deepEqual(
    [0, 14, 16, 34, 36, 59].map((place) => nearestMonth(months, place)),
    ['2026-02', '2026-02', '2025-12', '2025-12', '2024-02', '2024-02'],
  );
});

test('there are none by name, of a single month, and where they were not counted', () => {
  assert.equal(placeMonths({ sort: 'name' }, found), undefined);
  assert.equal(placeMonths({}, { ...found, months: found.months.slice(1, 2) }), undefined);
  assert.equal(placeMonths({}, { ...found, months: null }), undefined);
  assert.equal(placeMonths({}, undefined), undefined);
});

test('the list from a month on, and above it, keeps the filters, and stays within their days', () => {
  assert.deepEqual(aboveMonth({ q: 'door' }, '2024-02'), { q: 'door', sort: 'oldest', from: '2024-03-01' });
  assert.deepEqual(aboveMonth({ from: '2026-01-05' }, '2025-12'), { sort: 'oldest', from: '2026-01-05' });
  assert.deepEqual(aboveMonth({ sort: 'oldest' }, '2026-01'), { sort: 'newest', to: '2025-12-31' });
  assert.deepEqual(fromMonth({ q: 'door' }, '2024-02'), { q: 'door', to: '2024-02-29' });
  assert.deepEqual(fromMonth({ to: '2024-02-10' }, '2024-02'), { to: '2024-02-10' });
  assert.deepEqual(fromMonth({ to: '2026-02-10' }, '2025-12'), { to: '2025-12-31' });
  assert.deepEqual(fromMonth({ sort: 'oldest', from: '2024-02-10' }, '2024-02'), {
    sort: 'oldest',
    from: '2024-02-10',
  });
  assert.deepEqual(fromMonth({ sort: 'oldest', from: '2024-02-10' }, '2025-12'), {
    sort: 'oldest',
    from: '2025-12-01',
  });
});
