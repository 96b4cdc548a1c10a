// A database as the tables of one shard of a cluster, on the node that has it. What is written there is held as Citus holds it: under
// the shared lock of the shard's metadata, which who moves or divides a shard takes alone before the last of it is copied, on every
// node. Under that lock, or without it for what is only read, the node is asked whether the shard is here still, with each statement
// and before it. It is told of a move in the transaction that gives that lock back. So whoever finds it here finds all that anybody was
// told is written, and whoever does not is sent to the coordinator, without anything done.
//
// Asked for the table of all shards instead, Citus loses what waits for a shard that is being divided: it looks up the shard, waits
// for its lock, and then changes nothing there, without an error.
import pg from 'pg';
import type { Db, Way } from './db.js';
import type { NamedStatement } from './prepared-query.js';
import { createShardStatements, type ShardStatement, type ShardTables } from './shard-statements.js';
import type { PlainStatement } from './sql.js';

type Elsewhere = {
  readonly db: Db;
  // The shard is not here, or its tables have other names.
  readonly onGone: () => void;
};

/** What every session on the node is given. */
export const AT_SHARD = { plan_cache_mode: 'force_generic_plan', 'citus.enable_manual_changes_to_shards': 'on' };

/** `group` is what the cluster calls the node. */
export function atShard(node: Db, group: number, tables: ShardTables, { db, onGone }: Elsewhere): Db {
  const here = node.along(wayTo(tables, guardsOf(tables.shard, group)));
  const hereOrThere = async <Result>(ask: (on: Asked) => Promise<Result>): Promise<Result> => {
    try {
      return await ask(here);
    } catch (error) {
      if (error instanceof OfAllError) return ask(db);
      if (!isGone(error)) throw error;
      onGone();
      return ask(db);
    }
  };
  return {
    ...node,
    rows: (statement) => hereOrThere((on) => on.rows(statement)),
    row: (statement) => hereOrThere((on) => on.row(statement)),
    texts: (statement) => hereOrThere((on) => on.texts(statement)),
    run: (statement) => hereOrThere((on) => on.run(statement)),
    transaction: (work) => hereOrThere((on) => on.transaction(work)),
  };
}

type Asked = ReturnType<Db['along']>;

function wayTo(tables: ShardTables, { hold, look }: Guards): Way {
  const toShard = createShardStatements(tables);
  return {
    toSent(statement) {
      const sent = toShard(statement);
      if (sent === undefined) throw new OfAllError();
      return sent;
    },
    aheadOf: (sent) => ((sent as ShardStatement).writes ? [hold, look] : [look]),
    aheadOfTransaction: [hold, look],
  };
}

type Guards = { readonly hold: NamedStatement; readonly look: NamedStatement };

class OfAllError extends Error {}

const NOT_HERE = 'the shard is not here';
// PostgreSQL's own number of the lock that writers share.
const SHARE_LOCK = 5;

// The second sees what is there when the first has its lock. It fails where the shard is not here, and what comes after it is not run.
const guardsOf = (shard: string, group: number): Guards => ({
  hold: {
    name: 'hold_shard',
    text: `select lock_shard_metadata(${SHARE_LOCK}, array[$1::bigint])`,
    values: [shard],
  },
  look: {
    name: 'look_for_shard',
    text: `select (case when exists (
        select from pg_dist_placement where shardid = $1::bigint and groupid = $2::integer
      ) then 'true' else '${NOT_HERE}' end)::boolean`,
    values: [shard, group],
  },
});

type OnNode = { readonly tables: ShardTables; readonly statement: PlainStatement };

/**
 * Statements of the same columns, each about another of the shards that the node has, in one transaction and one message; the rows
 * of all. None is done where one of the shards is not here (`isGone`), or where one waits longer than `lockMs` for a lock.
 */
export function createRowsOnNode(node: Db, group: number) {
  const statementsOf = new WeakMap<ShardTables, ReturnType<typeof createShardStatements>>();
  const toSent = ({ tables, statement }: OnNode): NamedStatement => {
    const toShard = statementsOf.get(tables) ?? createShardStatements(tables);
    statementsOf.set(tables, toShard);
    const sent = toShard(statement);
    if (sent === undefined) throw new OfAllError();
    return { ...sent, isKept: true };
  };
  return async <Row extends object>(asked: readonly OnNode[], lockMs: number): Promise<Row[]> => {
    const shards = [...new Set(asked.map(({ tables }) => tables.shard))].toSorted();
    const all = asked.map(toSent);
    const last = all.pop();
    if (last === undefined) return [];
    const ahead = [...guardsOfMany(shards, group, lockMs), ...all];
    return node.along({ toSent: () => last, aheadOf: () => ahead, aheadOfTransaction: [] }).rows<Row>(last);
  };
}

const guardsOfMany = (shards: readonly string[], group: number, lockMs: number): NamedStatement[] => [
  {
    name: 'hold_shards',
    text: `select set_config('lock_timeout', $2, true), lock_shard_metadata(${SHARE_LOCK}, $1::bigint[])`,
    values: [shards, String(lockMs)],
  },
  {
    name: 'look_for_shards',
    // One at a time: counted by `any` they take PostgreSQL three times as long.
    text: `select (case when not exists (
        select from unnest($1::bigint[]) as held (id)
        where not exists (select from pg_dist_placement where shardid = held.id and groupid = $2::integer offset 0)
      ) then 'true' else '${NOT_HERE}' end)::boolean`,
    values: [shards, group],
  },
];

// A table that was spread anew has another name, and only its owner may hold a shard.
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

export const isGone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.message.includes(NOT_HERE) || error.code === UNDEFINED_TABLE || error.code === INSUFFICIENT_PRIVILEGE);
