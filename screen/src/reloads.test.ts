import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { createReloads, reloadWhenServed } from './reloads.js';

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
  vi.stubGlobal('location', { href: 'http://192.168.1.20/screen', reload: () => void (reloads += 1) });
  vi.stubGlobal('fetch', async () => new Response());
});
afterEach(() => void (vi.useRealTimers(), vi.unstubAllGlobals()));

// A page, loaded anew.
const open = (version: string) => createReloads({ version, worker: Promise.resolve(undefined) });

test('while instances of two releases answer in turns, a page is loaded anew for each of them once an hour', async () => {
  const leavesFor = async (version: string, served: string): Promise<boolean> => {
    const page = open(version);
    await page.serves(served);
    const isLeaving = await page.canLeave();
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

// What a page that is asked for meets: the service in the midst of a restart, or nothing at all.
const AWAY: readonly (readonly [string, () => Promise<Response>])[] = [
  ['a service that starts', async () => new Response(null, { status: 503 })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
];

test.each(AWAY)('with %s a page that no worker keeps plays on, and goes when it is served again', async (_, answer) => {
  const page = open('1');
  await page.serves('2');
  vi.stubGlobal('fetch', answer);
  assert.equal(await page.canLeave(), false);
  // Nor is it asked for at each item: the next beat that is answered says that the service is back.
  assert.equal(page.isLeaving(), false);
  await page.leaveStill();
  assert.equal(reloads, 0);
  vi.stubGlobal('fetch', async () => new Response());
  await page.serves('2');
  assert.equal(await page.canLeave(), true);
});

test('a page that cannot go on is loaded anew as soon as it is served, and not before', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const reloading = reloadWhenServed(60_000);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  assert.equal(reloads, 0);
  vi.stubGlobal('fetch', async () => new Response());
  await vi.advanceTimersByTimeAsync(60_000);
  await reloading;
  assert.equal(reloads, 1);
});
