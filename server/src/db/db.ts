import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hostsOf, type Connection, type Hosts } from './connection.js';
import type { Clock } from '../clock.js';
import { findPooled, fitSession, type SessionSettings } from './fit-session.js';
import { runPrepared } from './prepared-query.js';
import type { PlainStatement } from './sql.js';

// What a function needs that runs statements: the pool, or the one connection of a transaction.
export type Queryable = {
  readonly rows: <Row extends object>(statement: PlainStatement) => Promise<Row[]>;
  readonly row: <Row extends object>(statement: PlainStatement) => Promise<Row | undefined>;
  // Columns in their order, values as PostgreSQL writes them: nothing is made of what is only passed on.
  readonly texts: <Row extends (string | null)[]>(statement: PlainStatement) => Promise<Row[]>;
};

/** What most functions work with. */
export type Deps = { readonly db: Db; readonly clock: Clock };

export type Db = Queryable & {
  readonly transaction: <Result>(work: (db: Queryable) => Promise<Result>) => Promise<Result>;
  // A connection for its holder alone, who must release it.
  readonly checkOut: () => Promise<pg.PoolClient>;
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
};

export type { Connection };

export type Limits = {
  readonly connections: number;
  // For a connection to come or to become free.
  readonly checkOutMs: number;
  readonly statementMs: number;
  // What the client waits for an answer: longer than the server's own limit, for a server that is silent. 0: for ever.
  readonly answerMs: number;
  readonly idleInTransactionMs: number;
};

const CONNECTIONS_DEFAULT = 10;
// For requests: nothing they ask takes long, and a quick 500 is better than a late answer.
export const REQUEST_LIMITS: Limits = {
  connections: CONNECTIONS_DEFAULT,
  checkOutMs: 3_000,
  statementMs: 5_000,
  answerMs: 7_000,
  idleInTransactionMs: 60_000,
};
// For migrations and commands, which move whole merchants.
export const MAINTENANCE_LIMITS: Limits = {
  connections: CONNECTIONS_DEFAULT,
  // A start on a busy machine waits rather than ends; a server that is not there refuses at once.
  checkOutMs: 15_000,
  statementMs: 3_600_000,
  answerMs: 0,
  idleInTransactionMs: 0,
};

// Statements that wait for a connection. Beyond, they would wait longer than anybody waits for an answer.
const WAITING_MAX = 1_000;
const CLOSE_MS_MAX = 5_000;

export function createDb(connection: Connection, limits: Limits = REQUEST_LIMITS): Db {
  const hosts = hostsOf(connection);
  const pool = openPool(connection, hosts, limits);
  const bornAt = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => bornAt.set(client, performance.now()));
  let silentAt = 0;
  // Where one connection has fallen silent, those of its age most likely have too: each would cost another wait.
  const checkOut = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await checkOutFrom(pool, hosts);
      if ((bornAt.get(client) ?? 0) >= silentAt) return client;
      client.release(true);
    }
  };
  const noteSilence = (error: unknown): void => void (isSilence(error) && (silentAt = performance.now()));
  return {
    ...queriesOn((run) => runOnce(checkOut, run, noteSilence)),
    pool,
    checkOut,
    transaction: (work) => inTransaction(checkOut, work),
    // A server that is silent does not say goodbye either.
    close: () => Promise.race([pool.end(), sleep(CLOSE_MS_MAX, undefined, { ref: false })]),
  };
}

function openPool(connection: Connection, hosts: Hosts, limits: Limits): pg.Pool {
  const options = {
    ...clientConfig(connection),
    // Made anew for each connection, and with it the choice of the host.
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, ...hosts.current() });
      }
    },
    onConnect: (client: pg.ClientBase) => fitSession(client, sessionOf(limits)),
    max: limits.connections,
    connectionTimeoutMillis: limits.checkOutMs,
    query_timeout: limits.answerMs,
    keepAlive: true,
  };
  const pool = new pg.Pool(options);
  // A connection that breaks is dropped by the pool, or its statement fails; without a listener it would end the process,
  // and while it is checked out the pool does not listen.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function checkOutFrom(pool: pg.Pool, hosts: Hosts): Promise<pg.PoolClient> {
  if (pool.waitingCount >= WAITING_MAX) throw new Error('too many statements wait for the database');
  for (let left = hosts.count; ; left -= 1) {
    const tried = hosts.at();
    try {
      return await pool.connect();
    } catch (error) {
      // A full pool says nothing of the host.
      if (left === 1 || (error instanceof Error && error.message === POOL_IS_FULL)) throw error;
      hosts.leave(tried);
    }
  }
}

