import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../errors.js';

const NOT_HTTP = 'This is not a request that HTTP allows.';
const TOO_SLOW = 'The request did not arrive whole in time.';
const HALF_OPEN_MS_MAX = 2_000;
const MEDIA_TYPE = /^[a-z]+\/[\w.+-]+$/i;
const NO_TYPE = 'application/octet-stream';
const lastAnswers = new WeakMap<object, ServerResponse>();

// What Node and the framework would refuse by themselves, each in its own way, gets an answer of the contract.
export function tameOddHttp(app: FastifyInstance): void {
  // An expectation that nobody knows may be passed over (RFC 9110, 10.1.1); Node's 417 is no answer of ours.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  app.server.on('request', (request, response) => void lastAnswers.set(request.socket, response));
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    raw.headers['content-type'] = toSoundType(raw.headers['content-type']);
    // Node would refuse it with a 400 that is empty; requireHostHeader is off for that.
    done(raw.headers.host === undefined && raw.httpVersion !== '1.0' ? invalidRequest(NOT_HTTP) : undefined);
  });
}

// The framework fails on a type that it cannot read, and on a QUERY without one, before any gate. Bodies are read by us:
// all that counts is whether the type is JSON's.
function toSoundType(sent: string | undefined): string {
  const type = sent?.split(';', 1)[0]?.trim() ?? '';
  return MEDIA_TYPE.test(type) ? type : NO_TYPE;
}

// Bytes that are no request at all have no request to log; the id is for the caller's own notes. When they follow a
// request that was answered before its body was read, they are that body, and one answer is enough.
export function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  const last = lastAnswers.get(socket);
  const isAnswered = last !== undefined && last.headersSent && !last.req.complete;
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) return void socket.destroy();
  const message = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : NOT_HTTP;
  const body = JSON.stringify({ error: 'invalid_request', message });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'x-request-id': randomUUID(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`);
  // Who does not end its own half would keep the connection for ever.
  socket.setTimeout(HALF_OPEN_MS_MAX, () => socket.destroy());
}
