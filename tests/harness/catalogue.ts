import type { Queryable } from '../../server/src/db/db.js';

// Lists everything a schema consists of, one line each, sorted.
export async function readCatalogue(db: Queryable): Promise<string[]> {
  const parts = [TABLES, COLUMNS, CONSTRAINTS, INDEXES, FUNCTIONS, TRIGGERS, VIEWS, TYPES, EXTENSIONS];
  const lines = [];
  for (const text of parts) lines.push(...(await db.rows<{ line: string }>({ text, values: [] })));
  return lines.map(({ line }) => line).sort();
}

const OURS = `'public'::regnamespace`;

const TABLES = `
  select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions::text) as line
  from pg_class where relnamespace = ${OURS}`;

const COLUMNS = `
  select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, attgenerated, attidentity, attcollation::regcollation, attstattarget,
    pg_get_expr(adbin, adrelid)) as line
  from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace = ${OURS} and attnum > 0 and not attisdropped`;

const CONSTRAINTS = `
  select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as line
  from pg_constraint where connamespace = ${OURS}`;

const INDEXES = `
  select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid) as line
  from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = ${OURS}`;

const FUNCTIONS = `
  select concat_ws(' ', 'function', pg_get_functiondef(oid)) as line
  from pg_proc where pronamespace = ${OURS} and prokind in ('f', 'p')`;

const TRIGGERS = `
  select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled) as line
  from pg_trigger join pg_class on pg_class.oid = tgrelid where relnamespace = ${OURS} and not tgisinternal`;

const VIEWS = `
  select concat_ws(' ', 'view', oid::regclass, pg_get_viewdef(oid)) as line
  from pg_class where relnamespace = ${OURS} and relkind in ('v', 'm')`;

const TYPES = `
  select concat_ws(' ', 'type', typname, typtype, (select array_agg(enumlabel order by enumsortorder)::text
    from pg_enum where enumtypid = pg_type.oid)) as line
  from pg_type where typnamespace = ${OURS}`;

const EXTENSIONS = `select concat_ws(' ', 'extension', extname) as line from pg_extension`;