const POOL_IS_FULL = 'timeout exceeded when trying to connect';

async function runOnce<Result>(
  checkOut: Db['checkOut'],
  run: (client: pg.PoolClient) => Promise<Result>,
  onError: (error: unknown) => void,
): Promise<Result> {
  const client = await checkOut();
  try {
    const result = await run(client);
    client.release();
    return result;
  } catch (error) {
    onError(error);
    client.release(isHarmless(error) ? undefined : toError(error));
    throw error;
  }
}

// Of the statement and not of the connection: SQLSTATE is not of a connection (08), a shutdown (57P) or a standby (25006).
const isHarmless = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(?:08|57P|25006)/.test(error.code ?? '');

const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

export const SESSION: SessionSettings = { TimeZone: 'UTC' };

const sessionOf = ({ statementMs, idleInTransactionMs }: Limits): SessionSettings => ({
  ...SESSION,
  statement_timeout: String(statementMs),
  idle_in_transaction_session_timeout: String(idleInTransactionMs),
});

export function clientConfig(connection: Connection): pg.ClientConfig {
  return { application_name: 'vitrine', ...connection, types: TYPES };
}

type RunOn = <Result>(run: (client: pg.ClientBase) => Promise<Result>) => Promise<Result>;

export const queryable = (client: pg.ClientBase): Queryable => queriesOn((run) => run(client));

function queriesOn(runOn: RunOn): Queryable {
  const rows = async <Row extends object>(statement: PlainStatement): Promise<Row[]> =>
    asRows<Row>(await runOn((client) => send(client, statement, TYPES)));
  const texts = async <Row extends (string | null)[]>(statement: PlainStatement): Promise<Row[]> =>
    asRows<Row>(await runOn((client) => send(client, statement, undefined)));
  return { rows, row: async <Row extends object>(statement: PlainStatement) => (await rows<Row>(statement))[0], texts };
}

const AS_TEXTS = { rowMode: 'array', types: { getTypeParser: () => String } } as const;

// Who listens to what statements take: nobody, unless the operator has named a collector of traces.
export type TimedStatement = {
  readonly text: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isFailed: boolean;
};
export const TIMED_STATEMENTS = channel('vitrine.statement');

function send(client: pg.ClientBase, statement: PlainStatement, types: typeof TYPES | undefined): Promise<object[]> {
  return TIMED_STATEMENTS.hasSubscribers ? sendTimed(client, statement, types) : sendNow(client, statement, types);
}

async function sendTimed(...[client, statement, types]: Parameters<typeof send>): Promise<object[]> {
  const startedAt = performance.now();
  let isFailed = true;
  try {
    const rows = await sendNow(client, statement, types);
    isFailed = false;
    return rows;
  } finally {
    const { text } = statement;
    TIMED_STATEMENTS.publish({ text, startedAt, endedAt: performance.now(), isFailed } satisfies TimedStatement);
  }
}

async function sendNow(
  client: pg.ClientBase,
  { text, values, name }: PlainStatement,
  types: typeof TYPES | undefined,
): Promise<object[]> {
  if (name !== undefined) return runPrepared(client, { text, values, name }, types);
  const query: pg.QueryConfig<unknown[]> = { text, values: [...values], ...(types === undefined && AS_TEXTS) };
  return (await client.query<object>(query)).rows;
}

// Each statement declares its row; nothing checks it but the tests.
const asRows = <Row extends object>(rows: object[]): Row[] => rows as Row[];

async function inTransaction<Result>(
  checkOut: Db['checkOut'],
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await checkOut();
  try {
    await client.query(findPooled(client)?.begin ?? 'begin');
    const result = await work(queryable(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await rollBack(client, error);
    throw error;
  }
}

// A connection whose rollback fails is in an unknown state, and one whose answer never came would not answer that either:
// it is closed instead of handed to the next caller.
async function rollBack(client: pg.PoolClient, error: unknown): Promise<void> {
  if (isSilence(error)) return client.release(true);
  await client.query('rollback').then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  );
}

const TYPES = { getTypeParser };
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
