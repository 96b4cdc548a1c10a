// Everything that the database keeps of one merchant, found from the catalogue: a new table is in it by itself.
import { inject } from 'vitest';
import type { Queryable } from '../../server/src/db/db.js';

// Tables with a column merchant_id.
export async function merchantTables(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ name: string }>({
    text: `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and a.attname = 'merchant_id' and not a.attisdropped order by 1`,
    values: [],
  });
  return rows.map(({ name }) => name);
}

// What is kept of people, wherever they belong.
export async function personTables(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ name: string }>({
    text: `select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'people'::regclass and conrelid <> 'memberships'::regclass order by 1`,
    values: [],
  });
  return rows.map(({ name }) => name);
}

export type Rows = Readonly<Record<string, readonly string[]>>;

// Each row as text, ordered, by table, on a cluster one table at a time, since they are in different places; with the merchant
// itself, its people and what is kept of them.
export async function rowsOf(db: Queryable, merchantId: string): Promise<Rows> {
  const tables = await merchantTables(db);
  const people = '(select person_id from memberships where merchant_id = $1)';
  const parts = [
    ...tables.map((table) => [table, `select t::text as row from ${table} t where merchant_id = $1`]),
    ['merchants', 'select t::text as row from merchants t where id = $1'],
    ['people', `select t::text as row from people t where id in ${people}`],
    ...(await personTables(db)).map((table) => [
      `${table} of its people`,
      `select t::text as row from ${table} t where person_id in ${people}`,
    ]),
  ];
  const texts = parts.map(([name, select]) => `select '${name}' as name, row from (${select}) as rows`);
  const rows: { name: string; row: string }[] = [];
  for (const text of inject('cluster') === undefined ? [texts.join(' union all ')] : texts)
    rows.push(
      ...(await db.rows<{ name: string; row: string }>({ text: `${text} order by 1, 2`, values: [merchantId] })),
    );
  return Object.fromEntries(
    parts.map(([name = '']) => [name, rows.filter((one) => one.name === name).map(({ row }) => row)]),
  );
}

export const countRows = (rows: Rows): number => Object.values(rows).flat().length;
