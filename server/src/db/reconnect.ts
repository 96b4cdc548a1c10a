// Keeps requests waiting through a short restart of the database. A statement that has no connection yet was not sent, so
// it may wait for one; a statement that was sent is never repeated.
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError } from '../errors.js';

/** With more, a restart would be followed by an overload. */
export const RECONNECT_WAITING_MAX = 200;
const RETRY_MS = 100;

type Options<Client> = {
  readonly connect: () => Promise<Client>;
  readonly isOutage: (error: unknown) => boolean;
  readonly waitMs: number;
  readonly onOutage: (error: unknown) => void;
};

/** Returns a function that connects. In an outage it waits for up to `waitMs` until a retry succeeds. */
export function createReconnect<Client extends { readonly release: () => void }>(options: Options<Client>) {
  const { connect, isOutage, waitMs, onOutage } = options;
  let hasConnected = false;
  let waiting = 0;
  let failure: unknown;
  let retrying: Promise<void> | undefined;

  // Undefined in an outage.
  const tryToConnect = async (): Promise<Client | undefined> => {
    try {
      const client = await connect();
      hasConnected = true;
      return client;
    } catch (error) {
      // A start reports the error itself.
      if (!hasConnected) throw error;
      if (!isOutage(error)) throw new DatabaseUnavailableError(error);
      failure = error;
      onOutage(error);
      return undefined;
    }
  };
  // One attempt at a time, however many requests wait.
  const retry = async (): Promise<void> => {
    while (waiting > 0) {
      await sleep(RETRY_MS);
      const client = await tryToConnect().catch(() => undefined);
      if (client !== undefined) return client.release();
    }
  };

  return async (): Promise<Client> => {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const client = retrying === undefined ? await tryToConnect() : undefined;
      if (client !== undefined) return client;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || waiting >= RECONNECT_WAITING_MAX) throw new DatabaseUnavailableError(failure);
      waiting += 1;
      retrying ??= retry().finally(() => (retrying = undefined));
      await settledWithin(retrying, leftMs);
      waiting -= 1;
    }
  };
}

async function settledWithin(promise: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([promise, timeout]);
  timer.abort();
}
