import type pg from 'pg';
import { findPooled } from './fit-session.js';
import { isLostConnection } from './lost-connection.js';
import { runPrepared, type NamedStatement } from './prepared-query.js';
import type { PlainStatement } from './sql.js';
import {
  queriesOn,
  queryable,
  send,
  sendNow,
  TIMED_STATEMENTS,
  type Queryable,
  type Send,
  type Types,
} from './statements.js';

/**
 * Runs the work in a transaction. The statements in `ahead` run first; if one of them fails, nothing of the transaction is
 * done. What the work throws goes through `toThrown`.
 */
export async function inTransaction<Result>(
  checkOut: () => Promise<pg.PoolClient>,
  work: (db: Queryable) => Promise<Result>,
  ahead: readonly NamedStatement[] = [],
  toThrown: (error: unknown) => unknown = (error) => error,
): Promise<Result> {
  const client = await checkOut();
  // Behind a pooler, and where each statement is timed, each goes by itself.
  const isStepwise = findPooled(client) !== undefined || TIMED_STATEMENTS.hasSubscribers;
  const transaction = isStepwise ? stepwise(client, ahead) : gathered(client, ahead);
  try {
    await transaction.begin();
    const result = await work(transaction.db);
    await transaction.commit();
    client.release();
    return result;
  } catch (error) {
    const thrown = toThrown(error);
    if (transaction.isBegun()) await rollBack(client, error);
    else client.release();
    throw thrown;
  }
}

type Transaction = {
  readonly db: Queryable;
  readonly begin: () => Promise<unknown> | void;
  readonly commit: () => Promise<unknown> | void;
  readonly isBegun: () => boolean;
};

const stepwise = (client: pg.ClientBase, first: readonly NamedStatement[]): Transaction => ({
  db: queryable(client),
  async begin() {
    await client.query(findPooled(client)?.begin ?? 'begin');
    for (const statement of first) await send(client, statement, undefined);
  },
  commit: () => client.query('commit'),
  isBegun: () => true,
});

const BEGIN = { text: 'begin', name: 'begin', values: [] };
const COMMIT = { text: 'commit', name: 'commit', values: [] };

// Begins with the first statement that is waited for; what nobody waits for goes with the next, the last of it with the commit.
function gathered(client: pg.ClientBase, first: readonly NamedStatement[]): Transaction {
  let ahead: NamedStatement[] = [BEGIN, ...first];
  const isBegun = (): boolean => ahead[0] !== BEGIN;
  const sendWithThose = (statement: NamedStatement, types: Types): Promise<object[]> => {
    const sending = runPrepared(client, statement, types, ahead);
    ahead = [];
    return sending;
  };
  const sendOn: Send = async (statement, types) => {
    if (isNamed(statement)) return sendWithThose(statement, types);
    const last = ahead.pop();
    if (last !== undefined) await sendWithThose(last, undefined);
    return sendNow(client, statement, types);
  };
  return {
    db: {
      ...queriesOn(sendOn),
      run: async (statement) => void (isNamed(statement) ? ahead.push(statement) : await sendOn(statement, undefined)),
    },
    begin: () => {},
    commit: () => (isBegun() || ahead.length > 1 + first.length ? sendWithThose(COMMIT, undefined) : undefined),
    isBegun,
  };
}

const isNamed = (statement: PlainStatement): statement is NamedStatement => statement.name !== undefined;

// A lost connection would not answer the rollback, and after a failed rollback its state is unknown. Then it is closed
// instead of given to the next caller.
async function rollBack(client: pg.PoolClient, error: unknown): Promise<void> {
  if (isLostConnection(error)) return client.release(true);
  await client.query('rollback').then(
    () => client.release(),
    (broken: Error) => client.release(broken),
  );
}
