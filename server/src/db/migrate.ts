import { CommandError } from '../errors.js';
import type { Db, Queryable } from './db.js';
import { APPLICATION_STEPS } from './application-steps.js';
import { listMigrations, readMigration } from './migration-files.js';
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
