import pg from 'pg';
import type { Statement } from './sql.js';

// What a function needs that runs statements: the pool, or the one connection of a transaction.
export type Queryable = {
  readonly rows: <Row extends object>(statement: Statement) => Promise<Row[]>;
  readonly row: <Row extends object>(statement: Statement) => Promise<Row | undefined>;
};

export type Db = Queryable & {
  readonly transaction: <Result>(work: (db: Queryable) => Promise<Result>) => Promise<Result>;
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
};

export type Connection = pg.ClientConfig;

const POOL_CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

export function createDb(connection: Connection): Db {
  const pool = new pg.Pool({
    ...clientConfig(connection),
    max: POOL_CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    ...queryable(pool),
    pool,
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

// Generic plans: every statement is written so that its one plan is right for all values (docs/query-plans.md), and
// planning a filtered page anew would cost more than running it.
const SESSION = '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan';

export function clientConfig(connection: Connection): pg.ClientConfig {
  return { application_name: 'vitrine', ...connection, options: SESSION, types: { getTypeParser } };
}

export function queryable(client: Pick<pg.ClientBase, 'query'>): Queryable {
  const rows = async <Row extends object>({ text, values, name }: Statement): Promise<Row[]> => {
    const result = await client.query<Row>(
      name === undefined ? { text, values: [...values] } : { text, values: [...values], name },
    );
    return result.rows;
  };
  return { rows, row: async <Row extends object>(statement: Statement) => (await rows<Row>(statement))[0] };
}

async function inTransaction<Result>(pool: pg.Pool, work: (db: Queryable) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(queryable(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection whose rollback fails is in an unknown state: it is closed instead of handed to the next caller.
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

const INT8 = 20;
const TIMESTAMPTZ = 1184;

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  // Byte counts stay far below 2^53.
  if (oid === INT8) return Number;
  if (oid === TIMESTAMPTZ) return toIsoTimestamp;
  return pg.types.getTypeParser(oid, format);
}

// `2026-01-01 00:00:00.12+00` as PostgreSQL writes it in UTC, to `2026-01-01T00:00:00.120Z`.
export function toIsoTimestamp(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}
