import { createServer, type RequestListener, type Server } from 'node:http';

// A request has little to say, since files go to the store. Who has not said it by then holds a connection for nothing.
const REQUEST_MS_MAX = 30_000;
// Longer than a balancer keeps a connection that nobody uses, so that it is never the server who ends one just as the
// next request comes.
const KEEP_ALIVE_MS = 72_000;

export function newServer(handle: RequestListener, requestTimeout: number = REQUEST_MS_MAX): Server {
  // An HTTP/1.1 request without a host gets our own answer, not Node's empty one.
  const options = { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout };
  return createServer({ ...options, connectionsCheckingInterval: requestTimeout / 10 }, handle);
}
