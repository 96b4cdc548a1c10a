import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { noSuchEndpoint, type ApiError } from '../errors.js';
import { toErrorResponse } from './error-response.js';
import { JSON_TYPE } from './exchange.js';
import { explainMalformedRequest, type ParserError, type RejectMethod } from './malformed-request.js';
import { sendContinueLater } from './read-body.js';
import { methodNotAllowed } from './router.js';

// A request has little to say, since files go to the store. Who has not said it by then holds a connection for nothing.
const REQUEST_MS_MAX = 30_000;
// Longer than a balancer keeps a connection that nobody uses, so that it is never the server who ends one just as the
// next request comes.
const KEEP_ALIVE_MS = 72_000;

export function newServer(handle: RequestListener, requestTimeout: number = REQUEST_MS_MAX): Server {
  // An HTTP/1.1 request without a host gets our own answer, not Node's empty one.
  const options = { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout };
  // Node checks for late requests at this interval, so a late head may last one interval longer than headersTimeout.
  const connectionsCheckingInterval = requestTimeout / 10;
  const headersTimeout = requestTimeout - connectionsCheckingInterval;
  return createServer({ ...options, connectionsCheckingInterval, headersTimeout }, handle);
}

const HALF_OPEN_MS_MAX = 2_000;

/** Answers in the API's format where Node would answer in its own, or not at all. */
export function rejectMalformedHttp(
  server: Server,
  rejectMethod: RejectMethod = (_method, url) => noSuchEndpoint(url),
): void {
  const lastAnswers = new WeakMap<object, ServerResponse>();
  // An unknown expectation may be ignored (RFC 9110, 10.1.1). Node would answer 417.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  // Node would send 100 Continue before our checks have seen the head.
  server.on('checkContinue', (request, response) => {
    sendContinueLater(request, response);
    server.emit('request', request, response);
  });
  server.on('request', (request, response) => void lastAnswers.set(request.socket, response));
  server.on('connect', (request, socket) => {
    const error = rejectMethod('CONNECT', request.url ?? '');
    refuse(socket, error.error === 'method_not_allowed' ? error : methodNotAllowed('CONNECT', ['GET', 'POST']));
  });
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // When the bytes follow a request that was answered before its body was read, they are that body, and one answer is
    // enough.
    const last = lastAnswers.get(socket);
    const isAnswered = last !== undefined && last.headersSent && !last.req.complete;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) return void socket.destroy();
    refuse(socket, explainMalformedRequest(error, rejectMethod));
  });
}

// There is no parsed request to log. The id is for the caller's own notes.
function refuse(socket: Duplex, error: ApiError): void {
  const { status, headers, body } = toErrorResponse(error);
  const text = JSON.stringify(body);
  const all = {
    ...headers,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(text),
    'x-request-id': randomUUID(),
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
  // A client that keeps its own half open would hold the connection forever.
  const timer = setTimeout(() => socket.destroy(), HALF_OPEN_MS_MAX);
  socket.once('close', () => clearTimeout(timer));
}
