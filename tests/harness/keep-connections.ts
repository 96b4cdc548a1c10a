// A test's server and its client are often one process. When that is held up for seconds, the five that Node gives a
// connection nobody uses run out for both at once: the server ends the one on which the client sends its next request.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { afterAll } from 'vitest';

const KEEP_ALIVE_MS_MIN = 72_000;

subscribe('http.server.request.start', keepLonger);
afterAll(() => void unsubscribe('http.server.request.start', keepLonger));

function keepLonger(message: unknown): void {
  const { server } = message as { server: Server };
  server.keepAliveTimeout = Math.max(server.keepAliveTimeout, KEEP_ALIVE_MS_MIN);
}
