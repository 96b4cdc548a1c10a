import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../errors.js';
import { ownFile } from '../shipped.js';
import { APPLICATION_STEPS } from './application-steps.js';
import { applyOutside, isOutside } from './apply-outside.js';
import type { Db, Queryable } from './db.js';
import { sql } from './sql.js';

export const MIGRATION_LOCK = 7_160_001;
const VERSION_MIN = 150_000;

class DatabaseUnfitError extends CommandError {}

// Brings the schema to the newest, or to the step named; returns the names of what it applied. Safe when several
// instances start at once: all wait for one lock and the later ones find nothing to do.
export async function migrate(db: Db, last?: string, folder = FOLDER): Promise<string[]> {
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

// Whether it was ever migrated.
export async function isBegun(db: Queryable): Promise<boolean> {
  const row = await db.row<{ known: boolean }>(sql`select to_regclass('schema_migrations') is not null as known`);
  return row?.known === true;
}

const OUTSIDE_LOOK_MS = 200;

type Inside = { readonly names: readonly string[]; readonly outside: string | undefined };

// What is missing, in one transaction, up to the first step that must be outside one.
function applyInside(db: Db, files: readonly string[], folder: URL): Promise<Inside> {
  return db.transaction(async (db) => {
    await lockMigrations(db);
    await db.rows(ON_A_CLUSTER);
    await db.rows(
      sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
    );
    const done = new Set(
      (await db.rows<{ name: string }>(sql`select name from schema_migrations`)).map((row) => row.name),
    );
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

// For this transaction; on a single PostgreSQL nobody reads them. Steps change tables that refer to each other, which Citus does
// on one connection to a node; and it leaves a new table alone until citus.sql spreads it.
const ON_A_CLUSTER = sql`
  select set_config('citus.multi_shard_modify_mode', 'sequential', true),
    set_config('citus.enable_local_reference_table_foreign_keys', 'off', true)`;

async function applyMigration(db: Queryable, name: string, text: string): Promise<void> {
  for (const command of splitCommands(text)) await db.rows({ text: command, values: [] });
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

const FILE = ownFile('migrations/citus.sql');

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

const FOLDER = ownFile('migrations/');

// The names of all steps, in their order.
export async function listMigrations(folder = FOLDER): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
}

const readMigration = (name: string, folder = FOLDER): Promise<string> => readFile(new URL(name, folder), 'utf8');

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

// What separates commands or hides a separator: a comment, a text, a name in quotes, a body between dollar signs.
const PIECE = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|;|[^-'"$;]+|[^]/g;

// The commands of a migration, each by itself: Citus sends some of them to its nodes with all that came in the same message.
export function splitCommands(text: string): string[] {
  const commands = [''];
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece === ';') commands.push('');
    else if (!piece.startsWith('--')) commands.push((commands.pop() ?? '') + piece);
  }
  return commands.map((command) => command.trim()).filter((command) => command !== '');
}
