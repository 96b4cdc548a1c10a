// How a statement is sent, and what becomes of its rows.
import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import { runPrepared, type NamedStatement } from './prepared-query.js';
import type { PlainStatement } from './sql.js';

// What a function needs that runs statements: the pool, or the one connection of a transaction.
export type Queryable = {
  readonly rows: <Row extends object>(statement: PlainStatement) => Promise<Row[]>;
  readonly row: <Row extends object>(statement: PlainStatement) => Promise<Row | undefined>;
  // Columns in their order, values as PostgreSQL writes them: nothing is made of what is only passed on.
  readonly texts: <Row extends (string | null)[]>(statement: PlainStatement) => Promise<Row[]>;
  // A write of which nothing is read. In a transaction it goes with the next statement, or with the commit, and what refuses
  // it refuses those: a trip to the database costs more than most writes do.
  readonly run: (statement: PlainStatement) => Promise<void>;
};

// What values become; undefined: nothing, they stay as PostgreSQL writes them.
export type Types = typeof TYPES | undefined;
export type Send = (statement: PlainStatement, types: Types) => Promise<object[]>;

export const queryable = (client: pg.ClientBase): Queryable =>
  queriesOn((statement, types) => send(client, statement, types));

export function queriesOn(sendOn: Send): Queryable {
  const rows = async <Row extends object>(statement: PlainStatement): Promise<Row[]> =>
    asRows<Row>(await sendOn(statement, TYPES));
  return {
    rows,
    row: async <Row extends object>(statement: PlainStatement) => (await rows<Row>(statement))[0],
    texts: async <Row extends (string | null)[]>(statement: PlainStatement) =>
      asRows<Row>(await sendOn(statement, undefined)),
    run: async (statement) => void (await sendOn(statement, undefined)),
  };
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

// What goes `ahead` has to succeed, or the statement is not run.
export function send(
  client: pg.ClientBase,
  statement: PlainStatement,
  types: Types,
  ahead: readonly NamedStatement[] = [],
): Promise<object[]> {
  const sendOn = TIMED_STATEMENTS.hasSubscribers ? sendTimed : sendNow;
  return sendOn(client, statement, types, ahead);
}

async function sendTimed(...[client, statement, types, ahead]: Parameters<typeof send>): Promise<object[]> {
  const startedAt = performance.now();
  let isFailed = true;
  try {
    const rows = await sendNow(client, statement, types, ahead);
    isFailed = false;
    return rows;
  } finally {
    const { text } = statement;
    TIMED_STATEMENTS.publish({ text, startedAt, endedAt: performance.now(), isFailed } satisfies TimedStatement);
  }
}

export async function sendNow(
  client: pg.ClientBase,
  { text, values, name }: PlainStatement,
  types: Types,
  ahead: readonly NamedStatement[] = [],
): Promise<object[]> {
  if (name !== undefined) return runPrepared(client, { text, values, name }, types, ahead);
  const query: pg.QueryConfig<unknown[]> = { text, values: [...values], ...(types === undefined && AS_TEXTS) };
  return (await client.query<object>(query)).rows;
}

// Each statement declares its row; nothing checks it but the tests.
const asRows = <Row extends object>(rows: object[]): Row[] => rows as Row[];

export const TYPES = { getTypeParser };
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
