// A database as the tables of one shard of a cluster, on the node that has it. What is written there is held as Citus holds it: under
// the shared lock of the shard's metadata, which who moves or divides a shard takes alone before the last of it is copied, on every
// node. Under that lock, or without it for what is only read, the node is asked whether the shard is here still, with each statement
// and before it. It is told of a move in the transaction that gives that lock back. So whoever finds it here finds all that anybody was
// told is written, and whoever does not is sent to the coordinator, without anything done. What is read or counted of a shard that is
// asked for often needs neither, since it is held for all of them (held-shards.ts); what has to last is written under its own lock,
// which ends with it.
//
// Asked for the table of all shards instead, Citus loses what waits for a shard that is being divided: it looks up the shard, waits
// for its lock, and then changes nothing there, without an error.
import type { Db } from './db.js';
import type { HeldShards } from './held-shards.js';
import type { NamedStatement } from './prepared-query.js';
import { guardsOf, isGone, UNTIL_WRITTEN } from './shard-guards.js';
import { createShardStatements, type ShardStatement, type ShardTables } from './shard-statements.js';
import type { PlainStatement } from './sql.js';

// A node as it is asked for its shards; `group` is what the cluster calls it.
type ShardNode = {
  readonly db: Db;
  readonly group: number;
  readonly held: HeldShards;
  readonly isForCounts: boolean;
};

type Elsewhere = {
  readonly db: Db;
  // The shard is not here, or its tables have other names.
  readonly onGone: () => void;
};

// What every session on the node is given.
export const AT_SHARD = { plan_cache_mode: 'force_generic_plan', 'citus.enable_manual_changes_to_shards': 'on' };

export function atShard(
  { db: node, group, held, isForCounts }: ShardNode,
  tables: ShardTables,
  elsewhere: Elsewhere,
): Db {
  const shards = [tables.shard];
  const { hold, look } = guardsOf(shards, group);
  const here = node.along({
    toSent: sendingTo(tables),
    ask(sent, run) {
      if (sent.writes && !isForCounts) return run([hold, look]);
      return held.ask(shards, (isHeld) => run(isHeld ? [] : sent.writes ? [UNTIL_WRITTEN, hold, look] : [look]));
    },
    aheadOfTransaction: [hold, look],
  });
  const hereOrThere = async <Result>(ask: (on: Asked) => Promise<Result>): Promise<Result> => {
    try {
      return await ask(here);
    } catch (error) {
      if (error instanceof OfAllError) return ask(elsewhere.db);
      if (!isGone(error)) throw error;
      elsewhere.onGone();
      return ask(elsewhere.db);
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

class OfAllError extends Error {}

function sendingTo(tables: ShardTables): (statement: PlainStatement) => ShardStatement {
  const toShard = createShardStatements(tables);
  return (statement) => {
    const sent = toShard(statement);
    if (sent === undefined) throw new OfAllError();
    return sent;
  };
}

type OnNode = { readonly tables: ShardTables; readonly statement: PlainStatement };

// Statements of the same columns, each about another of the shards that the node has, in one transaction and one message; the rows
// of all. None is done where one of the shards is not here (`isGone`), or where one waits too long for a lock.
export function createRowsOnNode({ db, group, held }: Omit<ShardNode, 'isForCounts'>) {
  const statementsOf = new WeakMap<ShardTables, ReturnType<typeof sendingTo>>();
  const toSent = ({ tables, statement }: OnNode): NamedStatement => {
    const send = statementsOf.get(tables) ?? sendingTo(tables);
    statementsOf.set(tables, send);
    return { ...send(statement), isKept: true };
  };
  return async <Row extends object>(asked: readonly OnNode[]): Promise<Row[]> => {
    const shards = [...new Set(asked.map(({ tables }) => tables.shard))].toSorted();
    const all = asked.map(toSent);
    const last = all.pop();
    if (last === undefined) return [];
    const { hold, look } = guardsOf(shards, group);
    return db
      .along({
        toSent: () => last,
        ask: (_, run) => held.ask(shards, (areHeld) => run(areHeld ? all : [UNTIL_WRITTEN, hold, look, ...all])),
        aheadOfTransaction: [],
      })
      .rows<Row>(last);
  };
}
