import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailableError, toError } from '../errors.js';
import { hostsOf, type Connection, type Hosts } from './connection.js';
import type { Clock } from '../clock.js';
import { takeTurn } from '../turns.js';
import { fitSession, type SessionSettings } from './fit-session.js';
import { isLostConnection } from './lost-connection.js';
import type { NamedStatement } from './prepared-query.js';
import { createReconnect } from './reconnect.js';
import type { PlainStatement } from './sql.js';
import { queriesOn, send, TYPES, type Queryable } from './statements.js';
import { inTransaction } from './transaction.js';

export { queryable, TIMED_STATEMENTS, toIsoTimestamp, type Queryable, type TimedStatement } from './statements.js';

// What most functions work with.
export type Deps = { readonly db: Db; readonly clock: Clock };

export type Db = Queryable & {
  readonly transaction: <Result>(work: (db: Queryable) => Promise<Result>) => Promise<Result>;
  // A connection for its holder alone, who must release it.
  readonly checkOut: () => Promise<pg.PoolClient>;
  readonly pool: pg.Pool;
  readonly limits: Limits;
  // The same connections, where every statement is sent in another way.
  readonly along: <Sent extends PlainStatement>(way: Way<Sent>) => Pick<Db, keyof Queryable | 'transaction'>;
  readonly onOutage: (listener: OutageListener) => void;
  readonly close: () => Promise<void>;
};

type OutageListener = {
  readonly begin: (reason: string) => void;
  readonly end: (ms: number) => void;
};

// How statements are sent: as what, and after what, which has to succeed.
type Way<Sent extends PlainStatement = PlainStatement> = {
  readonly toSent: (statement: PlainStatement) => Sent;
  // Called when the statement has its connection.
  readonly ask: <Result>(sent: Sent, run: RunAfter<Result>) => Promise<Result>;
  readonly aheadOfTransaction: readonly NamedStatement[];
};

type RunAfter<Result> = (ahead: readonly NamedStatement[]) => Promise<Result>;

export type { Connection };

export type Limits = {
  readonly connections: number;
  // For a connection to come or to become free.
  readonly checkOutMs: number;
  // How long a statement waits for a database that does not take connections, such as during a restart.
  readonly reconnectMs: number;
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
  reconnectMs: 2_000,
  statementMs: 5_000,
  answerMs: 7_000,
  idleInTransactionMs: 60_000,
};
// For migrations and commands, which move whole merchants.
export const MAINTENANCE_LIMITS: Limits = {
  connections: CONNECTIONS_DEFAULT,
  // A start on a busy machine waits rather than ends; a server that is not there refuses at once.
  checkOutMs: 15_000,
  reconnectMs: 0,
  statementMs: 3_600_000,
  answerMs: 0,
  idleInTransactionMs: 0,
};

// Statements that wait for a connection. Beyond, they would wait longer than anybody waits for an answer.
const WAITING_MAX = 1_000;
const CLOSE_MS_MAX = 5_000;

export function createDb(connection: Connection, limits: Limits = REQUEST_LIMITS, session: SessionSettings = {}): Db {
  const hosts = hostsOf(connection);
  const pool = openPool(connection, hosts, limits, session);
  const outages = watchOutages();
  const connect = createReconnect({
    connect: () => checkOutFrom(pool, hosts),
    isOutage: (error) => !isPoolFull(error),
    waitMs: limits.reconnectMs,
    onOutage: outages.begin,
  });
  const bornAt = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    bornAt.set(client, performance.now());
    outages.end();
  });
  let lostAt = 0;
  // When one connection is lost, older ones most likely are too: using one would cost another request its answer.
  const noteLost = (): void => void (lostAt = performance.now());
  pool.on('error', noteLost);
  const checkOut = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await connect();
      if ((bornAt.get(client) ?? 0) >= lostAt) return client;
      client.release(true);
    }
  };
  const toThrown = (error: unknown): unknown => {
    if (!isLostConnection(error)) return error;
    noteLost();
    outages.begin(error);
    return new DatabaseUnavailableError(error);
  };
  return {
    ...queriesOn((statement, types) => runOnce(checkOut, (client) => send(client, statement, types), toThrown)),
    pool,
    limits,
    checkOut,
    transaction: (work) => inTransaction(checkOut, work, [], toThrown),
    along: ({ toSent, ask, aheadOfTransaction }) => ({
      ...queriesOn((statement, types) => {
        const sent = toSent(statement);
        const askOn = (client: pg.PoolClient) => ask(sent, (ahead) => send(client, sent, types, ahead));
        return runOnce(checkOut, askOn, toThrown);
      }),
      transaction: (work) => inTransaction(checkOut, (db) => work(sendingOn(db, toSent)), aheadOfTransaction, toThrown),
    }),
    onOutage: outages.listen,
    // A server that is silent does not say goodbye either.
    close: () => Promise.race([pool.end(), sleep(CLOSE_MS_MAX, undefined, { ref: false })]),
  };
}

