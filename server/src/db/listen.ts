import pg from 'pg';
import { clientConfig, type Connection } from './db.js';

const RETRY_MS = 500;

export type Listener = { readonly ready: Promise<void>; readonly close: () => Promise<void> };

type Handlers = {
  readonly onMessage: (payload: string) => void;
  // False from the moment the connection is lost until it listens again: meanwhile messages may be missed.
  readonly onListening: (listening: boolean) => void;
};

// One connection that waits for NOTIFY on a channel, and is made anew whenever it is lost.
export function listen(connection: Connection, channel: string, handlers: Handlers): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const lost = (): void => {
    if (client === undefined) return;
    client = undefined;
    handlers.onListening(false);
    if (!closed) retry = setTimeout(() => void connect(), RETRY_MS);
  };

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ ...clientConfig(connection), application_name: 'vitrine-listen', keepAlive: true });
    client = fresh;
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', (message) => handlers.onMessage(message.payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      handlers.onListening(true);
    } catch {
      lost();
      await fresh.end().catch(() => {});
    }
  };

  return {
    ready: connect(),
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
