// Shards of a node that are asked for often, held for all who ask. One transaction has the shared lock of their metadata and has seen
// that they are here; while it lasts none of them is moved, and neither lock nor question goes ahead of each statement, which were
// a tenth of what a page costs. It lasts for a turn: who moves a shard waits for that long, and those who come after wait for him.
// With its end all that was counted meanwhile is in the log, by which shards move.
import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './db.js';
import { guardsOf } from './shard-guards.js';

export type HeldShards = {
  // Asks, with whether all of `shards` are held. They are until it has its answer, or the transaction's connection is lost.
  readonly ask: <Result>(shards: readonly string[], ask: (areHeld: boolean) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
};

type Turn = {
  readonly shards: ReadonlySet<string>;
  readonly asking: Set<Promise<unknown>>;
  // A process that stood still may not have heard yet that its connection is lost.
  readonly until: number;
};

const TURN_MS = 500;
// In a turn. Fewer would not pay for the lock.
const OFTEN = 4;

// `db` is for this alone: one connection is in a transaction for as long as shards are asked for often. Where it waits too long for a
// lock, nothing is held.
export function createHeldShards(db: Db, group: number): HeldShards {
  let asked = new Map<string, number>();
  let turn: Turn | undefined;
  let holding: Promise<void> | undefined;
  let isClosed = false;

  const takeOften = (): readonly string[] => {
    const often = Array.from(asked).flatMap(([shard, times]) => (times >= OFTEN ? [shard] : []));
    asked = new Map();
    return often.toSorted();
  };
  const holdForATurn = (shards: readonly string[]): Promise<void> =>
    db.transaction(async (held) => {
      const { hold, look } = guardsOf(shards, group);
      await held.run(hold);
      await held.rows(look);
      const asking: Turn['asking'] = new Set();
      turn = { shards: new Set(shards), asking, until: performance.now() + 5 * TURN_MS };
      try {
        // Asked of PostgreSQL, a pause ends when the connection does.
        await held.rows(PAUSE);
      } finally {
        turn = undefined;
        await Promise.allSettled(asking);
      }
      await held.run(LOGGED);
    });
  // Begun by a request, and no part of it: its trace would go on for as long as anybody asks.
  const holdWhileAsked = AsyncResource.bind(async (): Promise<void> => {
    await sleep(TURN_MS);
    for (let often = takeOften(); often.length > 0 && !isClosed; often = takeOften()) await holdForATurn(often);
  });
  const note = (shards: readonly string[]): void => {
    for (const shard of shards) asked.set(shard, (asked.get(shard) ?? 0) + 1);
    if (isClosed) return;
    // What cannot be held is held by each who asks.
    holding ??= holdWhileAsked()
      .catch(() => {})
      .finally(() => (holding = undefined));
  };

  return {
    async ask(shards, ask) {
      note(shards);
      const current = turn;
      if (current === undefined || !isHolding(current, shards)) return ask(false);
      const asking = ask(true);
      current.asking.add(asking);
      try {
        return await asking;
      } finally {
        current.asking.delete(asking);
      }
    },
    async close() {
      isClosed = true;
      await holding;
      await db.close();
    },
  };
}

const isHolding = ({ shards, until }: Turn, asked: readonly string[]): boolean =>
  asked.every((shard) => shards.has(shard)) && performance.now() < until;

// A commit that has something in the log waits until that is written, and with it all that came before.
const LOGGED = { name: 'logged', text: `select pg_logical_emit_message(true, 'vitrine', 'held')`, values: [] };
const PAUSE = { name: 'hold_for_a_turn', text: `select pg_sleep(${TURN_MS / 1000})`, values: [] };
