import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { requireReleasedSchema, selectApplied } from '../db/applied-migrations.js';
import { queryable, type Db, type Queryable } from '../db/db.js';
import { MIGRATION_LOCK } from '../db/migrate.js';
import { sql } from '../db/sql.js';
import { CommandError } from '../errors.js';
import { writeHashed } from '../storage/write-hashed.js';
import { tablePath } from './backup-folder.js';
import { copyOut, copyIn } from './copy-table.js';
import { selectPlainIndexes, toCopyIn, toDropIndex, toTruncate } from './queries.js';
import * as query from './queries.js';
import type { Backup } from './verify-backup.js';

export type Dumped = {
  readonly applied: readonly string[];
  readonly postgres: string;
  readonly tables: readonly (query.Table & { readonly rows: number; readonly sha256: string })[];
  readonly objects: readonly query.NamedObject[];
};

// Every table as of one moment, and the objects that its rows name.
export async function dumpTables(db: Db, folder: string, signal: AbortSignal): Promise<Dumped> {
  const client = await db.checkOut();
  try {
    const own = queryable(client);
    const listed = await openSnapshot(client, own);
    const applied = await selectApplied(own);
    await requireReleasedSchema(applied);
    const tables = [];
    for (const table of listed) {
      signal.throwIfAborted();
      tables.push({ ...table, ...(await dumpTable(client, table, folder)) });
    }
    const postgres = (await query.selectPostgresVersion(own))?.server_version ?? '';
    return { applied: applied.map(({ name }) => name), postgres, tables, objects: await query.selectNamedObjects(own) };
  } finally {
    client.release(true); // with it go the snapshot and the locks
  }
}

// No migration may commit between the snapshot and the locks: the tables would be newer than what is seen of them.
// Afterwards the locks alone hold migrations back, and a server that has none to make starts as always.
async function openSnapshot(client: pg.PoolClient, own: Queryable): Promise<readonly query.Table[]> {
  await own.rows(sql`select pg_advisory_lock_shared(${MIGRATION_LOCK})`);
  await client.query('begin isolation level repeatable read read only');
  const tables = await query.selectTables(own);
  if (tables.length > 0) await client.query(query.toLock(tables));
  await own.rows(sql`select pg_advisory_unlock_shared(${MIGRATION_LOCK})`);
  return tables;
}

async function dumpTable(client: pg.PoolClient, table: query.Table, folder: string) {
  const { data, rows } = copyOut(client, query.toCopyOut(table));
  const { sha256 } = await pipeline(data, (source: AsyncIterable<Uint8Array>) =>
    writeHashed(join(folder, tablePath(table.name)), source),
  );
  return { rows: await rows, sha256 };
}

/**
 * Loads all rows or none, into tables that migrations may have put rows into. Needs a superuser, who turns off triggers and
 * foreign keys: the rows obeyed them in the old database, and contain what a trigger would write.
 */
export async function loadTables(db: Db, { folder, manifest }: Backup, signal: AbortSignal): Promise<void> {
  const client = await db.checkOut();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    if (manifest.tables.length > 0) await client.query(toTruncate(manifest.tables));
    await withoutIndexes(client, async () => {
      for (const table of manifest.tables) {
        signal.throwIfAborted();
        await loadTable(client, table, join(folder, tablePath(table.name)));
      }
    });
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

// An index over all rows is built many times faster than it grows row by row.
async function withoutIndexes(client: pg.PoolClient, load: () => Promise<void>): Promise<void> {
  const indexes = await selectPlainIndexes(queryable(client));
  for (const index of indexes) await client.query(toDropIndex(index));
  await load();
  await client.query(`set local maintenance_work_mem = '${INDEX_MEMORY}'`);
  for (const { create, settings } of indexes) {
    await client.query(create);
    for (const setting of settings) await client.query(setting);
  }
}

const INDEX_MEMORY = '256MB';

async function loadTable(client: pg.PoolClient, table: Backup['manifest']['tables'][number], file: string) {
  const rows = await copyIn(client, toCopyIn(table), createReadStream(file));
  if (rows !== table.rows) throw new CommandError(`${table.name} has ${rows} rows instead of ${table.rows}.`);
  const raise = query.toRaiseRevisions(table);
  if (raise !== undefined) await client.query(raise);
}
