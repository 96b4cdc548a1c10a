// Steps that run outside a transaction: indexes of large tables, which are built while others go on writing. Each statement
// is one that can be begun anew, because whoever runs it may be killed at any moment.
import { withAdvisoryLock } from './advisory-lock.js';
import { insertApplied } from './applied-migrations.js';
import type { Db } from './db.js';
import { findPooled } from './fit-session.js';
import { sql } from './sql.js';

// Not the lock of migrations: who waits for that one holds a snapshot meanwhile, and the build of an index waits for all
// snapshots that are older. This one is only ever tried.
const OUTSIDE_LOCK = 7_160_009;

const MARK = /^-- outside a transaction\n/;

export const isOutside = (text: string): boolean => MARK.test(text);

const CREATE = /^create (?:unique )?index concurrently (\w+) on /;
const DROP = /^drop index concurrently if exists \w+$/;

// `busy` when another instance is at it, `known` when one was.
export async function applyOutside(db: Db, name: string, text: string): Promise<'applied' | 'known' | 'busy'> {
  const statements = toStatements(name, text);
  const outcome = await withAdvisoryLock(db, OUTSIDE_LOCK, async () => {
    if (await isApplied(db, name)) return 'known';
    for (const statement of statements) await run(db, statement);
    await insertApplied(db, name, text);
    return 'applied';
  });
  return outcome ?? 'busy';
}

function toStatements(name: string, text: string): string[] {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  for (const statement of statements)
    if (!CREATE.test(statement) && !DROP.test(statement))
      throw new Error(`${name} has a statement that cannot be begun anew outside a transaction: ${statement}`);
  return statements;
}

async function isApplied(db: Db, name: string): Promise<boolean> {
  return (await db.row(sql`select from schema_migrations where name = ${name}`)) !== undefined;
}

// It takes as long as the table is large. The connection is not used again, and with it goes what was set for it.
async function run(db: Db, statement: string): Promise<void> {
  const index = CREATE.exec(statement)?.[1];
  const state = index === undefined ? undefined : await findState(db, index);
  if (state?.is_valid) return;
  const client = await db.checkOut();
  try {
    if (findPooled(client) === undefined) await client.query('set statement_timeout = 0');
    // What a build that was killed has left: nobody reads it, and everybody who writes keeps it up to date.
    if (state !== undefined) await client.query(`drop index concurrently ${index}`);
    await client.query(statement);
  } finally {
    client.release(true);
  }
}

const findState = (db: Db, index: string) =>
  db.row<{ is_valid: boolean }>(sql`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${index})`);
