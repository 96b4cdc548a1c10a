import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { ALWAYS, aProgram, type Flight } from './testing/a-program.js';
import { Player } from './player.js';
import type { Prepared, Source, Stage } from './stage.js';
import type { Program } from './wire.js';
import { collectGarbage } from '../../tests/harness/collect-garbage.js';

const NOON = Date.parse('2026-06-15T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void (vi.useRealTimers(), vi.unstubAllGlobals()));

const UNTIL_SOON: Flight = { start: null, end: '2026-06-15T12:01' };
const FROM_SOON: Flight = { start: '2026-06-15T12:01', end: null };

type Wall = { on: string | null; readonly seen: (string | null)[]; readonly held: WeakRef<Prepared>[]; layers: number };

// A film takes a moment to begin.
const BEGIN_MS = 20;

// How long each takes until it can be shown; none: it cannot.
function startPlayer(loads: Record<string, number>, over: Partial<ConstructorParameters<typeof Player>[0]> = {}) {
  const wall: Wall = { on: null, seen: [], held: [], layers: 0 };
  let top: Prepared | undefined;
  const put = (on: string | null, by?: Prepared): void => void (wall.seen.push((wall.on = on)), (top = by));
  const stage: Stage = {
    async prepare({ name, seconds }: Source): Promise<Prepared | undefined> {
      const ms = loads[name];
      await new Promise((resolve) => setTimeout(resolve, ms ?? 1));
      if (ms === undefined) return undefined;
      const wait = async () => {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        return 'ended' as const;
      };
      const drop = (): void => {
        wall.layers -= 1;
        if (top === prepared) put(null);
      };
      const show = async () => {
        await new Promise((resolve) => setTimeout(resolve, BEGIN_MS));
        put(name, prepared);
        return true;
      };
      const prepared: Prepared = { show, wait, drop };
      wall.layers += 1;
      wall.held.push(new WeakRef(prepared));
      return prepared;
    },
    clear: () => put(null),
  };
  const player = new Player({
    stage,
    files: undefined,
    findUrl: async (id) => id,
    repair: () => undefined,
    onShown: () => undefined,
    onPlayed: async () => undefined,
    onFault: () => undefined,
    now: () => Date.now(),
    isLeaving: () => false,
    canLeave: async () => false,
    leave: () => undefined,
    ...over,
  });
  return { player, wall, running: player.run() };
}

const withPages = (program: Program): Program => ({
  ...program,
  media: program.media.map((media) => ({ ...media, type: 'web', sha256: null })),
});

test('what has ended makes way for what can be shown, though the first of it cannot and the second takes long to load', async () => {
  const { player, wall } = startPlayer({ old: 1, slow: 3_000 });
  player.take(aProgram(['Old', UNTIL_SOON, 'old'], ['New', FROM_SOON, 'broken', 'slow']));
  await vi.advanceTimersByTimeAsync(5_000);
  assert.equal(wall.on, 'old');
  await vi.advanceTimersByTimeAsync(60_000);
  assert.deepEqual(wall.seen.slice(-1), ['slow']);
  player.end();
});

test('what has ended goes though the next is long not ready; default content stays until it is', async () => {
  const { player, wall } = startPlayer({ old: 1, slow: 60_000 });
  player.take(aProgram(['Old', UNTIL_SOON, 'old'], ['New', FROM_SOON, 'slow']));
  await vi.advanceTimersByTimeAsync(61_000);
  assert.equal(wall.on, 'old');
  await vi.advanceTimersByTimeAsync(4_000);
  assert.equal(wall.on, null);
  await vi.advanceTimersByTimeAsync(60_000);
  assert.equal(wall.on, 'slow');
  player.end();

  vi.setSystemTime(NOON);
  const other = startPlayer({ spare: 1, slow: 60_000 });
  const program = aProgram(['New', FROM_SOON, 'slow'], ['Over', { start: null, end: '2026-06-15T11:00' }, 'spare']);
  other.player.take({ ...program, default: { items: program.campaigns[1]?.items ?? [] } });
  await vi.advanceTimersByTimeAsync(100_000);
  assert.equal(other.wall.on, 'spare');
  await vi.advanceTimersByTimeAsync(30_000);
  assert.equal(other.wall.on, 'slow');
  other.player.end();
});

test('of what was shown nothing is kept, however long nothing changes', async () => {
  const { player, wall } = startPlayer({ a: 1, b: 1 });
  player.take(aProgram(['A', ALWAYS, 'a', 'b']));
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  assert.ok(wall.held.length > 100, String(wall.held.length));
  vi.useRealTimers();
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    collectGarbage();
  }
  const held = wall.held.filter((one) => one.deref() !== undefined);
  // What is on, and what comes next.
  assert.ok(held.length <= 4, String(held.length));
  player.end();
});

