import pg from 'pg';
import { CommandError } from '../errors.js';

// Where the database is: one server, or several candidates of which one at a time takes writes.
export type Connection = pg.ClientConfig & { readonly candidates?: readonly pg.ClientConfig[] };

// What checks less elsewhere checks everything here, today by pg's own reading and after its next version by ours.
const CHECKED = /([?&]sslmode=)(?:allow|prefer|require|verify-ca)(?=&|$)/;

// `pg` knows one host. Of `postgres://user@one:5432,two:5432/vitrine` each host becomes an address of its own.
export function parseDatabaseUrl(given: string): Connection {
  const url = given.replace(CHECKED, '$1verify-full');
  const [user, hosts, rest] = partsOf(url);
  const candidates = hosts.split(',').map((host) => ({ connectionString: user + host + rest }));
  return candidates.length === 1 ? { connectionString: url } : { candidates };
}

function partsOf(url: string): [user: string, hosts: string, rest: string] {
  const [, user = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return [user, hosts, rest];
}

// The same database on another server, for the same user.
export function connectionAt(connection: Connection, host: string, port: number): Connection {
  const { candidates: [first = connection] = [connection], ...shared } = connection;
  const { connectionString } = first;
  if (connectionString === undefined) return { ...shared, host, port };
  const [user, , rest] = partsOf(connectionString);
  return { ...shared, connectionString: `${user}${host.includes(':') ? `[${host}]` : host}:${port}${rest}` };
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
