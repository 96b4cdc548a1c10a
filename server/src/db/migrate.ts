import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../errors.js';
import { createAppliedTable, insertApplied, requireReleasedSchema, selectApplied } from './applied-migrations.js';
import { applyOutside, isOutside } from './apply-outside.js';
import type { Db, Queryable } from './db.js';
import { listMigrations, MIGRATIONS, readMigration, splitCommands } from './migration-files.js';
import { sql } from './sql.js';

export const MIGRATION_LOCK = 7_160_001;
const VERSION_MIN = 150_000;

class DatabaseUnfitError extends CommandError {}

// Applies the missing migrations, up to `last` where it is given, and returns their names. Several instances may start at
// once: all wait for one lock, and the later ones find nothing to do.
export async function migrate(db: Db, last?: string, folder = MIGRATIONS): Promise<string[]> {
  await requireVersion(db);
  const files = (await listMigrations(folder)).filter((name) => last === undefined || name <= last);
  const applied: string[] = [];
  for (;;) {
    const { names, outside } = await applyInside(db, files, folder);
    applied.push(...names);
    if (outside === undefined) return applied;
    const outcome = await applyOutside(db, outside, await readMigration(outside, folder));
    if (outcome === 'applied') applied.push(outside);
    if (outcome === 'busy') await sleep(OUTSIDE_LOOK_MS);
  }
}

const OUTSIDE_LOOK_MS = 200;

type Inside = { readonly names: readonly string[]; readonly outside: string | undefined };

// Applies what is missing in one transaction, up to the first migration that must run outside one.
function applyInside(db: Db, files: readonly string[], folder: URL): Promise<Inside> {
  return db.transaction(async (db) => {
    await lockMigrations(db);
    await db.rows(ON_A_CLUSTER);
    const found = await selectApplied(db);
    await requireReleasedSchema(found, folder);
    await createAppliedTable(db);
    const done = new Set(found.map(({ name }) => name));
    const names: string[] = [];
    for (const name of files.filter((file) => !done.has(file))) {
      const text = await readMigration(name, folder);
      if (isOutside(text)) return { names, outside: name };
      await applyMigration(db, name, text);
      names.push(name);
    }
    return { names, outside: undefined };
  });
}

// Held until the transaction ends.
export const lockMigrations = (db: Queryable) => db.rows(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);

// For this transaction; a single PostgreSQL ignores them. Migrations change tables that refer to each other, which Citus does
// on one connection to a node. And Citus must leave a new table alone until citus.sql distributes it.
const ON_A_CLUSTER = sql`
  select set_config('citus.multi_shard_modify_mode', 'sequential', true),
    set_config('citus.enable_local_reference_table_foreign_keys', 'off', true)`;

async function applyMigration(db: Queryable, name: string, text: string): Promise<void> {
  for (const command of splitCommands(text)) await db.rows({ text: command, values: [] });
  await insertApplied(db, name, text);
}

async function requireVersion(db: Queryable): Promise<void> {
  const row = await db.row<{ server_version_num: string }>(sql`show server_version_num`);
  const version = Number(row?.server_version_num);
  if (version >= VERSION_MIN) return;
  throw new DatabaseUnfitError(
    `PostgreSQL ${Math.floor(version / 10_000)} is too old: Vitrine needs 15 or newer. Point DATABASE_URL at a newer server.`,
  );
}

const CITUS_FILE = new URL('citus.sql', MIGRATIONS);

// Distributes the tables over a Citus cluster, all or none, and returns how many are distributed then.
export async function distribute(db: Db): Promise<number> {
  await requireCitus(db);
  return db.transaction(async (db) => {
    await lockMigrations(db);
    await db.rows({ text: await readFile(CITUS_FILE, 'utf8'), values: [] });
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
