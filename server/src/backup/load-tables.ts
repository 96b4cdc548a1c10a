import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { queryable, type Db } from '../db/db.js';
import { CommandError } from '../errors.js';
import { tablePath } from './backup-folder.js';
import { copyIn } from './copy-table.js';
import { selectPlainIndexes, toCopyIn, toDropIndex, toTruncate } from './queries.js';
import type { Backup } from './verify-backup.js';

// All rows or none, into tables that migrations may have put rows into. Triggers and foreign keys sleep meanwhile: they
// held where the rows come from, and what a trigger would write is among the rows.
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
}
