import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { createReloads } from './reloads.js';

let reloads = 0;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-15T12:00:00Z'), toFake: ['Date'] });
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  reloads = 0;
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal('location', { reload: () => void (reloads += 1) });
});
afterEach(() => void (vi.useRealTimers(), vi.unstubAllGlobals()));

// A page, loaded anew.
const open = (version: string) => createReloads({ version, worker: Promise.resolve(undefined) });

test('while instances of two releases answer in turns, a page is loaded anew for each of them once an hour', async () => {
  const leavesFor = async (version: string, served: string): Promise<boolean> => {
    const page = open(version);
    await page.serves(served);
    const isLeaving = page.isLeaving();
    if (isLeaving) page.leave();
    return isLeaving;
  };
  assert.deepEqual(
    [await leavesFor('1', '1'), await leavesFor('1', '2'), await leavesFor('2', '1')],
    [false, true, true],
  );
  assert.deepEqual([await leavesFor('1', '2'), await leavesFor('2', '1')], [false, false]);
  assert.equal(reloads, 2);
  vi.setSystemTime(Date.now() + 3_600_000);
  assert.equal(await leavesFor('1', '2'), true);
  // A clock that is set back by a day does not hold it up for a day.
  vi.setSystemTime(Date.now() - 86_400_000);
  assert.equal(await leavesFor('1', '2'), true);
});
