import pg from 'pg';
import { selectTables, type Table } from '../../src/backup/queries.js';
import type { Queryable } from '../../src/db/db.js';

// Every row as an insert that a reviewer can read. Values are PostgreSQL's own texts, so any type goes in as it came out.
export async function dumpSql(db: Queryable): Promise<string> {
  const tables = await selectTables(db);
  const parts = await Promise.all(tables.map((table) => dumpTable(db, table)));
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

async function dumpTable(db: Queryable, { name, columns }: Table): Promise<string> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const asTexts = columns.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ');
  const rows = await db.texts<(string | null)[]>({
    text: `select ${asTexts} from ${pg.escapeIdentifier(name)} order by ${columns.map((_, at) => at + 1).join(', ')}`,
    values: [],
  });
  if (rows.length === 0) return '';
  const values = rows.map((row) => `(${row.map(toLiteral).join(', ')})`).join(',\n');
  return `insert into ${pg.escapeIdentifier(name)} (${list}) values\n${values};`;
}

const toLiteral = (text: string | null): string => (text === null ? 'null' : pg.escapeLiteral(text));
