// The migrations that a database has, and whether this version can read it.
import { CommandError } from '../errors.js';
import type { Queryable } from './db.js';
import { hashMigration, hashStatements, listMigrations, MIGRATIONS } from './migration-files.js';
import { sql } from './sql.js';

export type Applied = { readonly name: string; readonly sha256: string | null };

export async function isBegun(db: Queryable): Promise<boolean> {
  const row = await db.row<{ known: boolean }>(sql`select to_regclass('schema_migrations') is not null as known`);
  return row?.known === true;
}

// Returns none where there are no tables yet. Databases made before the first release have no hashes.
export async function selectApplied(db: Queryable): Promise<Applied[]> {
  if (!(await isBegun(db))) return [];
  return db.rows<Applied>(sql`
    select name, to_jsonb(schema_migrations) ->> 'statements_sha256' as sha256 from schema_migrations order by name`);
}

export const createAppliedTable = (db: Queryable) =>
  db.rows(sql`
    create table if not exists schema_migrations (
      name text primary key,
      statements_sha256 text not null,
      applied_at timestamptz not null default now()
    )`);

export const insertApplied = (db: Queryable, name: string, text: string) =>
  db.rows(sql`insert into schema_migrations (name, statements_sha256) values (${name}, ${hashStatements(text)})`);

// Decides whether the schema was made before the first release: it lacks the first migration, or one of its migrations has
// other statements here. Names that this version does not know come from a newer release, and are allowed.
export async function isUnreleasedSchema(applied: readonly Applied[], folder = MIGRATIONS): Promise<boolean> {
  if (applied.length === 0) return false;
  const own = await listMigrations(folder);
  const hashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  if (!hashes.has(own[0] ?? '')) return true;
  const known = await Promise.all(own.filter((name) => hashes.has(name)).map((name) => hashMigration(name, folder)));
  return known.some(({ name, sha256 }) => hashes.get(name) !== sha256);
}

export async function requireReleasedSchema(applied: readonly Applied[], folder = MIGRATIONS): Promise<void> {
  if (await isUnreleasedSchema(applied, folder)) throw new CommandError(toUnreadable('database'));
}

export const toUnreadable = (thing: 'database' | 'backup'): string =>
  `This version cannot read the ${thing}: it was made before the first release. Export each merchant with the version that made it («vitrine-server export»). Then start this version with an empty database or an empty DATA_DIR, and import the merchants there («vitrine-server import»).`;
