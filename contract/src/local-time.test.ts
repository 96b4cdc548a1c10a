import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { firstInstantAt, latestWallClock } from './local-time.js';

const at = (timeZone: string, moment: string): string => latestWallClock(timeZone, Date.parse(moment));

describe('the latest time that clocks have shown', () => {
  test('is what they show, to the minute', () => {
    assert.equal(at('Europe/Paris', '2026-06-15T12:00:59.999Z'), '2026-06-15T14:00');
    assert.equal(at('Asia/Kolkata', '2026-06-15T12:00:00Z'), '2026-06-15T17:30');
  });

  test('stands still while an hour is repeated', () => {
    assert.equal(at('Europe/Paris', '2026-10-25T00:59:59Z'), '2026-10-25T02:59');
    assert.equal(at('Europe/Paris', '2026-10-25T01:00:00Z'), '2026-10-25T02:59');
    assert.equal(at('Europe/Paris', '2026-10-25T01:59:59Z'), '2026-10-25T02:59');
    assert.equal(at('Europe/Paris', '2026-10-25T02:00:00Z'), '2026-10-25T03:00');
  });

  test('jumps with the clocks', () => {
    assert.equal(at('Europe/Paris', '2026-03-29T00:59:59Z'), '2026-03-29T01:59');
    assert.equal(at('Europe/Paris', '2026-03-29T01:00:00Z'), '2026-03-29T03:00');
  });

  test('has reached a time exactly when the first instant of it has come', () => {
    const zone = fc.constantFrom('Europe/Paris', 'Africa/Cairo', 'Australia/Lord_Howe', 'America/St_Johns', 'Etc/UTC');
    // Minutes of 2026, and a time near each: both sides of every change of the clocks are hit.
    const minute = fc.integer({ min: 0, max: 525_599 });
    fc.assert(
      fc.property(zone, minute, fc.integer({ min: -180, max: 180 }), (timeZone, minutes, apart) => {
        const instant = Date.UTC(2026, 0, 1) + minutes * 60_000;
        const wall = latestWallClock(timeZone, instant);
        const near = new Date(Date.parse(`${wall}Z`) + apart * 60_000).toISOString().slice(0, wall.length);
        assert.equal(near <= wall, firstInstantAt(timeZone, near) <= instant, `${timeZone} ${near} ${wall}`);
      }),
      { numRuns: 2_000 },
    );
  });
});
