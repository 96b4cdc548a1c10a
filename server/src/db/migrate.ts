import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { CommandError } from '../errors.js';
import { APPLICATION_STEPS } from './application-steps.js';
import type { Db, Queryable } from './db.js';
import { sql } from './sql.js';

export const MIGRATION_LOCK = 7_160_001;
const VERSION_MIN = 150_000;

export class DatabaseUnfitError extends CommandError {}

// Brings the schema to the newest, or to the step named; returns the names of what it applied. Safe when several
// instances start at once: all wait for one lock and the later ones find nothing to do.
export async function migrate(db: Db, last?: string): Promise<string[]> {
  await requireVersion(db);
  const files = (await listMigrations()).filter((name) => last === undefined || name <= last);
  return db.transaction(async (db) => {
    await lockMigrations(db);
    await db.rows(
      sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
    );
    const done = new Set(
      (await db.rows<{ name: string }>(sql`select name from schema_migrations`)).map((row) => row.name),
    );
    const missing = files.filter((name) => !done.has(name));
    for (const name of missing) await applyMigration(db, name);
    return missing;
  });
}

// Held until the transaction ends.
export const lockMigrations = (db: Queryable) => db.rows(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);

async function applyMigration(db: Queryable, name: string): Promise<void> {
  await db.rows({ text: await readMigration(name), values: [] });
  await APPLICATION_STEPS[name]?.(db);
  await db.rows(sql`insert into schema_migrations (name) values (${name})`);
}

async function requireVersion(db: Queryable): Promise<void> {
  const row = await db.row<{ server_version_num: string }>(sql`show server_version_num`);
  const version = Number(row?.server_version_num);
  if (version >= VERSION_MIN) return;
  throw new DatabaseUnfitError(
    `PostgreSQL ${Math.floor(version / 10_000)} is too old: Vitrine needs 15 or newer. Point DATABASE_URL at a newer server.`,
  );
}

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

const FOLDER = new URL('../../migrations/', import.meta.url);

/** The names of all steps, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
}

const readMigration = (name: string): Promise<string> => readFile(new URL(name, FOLDER), 'utf8');

export type MigrationHash = { readonly name: string; readonly sha256: string };

// A step that was released is never edited: its hash says which schema a name stands for.
export async function hashMigration(name: string): Promise<MigrationHash> {
  return {
    name,
    sha256: createHash('sha256')
      .update(await readMigration(name))
      .digest('hex'),
  };
}