test('what has ended goes when nothing that runs can be shown, and what still runs stays', async () => {
  const { player, wall } = startPlayer({ old: 1 });
  player.take(aProgram(['Old', UNTIL_SOON, 'old'], ['New', FROM_SOON, 'broken', 'broken too']));
  await vi.advanceTimersByTimeAsync(65_000);
  assert.equal(wall.on, null);
  player.end();

  const other = startPlayer({ old: 1 });
  other.player.take(aProgram(['Old', ALWAYS, 'old'], ['Soon', { start: '2026-06-15T13:00', end: null }, 'broken']));
  await vi.advanceTimersByTimeAsync(100_000);
  assert.equal(other.wall.on, 'old');
  other.player.end();
});

test('a page that is loaded anew has written down first what had its time', async () => {
  const done: string[] = [];
  const { player, running } = startPlayer(
    { bread: 1, cake: 1 },
    {
      canLeave: async () => Date.now() > NOON + 5_000,
      onPlayed: async ({ mediaId }) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        done.push(mediaId);
      },
      leave: () => void done.push('left'),
    },
  );
  player.take(aProgram(['All', ALWAYS, 'bread', 'cake']));
  await vi.advanceTimersByTimeAsync(15_000);
  await running;
  assert.deepEqual(done, ['bread', 'left']);
  player.end();
});

test('a web page that plays alone is loaded anew when its time is over; when it does not load, the first one stays', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  const loads: Record<string, number> = { menu: 1_000 };
  const played: number[] = [];
  const { player, wall } = startPlayer(loads, { onPlayed: async ({ since }) => void played.push(since) });
  player.take(withPages(aProgram(['Menu', ALWAYS, 'menu'])));
  // Never dark between two of them, once the player has begun.
  const shows = (): string => wall.seen.slice(1).join();
  await vi.advanceTimersByTimeAsync(10_500);
  assert.deepEqual([shows(), wall.held.length], ['menu', 1]);
  await vi.advanceTimersByTimeAsync(20_000);
  assert.deepEqual([shows(), played.length], ['menu,menu,menu', 2]);
  delete loads['menu'];
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  assert.equal(shows(), 'menu,menu,menu');
  loads['menu'] = 1_000;
  await vi.advanceTimersByTimeAsync(11_100);
  assert.deepEqual([shows(), played.length], ['menu,menu,menu,menu', 3]);
  player.end();
});

test('a wall of pages without network stands as it is, which is no standing still; that nothing is even tried is', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  const loads: Record<string, number> = { menu: 1, news: 1 };
  const { player, wall } = startPlayer(loads);
  player.take(withPages(aProgram(['Pages', ALWAYS, 'menu', 'news'])));
  await vi.advanceTimersByTimeAsync(5_000);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  let stills = 0;
  for (let minute = 0; minute < 10; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    stills += Number(player.isStill());
  }
  // The second was ready when the network went.
  assert.deepEqual([wall.on, stills], ['news', 0]);
  player.end();

  const other = startPlayer({ bread: 1, cake: 24 * 60 * 60_000 });
  other.player.take(aProgram(['All', ALWAYS, 'bread', 'cake']));
  await vi.advanceTimersByTimeAsync(100_000);
  assert.equal(other.player.isStill(), false);
  await vi.advanceTimersByTimeAsync(20_000);
  assert.equal(other.player.isStill(), true);
  other.player.end();
});

test('where nothing can be shown and nothing is on, that is said', async () => {
  const said: (string | null)[] = [];
  const loads: Record<string, number> = {};
  const { player } = startPlayer(loads, { onShown: (shown) => void said.push(shown?.mediaId ?? null) });
  await vi.advanceTimersByTimeAsync(1_000);
  said.length = 0;
  player.take(aProgram(['All', ALWAYS, 'bread', 'cake']));
  await vi.advanceTimersByTimeAsync(1_000);
  assert.deepEqual(said, [null]);
  loads['cake'] = 1;
  await vi.advanceTimersByTimeAsync(15_000);
  assert.equal(said.at(-1), 'cake');
  player.end();
});

test.each([
  ['is made ready', 50],
  ['begins', 110],
  ['is on and the next is made ready', 150],
])('a player that ends while something %s leaves nothing behind', async (_, ms) => {
  const { player, wall, running } = startPlayer({ bread: 100, cake: 100 });
  player.take(aProgram(['All', ALWAYS, 'bread', 'cake']));
  await vi.advanceTimersByTimeAsync(ms);
  player.end();
  await vi.advanceTimersByTimeAsync(1_000);
  await running;
  assert.deepEqual([wall.layers, wall.on], [0, null]);
});
