import pg from 'pg';
import { CommandError } from '../errors.js';

// Where the database is: one server, or several candidates of which one at a time takes writes.
export type Connection = pg.ClientConfig & { readonly candidates?: readonly pg.ClientConfig[] };

// `pg` knows one host. Of `postgres://user@one:5432,two:5432/vitrine` each host becomes an address of its own.
export function parseDatabaseUrl(url: string): Connection {
  const [, user = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  const candidates = hosts.split(',').map((host) => ({ connectionString: user + host + rest }));
  return candidates.length === 1 ? { connectionString: url } : { candidates };
}

export type Hosts = ReturnType<typeof hostsOf>;

// Which candidate is believed to take writes. Whoever finds that it does not moves on to the next.
export function hostsOf(connection: Connection) {
  const candidates = connection.candidates ?? [connection];
  let at = 0;
  return {
    count: candidates.length,
    at: () => at,
    current: (): pg.ClientConfig => candidates[at] ?? connection,
    // Only the first to notice moves: the others tried the same one.
    leave: (tried: number): void => void (at = tried === at ? (at + 1) % candidates.length : at),
  };
}

export class NotPrimaryError extends CommandError {
  constructor() {
    super('This PostgreSQL takes no writes. Name the primary in DATABASE_URL, or all servers, separated by commas.');
  }
}

type Session = { readonly is_read_only: boolean; readonly is_citus: boolean };

// What is asked of every new connection: a standby is refused, and a cluster plans in its own way. Citus chooses the
// shard by the values, which a generic plan does not have: forced to one, it refuses all but the simplest statements.
export async function fitSession(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Session>(`
    select current_setting('transaction_read_only') = 'on' as is_read_only,
      exists (select from pg_extension where extname = 'citus') as is_citus`);
  if (rows[0]?.is_read_only) throw new NotPrimaryError();
  if (rows[0]?.is_citus) await client.query('set plan_cache_mode = auto');
}
