import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Db } from './db.js';
import { sql } from './sql.js';

const KEY_BYTES = 32;

// Kept in the database, so that what one instance sealed opens on every other. The first one to ask makes it.
export async function findSharedKey(
  db: Db,
  name: 'cursor' | 'browser' | 'challenge' | 'preview' | 'client',
): Promise<KeyObject> {
  await db.rows(
    sql`insert into shared_secrets (name, value) values (${name}, ${randomBytes(KEY_BYTES)}) on conflict do nothing`,
  );
  const row = await db.row<{ value: Buffer }>(sql`select value from shared_secrets where name = ${name}`);
  if (row === undefined) throw new Error(`the ${name} key could not be kept`);
  return createSecretKey(row.value);
}
