// What Citus knows of shards, on one PostgreSQL: a table that says which are here, and a lock for each.
import type { Db } from '../../server/src/db/db.js';

export async function pretendShards({ pool }: Db): Promise<void> {
  await pool.query('create table pg_dist_placement (shardid bigint, groupid int)');
  await pool.query(`create function lock_shard_metadata(mode int, shards bigint[]) returns void language sql
    as 'select pg_advisory_xact_lock_shared(shard) from unnest(shards) as shard'`);
}

export const place = ({ pool }: Db, shard: string) => pool.query(`insert into pg_dist_placement values (${shard}, 1)`);

// Holds the shard alone, as who moves it does before the last of it is copied; it is gone when the answer is called.
export async function moveAway(db: Db, shard: string): Promise<() => Promise<void>> {
  const mover = await db.checkOut();
  await mover.query('begin');
  await mover.query(`select pg_advisory_xact_lock(${shard})`);
  return async () => {
    await mover.query(`delete from pg_dist_placement where shardid = ${shard}`);
    await mover.query('commit');
    mover.release();
  };
}