// An outage begins with a failure and ends with the next new connection.
function watchOutages() {
  const listeners: OutageListener[] = [];
  let begunAt: number | undefined;
  return {
    listen: (listener: OutageListener): void => void listeners.push(listener),
    begin: (error: unknown): void => {
      if (begunAt !== undefined) return;
      begunAt = performance.now();
      for (const { begin } of listeners) begin(toError(error).message);
    },
    end: (): void => {
      if (begunAt === undefined) return;
      const ms = performance.now() - begunAt;
      begunAt = undefined;
      for (const { end } of listeners) end(ms);
    },
  };
}

const sendingOn = (db: Queryable, toSent: Way['toSent']): Queryable => ({
  rows: async (statement) => db.rows(toSent(statement)),
  row: async (statement) => db.row(toSent(statement)),
  texts: async (statement) => db.texts(toSent(statement)),
  run: async (statement) => db.run(toSent(statement)),
});

function openPool(connection: Connection, hosts: Hosts, limits: Limits, session?: SessionSettings): pg.Pool {
  const options = {
    ...clientConfig(connection),
    // Made anew for each connection, and with it the choice of the host.
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, ...hosts.current() });
      }
    },
    onConnect: (client: pg.ClientBase) => fitSession(client, { ...sessionOf(limits), ...session }),
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
  if (pool.waitingCount >= WAITING_MAX) throw new Error(TOO_MANY_WAIT);
  for (let left = hosts.count; ; left -= 1) {
    const tried = hosts.at();
    try {
      return await pool.connect();
    } catch (error) {
      if (left === 1 || isPoolFull(error)) throw error;
      hosts.leave(tried);
    }
  }
}

const TOO_MANY_WAIT = 'too many statements wait for the database';
// As pg says it.
const NONE_BECAME_FREE = 'timeout exceeded when trying to connect';

const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && [TOO_MANY_WAIT, NONE_BECAME_FREE].includes(error.message);

// So many rows are work for a while, and so is a row of so much text: pages of media and playlists are one.
const PAGE_ROWS = 20;
const PAGE_CHARACTERS = 4_000;

const isPage = (result: unknown): boolean =>
  Array.isArray(result) && (result.length >= PAGE_ROWS || (Array.isArray(result[0]) && result[0].some(isLong)));

const isLong = (text: unknown): boolean => typeof text === 'string' && text.length >= PAGE_CHARACTERS;

async function runOnce<Result>(
  checkOut: Db['checkOut'],
  run: (client: pg.PoolClient) => Promise<Result>,
  toThrown: (error: unknown) => unknown,
): Promise<Result> {
  const client = await checkOut();
  try {
    const result = await run(client);
    // Its connection is kept meanwhile, or the rows of all who ask would wait here.
    if (isPage(result)) await takeTurn();
    client.release();
    return result;
  } catch (error) {
    client.release(isHarmless(error) ? undefined : toError(error));
    throw toThrown(error);
  }
}

// Of the statement and not of the connection.
const isHarmless = (error: unknown): boolean => error instanceof pg.DatabaseError && !isLostConnection(error);

export const SESSION: SessionSettings = { TimeZone: 'UTC' };

const sessionOf = ({ statementMs, idleInTransactionMs }: Limits): SessionSettings => ({
  ...SESSION,
  statement_timeout: String(statementMs),
  idle_in_transaction_session_timeout: String(idleInTransactionMs),
});

export function clientConfig(connection: Connection): pg.ClientConfig {
  return { application_name: 'vitrine', ...connection, types: TYPES };
}
