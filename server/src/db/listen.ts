import pg from 'pg';
import { hostsOf } from './connection.js';
import { clientConfig, SESSION, type Connection } from './db.js';
import { findPooled, fitSession } from './fit-session.js';

const RETRY_MS = 500;
const ANSWER_MS_MAX = 3_000;
// A connection can be gone without a word; only a question tells.
const HEARTBEAT_MS = 5_000;

export type Listener = { readonly ready: Promise<void>; readonly close: () => Promise<void> };

type Handlers = {
  // What to do with the messages of each channel.
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  // False from the moment the connection is lost until it listens again: meanwhile messages may be missed.
  readonly onListening: (listening: boolean) => void;
  // The address leads to a pooler: nobody will ever be told.
  readonly onPooled?: () => void;
};

// One connection that waits for NOTIFY on some channels, and is made anew whenever it is lost.
export function listen(connection: Connection, handlers: Handlers): Listener {
  const hosts = hostsOf(connection);
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const lost = (which: pg.Client): void => {
    if (client !== which) return;
    client = undefined;
    clearTimeout(timer);
    handlers.onListening(false);
    void which.end().catch(() => {});
    if (!closed) timer = setTimeout(() => void connect(), RETRY_MS);
  };

  const beat = (which: pg.Client): void => {
    timer = setTimeout(
      () =>
        void which.query('select').then(
          () => client === which && beat(which),
          () => lost(which),
        ),
      HEARTBEAT_MS,
    );
  };

  // Behind a pooler the session that listens is the next one's, and what it is told is lost.
  const giveUp = (which: pg.Client): void => {
    closed = true;
    lost(which);
    handlers.onPooled?.();
  };

  const connect = async (): Promise<void> => {
    const tried = hosts.at();
    const fresh = new pg.Client({ ...clientConfig(connection), ...hosts.current(), ...LISTENING });
    client = fresh;
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', ({ channel, payload = '' }) => handlers.channels[channel]?.(payload));
    try {
      await fresh.connect();
      await fitSession(fresh, SESSION);
      if (findPooled(fresh) !== undefined) return giveUp(fresh);
      for (const channel of Object.keys(handlers.channels)) {
        await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      handlers.onListening(true);
      beat(fresh);
    } catch {
      hosts.leave(tried);
      lost(fresh);
    }
  };

  return {
    ready: connect(),
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

const LISTENING: pg.ClientConfig = {
  application_name: 'vitrine-listen',
  keepAlive: true,
  connectionTimeoutMillis: ANSWER_MS_MAX,
  query_timeout: ANSWER_MS_MAX,
};
