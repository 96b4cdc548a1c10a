// Gives every new connection what statements rely on: its session's settings or, behind a pooler, where a session changes
// hands with every transaction, settings that come with each.
import pg from 'pg';
import { CommandError } from '../errors.js';
import { NotPrimaryError } from './connection.js';

export type SessionSettings = Readonly<Record<string, string>>;

// How statements run on a connection that leads to a pooler.
export type Pooled = {
  // Begins a transaction that has the settings.
  readonly begin: string;
  // Gives them to the transaction that it runs in.
  readonly settings: { readonly text: string; readonly values: readonly string[] };
  // Whether the pooler finds a named statement again, whichever session comes next.
  readonly keepsStatements: boolean;
};

const pooledClients = new WeakMap<pg.ClientBase, Pooled>();

// Undefined where the connection is a session of PostgreSQL.
export const findPooled = (client: pg.ClientBase): Pooled | undefined => pooledClients.get(client);

export const SETTINGS_NAME = 'vitrine_settings';

class PoolerUnfitError extends CommandError {}

// Generic plans: every statement is written so that its one plan is right for all values (docs/query-plans.md), and
// planning a filtered page anew would cost more than running it. Citus chooses the shard by the values, which a generic plan
// does not have: forced to one, it refuses all but the simplest statements.
const planMode = (isCitus: boolean): string => (isCitus ? 'auto' : 'force_generic_plan');

// What one shard does takes a millisecond; to compile it, a cluster took two hundred.
const planSettings = (isCitus: boolean): SessionSettings => ({
  plan_cache_mode: planMode(isCitus),
  ...(isCitus && { jit: 'off' }),
});

type Session = { readonly is_read_only: boolean; readonly is_citus: boolean; readonly is_pooled: boolean };

// What is asked of every new connection: a standby is refused. Nothing of it is sent with the first message, which poolers
// refuse. A pooler gives out keys of its own to cancel with, so that its number for the session is not PostgreSQL's; to the
// session behind it, which is everybody's, the settings are given for no longer than this statement.
export async function fitSession(client: pg.ClientBase, given: SessionSettings): Promise<void> {
  const { processID } = client as pg.ClientBase & { readonly processID: number };
  const names = Object.keys(given);
  const each = names.map((_, at) => `set_config($${2 * at + 2}, $${2 * at + 3}, pg_backend_pid() <> $1::integer)`);
  // At a shard of a cluster it is given: there is nothing that Citus plans.
  const plans =
    given['plan_cache_mode'] === undefined &&
    `case when citus.is_citus then '${planMode(true)}' else '${planMode(false)}' end`;
  const { rows } = await client.query<Session>(
    `select current_setting('transaction_read_only') = 'on' as is_read_only, citus.is_citus,
       pg_backend_pid() <> $1::integer as is_pooled, ${each.join(', ')},
       set_config('plan_cache_mode', ${plans || "current_setting('plan_cache_mode')"}, pg_backend_pid() <> $1::integer),
       set_config('jit', case when citus.is_citus then 'off' else current_setting('jit') end,
         pg_backend_pid() <> $1::integer)
     from (select exists (select from pg_extension where extname = 'citus') as is_citus) as citus`,
    [processID, ...names.flatMap((name) => [name, given[name] ?? ''])],
  );
  const [session] = rows;
  if (session?.is_read_only) throw new NotPrimaryError();
  if (session?.is_pooled) await fitPooler(client, { ...given, ...planSettings(session.is_citus) });
}

async function fitPooler(client: pg.ClientBase, given: SessionSettings): Promise<void> {
  const settings = {
    text: `select ${Object.keys(given)
      .map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`)
      .join(', ')}`,
    values: Object.entries(given).flat(),
  };
  const local = Object.entries(given).map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`);
  const keepsStatements = await keepsStatementsOf(client, settings);
  pooledClients.set(client, { begin: ['begin', ...local].join('; '), settings, keepsStatements });
}

// Within one transaction, and so on one session: a pooler that keeps statements gives them names of its own there. One that
// does not would have the next session asked for what only this one knows.
async function keepsStatementsOf(client: pg.ClientBase, settings: Pooled['settings']): Promise<boolean> {
  try {
    await client.query('begin');
    await client.query({ ...settings, values: [...settings.values], name: SETTINGS_NAME });
    const { rowCount } = await client.query(
      `select from pg_prepared_statements where name = '${SETTINGS_NAME}' and not from_sql`,
    );
    if (rowCount !== 0) await client.query(`deallocate ${SETTINGS_NAME}`);
    await client.query('rollback');
    return rowCount === 0;
  } catch (error) {
    if (!(error instanceof Error) || !/statement pooling/.test(error.message)) throw error;
    throw new PoolerUnfitError(
      'DATABASE_URL leads to a PgBouncer in statement mode, which knows no transactions. Set its pool_mode to transaction, or name PostgreSQL itself.',
      { cause: error },
    );
  }
}
