import assert from 'node:assert/strict';
import { test } from 'vitest';
import { ALWAYS, aProgram } from './testing/a-program.js';
import { withKnownZone } from './known-zone.js';
import { restrictTo } from './restrict-program.js';

test('until all of a newer program is there, what it has no longer goes, and the rest goes by its hours', () => {
  const later = { start: '2026-06-15T17:00', end: null };
  const taken = { ...aProgram(['A', ALWAYS, 'a'], ['B', ALWAYS, 'b1', 'b2']), default: { items: [] } };
  const newest = { ...aProgram(['B', later, 'b3'], ['C', ALWAYS, 'c']), merchant: { name: 'New name' } };
  const [, b] = taken.campaigns;
  assert.deepEqual(restrictTo(newest, taken), {
    ...taken,
    merchant: { name: 'New name' },
    campaigns: [{ ...b, flight: later }],
    default: null,
    media: taken.media.slice(1),
  });
  // Default content goes with the merchant's choice, and stays until another can be played.
  assert.deepEqual(restrictTo({ ...newest, default: { items: [] } }, taken).default, { items: [] });
  assert.equal(restrictTo(undefined, taken), taken);
  assert.equal(restrictTo({ ...newest, version: taken.version }, taken), taken);
});

test('a zone that the browser does not know is its own', () => {
  const program = aProgram(['A', ALWAYS, 'a']);
  assert.equal(withKnownZone(program, 'Asia/Tokyo'), program);
  const unknown = { ...program, screen: { ...program.screen, timeZone: 'Europe/Atlantis' } };
  assert.equal(withKnownZone(unknown, 'Asia/Tokyo').screen.timeZone, 'Asia/Tokyo');
});
