// What goes ahead of a statement about shards on their node: the shared lock of their metadata, which who moves or divides a shard takes
// alone, and the question whether they are here.
import pg from 'pg';
import type { NamedStatement } from './prepared-query.js';

type ShardGuards = { readonly hold: NamedStatement; readonly look: NamedStatement };

const NOT_HERE = 'the shard is not here';
// PostgreSQL's own number of the lock that writers share.
const SHARE_LOCK = 5;

// The second sees what is there when the first has its lock. It fails where one of the shards is not here, and what comes after it
// is not run. `group` is what the cluster calls the node.
export const guardsOf = (shards: readonly string[], group: number): ShardGuards => ({
  hold: {
    name: 'hold_shards',
    text: `select lock_shard_metadata(${SHARE_LOCK}, $1::bigint[])`,
    values: [shards],
  },
  look: {
    name: 'look_for_shards',
    // One at a time: counted by `any` they take PostgreSQL three times as long.
    text: `select (case when not exists (
        select from unnest($1::bigint[]) as held (id)
        where not exists (select from pg_dist_placement where shardid = held.id and groupid = $2::integer offset 0)
      ) then 'true' else '${NOT_HERE}' end)::boolean`,
    values: [shards, group],
  },
});

// For sessions in which nobody waits for the log to be written: who moves a shard by its log takes what is written of it by then, so
// what is written under the lock has to be in the log before that is given back.
export const UNTIL_WRITTEN: NamedStatement = {
  name: 'until_written',
  text: `select set_config('synchronous_commit', 'on', true)`,
  values: [],
};

// Of a shard that was divided there is nothing left to hold; a table that was spread anew has another name; and only its owner may
// hold a shard.
const DIVIDED = 'could not find valid entry for shard';
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

export const isGone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.message.includes(NOT_HERE) ||
    error.message.includes(DIVIDED) ||
    error.code === UNDEFINED_TABLE ||
    error.code === INSUFFICIENT_PRIVILEGE);
