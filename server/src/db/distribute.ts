import { readFile } from 'node:fs/promises';
import type { Db, Queryable } from './db.js';
import { DatabaseUnfitError, lockMigrations } from './migrate.js';
import { sql } from './sql.js';

const FILE = new URL('../../migrations/citus.sql', import.meta.url);

// Spreads the tables over a Citus cluster; returns how many are spread then. All or nothing, one process at a time.
export async function distribute(db: Db): Promise<number> {
  await requireCitus(db);
  return db.transaction(async (db) => {
    await lockMigrations(db);
    await db.rows({ text: await readFile(FILE, 'utf8'), values: [] });
    const row = await db.row<{ tables: number }>(sql`select count(*) as tables from pg_dist_partition`);
    return row?.tables ?? 0;
  });
}

async function requireCitus(db: Queryable): Promise<void> {
  const extension = await db.row(sql`select from pg_extension where extname = 'citus'`);
  if (extension === undefined) {
    throw new DatabaseUnfitError(
      'The database has no Citus: run «create extension citus» in it as its superuser on every node, then try again.',
    );
  }
  // Else a local table could not point to a reference table while the others are still being spread.
  const coordinator = await db.row(sql`select from pg_dist_node where groupid = 0`);
  if (coordinator === undefined) {
    throw new DatabaseUnfitError(
      "Citus does not know its coordinator: run «select citus_set_coordinator_host('<its address>')», then try again.",
    );
  }
}
