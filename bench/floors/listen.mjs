import { createServer } from 'node:http';

// Listens on a free port of loopback and tells it to the bench; ends with it.
export function listenForBench(handle, options = {}) {
  const server = createServer(options, handle).listen(0, '127.0.0.1', () => process.send(server.address().port));
  server.keepAliveTimeout = 60_000;
  process.once('disconnect', () => process.exit());
  process.once('SIGTERM', () => process.exit());
}
