import pg from 'pg';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { ObjectKey } from '../storage/object-key.js';

export type Table = { readonly name: string; readonly columns: readonly string[] };

// Every table whose rows survive a crash. Unlogged ones are forgotten by a restore as they are by a crash; the list of
// migrations is written anew by the migrations; generated columns are computed again.
export const selectTables = (db: Queryable) =>
  db.rows<Table>(sql`
    select relname as name, array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
      and relname <> 'schema_migrations'
    order by relname`);

export const selectPostgresVersion = (db: Queryable) => db.row<{ server_version: string }>(sql`show server_version`);

export const toCopyOut = ({ name, columns }: Table): string =>
  `copy (select ${listOf(columns)} from ${quote(name)}) to stdout`;

export const toCopyIn = ({ name, columns }: Table): string => `copy ${quote(name)} (${listOf(columns)}) from stdin`;

// More changes than anybody makes of one thing while a page shows it.
const REVISIONS_AHEAD = 1_000;

// What was changed after the backup is undone, and its revisions are given a second time: a page that shows what is gone
// would save over what is there.
export function toRaiseRevisions({ name, columns }: Table): string | undefined {
  if (name === 'deleted_content') return RAISE_DELETED;
  const raised = columns.filter((column) => column === 'revision' || column === 'measured_revision').map(quote);
  if (raised.length === 0) return undefined;
  return `update ${quote(name)} set ${raised.map((column) => `${column} = ${column} + ${REVISIONS_AHEAD}`).join(', ')}`;
}

// What is brought back from the trash goes on from the revision that it went there with.
const RAISE_DELETED = `
  update deleted_content
  set content = jsonb_set(content::jsonb, '{revision}', to_jsonb((content ->> 'revision')::integer + ${REVISIONS_AHEAD}))::json
  where content ->> 'revision' is not null`;

// A migration waits for it, reads and writes do not.
export const toLock = (tables: readonly Table[]): string =>
  `lock table ${tables.map(({ name }) => quote(name)).join(', ')} in access share mode`;

export const toTruncate = (tables: readonly Table[]): string =>
  `truncate ${tables.map(({ name }) => quote(name)).join(', ')}`;

type Index = { readonly name: string; readonly create: string; readonly settings: readonly string[] };

// Those that no constraint rests on, and how to make each again as it was.
export const selectPlainIndexes = (db: Queryable) =>
  db.rows<Index>(sql`
    select relname as name, pg_get_indexdef(oid) as create, array(
      select format('alter index %I alter column %s set statistics %s', relname, attnum, attstattarget)
      from pg_attribute where attrelid = pg_class.oid and attstattarget >= 0) as settings
    from pg_class join pg_index on indexrelid = oid
    where relnamespace = 'public'::regnamespace and not indisunique`);

export const toDropIndex = ({ name }: Index): string => `drop index ${quote(name)}`;

const quote = (name: string): string => pg.escapeIdentifier(name);
const listOf = (columns: readonly string[]): string => columns.map(quote).join(', ');

// What a row says of its object. A checksum is known of files, a size of thumbnails too; of what has not arrived yet
// nothing is promised.
export type NamedObject = {
  readonly key: ObjectKey;
  readonly isReady: boolean;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
};

// The one look across merchants: a backup is of the whole installation.
export const selectNamedObjects = (db: Queryable) =>
  db.rows<NamedObject>(sql`
    select object_key as key, state <> 'awaiting' as "isReady", size_bytes as "sizeBytes", encode(sha256, 'hex') as sha256
    from media where object_key is not null
    union all
    select thumbnail_key, state <> 'awaiting', thumbnail_size_bytes, null from media where thumbnail_key is not null`);

// Those of the keys that an item names now, in the trash or not. As a join: `= any` would compare every row with every key.
export const selectStillNamed = (db: Queryable, keys: readonly ObjectKey[]) =>
  db.rows<{ key: ObjectKey }>(sql`
    with missing as materialized (select unnest(${keys}::text[]) as key)
    select key from missing join media on object_key = key where state <> 'awaiting'
    union all
    select key from missing join media on thumbnail_key = key where state <> 'awaiting'`);

// What happened after the backup is undone: numbers are given a second time, and whoever has read the first would miss them.
export const renewFeeds = (db: Queryable) => db.rows(sql`update change_feeds set id = gen_random_uuid()`);
