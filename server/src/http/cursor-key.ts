import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Db } from '../db/db.js';
import { sql } from '../db/sql.js';

const KEY_BYTES = 32;

// Kept in the database, so that a cursor of one instance opens on every other. The first one to ask makes it.
export async function findCursorKey(db: Db): Promise<KeyObject> {
  await db.rows(
    sql`insert into shared_secrets (name, value) values ('cursor', ${randomBytes(KEY_BYTES)}) on conflict do nothing`,
  );
  const row = await db.row<{ value: Buffer }>(sql`select value from shared_secrets where name = 'cursor'`);
  if (row === undefined) throw new Error('the cursor key could not be kept');
  return createSecretKey(row.value);
}
