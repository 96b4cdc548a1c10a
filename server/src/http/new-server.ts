import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { JSON_TYPE } from './exchange.js';

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

export const NOT_HTTP = 'This is not a request that HTTP allows.';
const TOO_SLOW = 'The request did not arrive whole in time.';
const HALF_OPEN_MS_MAX = 2_000;

// What Node would refuse by itself, in its own way, gets an answer of the contract.
export function rejectMalformedHttp(server: Server): void {
  const lastAnswers = new WeakMap<object, ServerResponse>();
  // An expectation that nobody knows may be passed over (RFC 9110, 10.1.1); Node's 417 is no answer of ours.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  server.on('request', (request, response) => void lastAnswers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // When the bytes follow a request that was answered before its body was read, they are that body, and one answer is
    // enough.
    const last = lastAnswers.get(socket);
    const isAnswered = last !== undefined && last.headersSent && !last.req.complete;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) return void socket.destroy();
    refuse(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : NOT_HTTP);
  });
}

// Bytes that are no request at all have no request to log; the id is for the caller's own notes.
function refuse(socket: Socket, message: string): void {
  const body = JSON.stringify({ error: 'invalid_request', message });
  const headers = {
    'content-type': JSON_TYPE,
    'content-length': body.length,
    'x-request-id': randomUUID(),
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`);
  // Who does not end its own half would keep the connection for ever.
  socket.setTimeout(HALF_OPEN_MS_MAX, () => socket.destroy());
}
