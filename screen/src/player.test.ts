import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { ALWAYS, aProgram, type Flight } from './testing/a-program.js';
import { Player } from './player.js';
import type { Prepared, Source, Stage } from './stage.js';

const NOON = Date.parse('2026-06-15T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

const UNTIL_SOON: Flight = { start: null, end: '2026-06-15T12:01' };
const FROM_SOON: Flight = { start: '2026-06-15T12:01', end: null };

type Wall = { on: string | null; readonly seen: (string | null)[] };

// How long each takes until it can be shown; none: it never can.
function startPlayer(
  loads: Readonly<Record<string, number>>,
  over: Partial<ConstructorParameters<typeof Player>[0]> = {},
) {
  const wall: Wall = { on: null, seen: [] };
  const put = (on: string | null): void => void wall.seen.push((wall.on = on));
  const stage: Stage = {
    async prepare({ name, seconds }: Source): Promise<Prepared | undefined> {
      const ms = loads[name];
      await new Promise((resolve) => setTimeout(resolve, ms ?? 1));
      if (ms === undefined) return undefined;
      const wait = async () => {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        return 'ended' as const;
      };
      return { show: async () => (put(name), true), wait, drop: () => undefined };
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
    isLeaving: () => false,
    leave: () => undefined,
    ...over,
  });
  return { player, wall, running: player.run() };
}

test('what has ended makes way for what can be shown, though the first of it cannot and the second takes long to load', async () => {
  const { player, wall } = startPlayer({ old: 1, slow: 3_000 });
  player.take(aProgram(['Old', UNTIL_SOON, 'old'], ['New', FROM_SOON, 'broken', 'slow']));
  await vi.advanceTimersByTimeAsync(5_000);
  assert.equal(wall.on, 'old');
  await vi.advanceTimersByTimeAsync(60_000);
  assert.deepEqual(wall.seen.slice(-1), ['slow']);
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
      isLeaving: () => Date.now() > NOON + 5_000,
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
