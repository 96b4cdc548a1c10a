import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, Server, ServerResponse } from 'node:http';
import { CallerGoneError, invalidRequest } from '../errors.js';
import type { Log } from '../log.js';
import { noteArrival } from '../turns.js';
import { toErrorResponse } from './error-response.js';
import { sendJson, type Exchange } from './exchange.js';
import { newServer, rejectMalformedHttp } from './new-server.js';
import { createRouter, toTarget, type Handle } from './router.js';
import { beginTrace, toTraceResponse, type Tracer } from './trace-context.js';

// After an answer went out: for log, metrics and usage.
export type Note = (exchange: Exchange, ms: number) => void;

export type HttpApp = {
  readonly server: Server;
  readonly log: Log;
  readonly on: (method: string, path: string, handle: Handle) => void;
  readonly onAnswered: (note: Note) => void;
  // What ends requests that wait, so that the app can close.
  readonly onClosing: (end: () => void) => void;
  // What is to stop with the app, once every request is answered. The last one first.
  readonly onClose: (stop: () => Promise<unknown> | void) => void;
  readonly listen: (place: { readonly port: number; readonly host: string }) => Promise<string>;
  readonly close: () => Promise<void>;
};

type Around = (handle: RequestListener) => RequestListener;

// A server, its routes, and what happens around each request. `around` has every request before anything else has.
export function createHttpApp(log: Log, around: Around = (handle) => handle, tracer?: Tracer): HttpApp {
  const router = createRouter();
  const notes: Note[] = [logTo(log)];
  let isClosing = false;
  const ends: (() => void)[] = [];
  const stops: (() => Promise<unknown> | void)[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now();
    const id = randomUUID();
    const url = toTarget(request.url ?? '/');
    const { route, params, handle } = router.find(request.method ?? '', url);
    const trace = beginTrace(request.headers['traceparent'], id, tracer);
    const headers: OutgoingHttpHeaders = { 'x-request-id': id };
    if (trace?.parentId !== undefined) headers['traceresponse'] = toTraceResponse(trace);
    const exchange: Exchange = { request, response, id, url, route, params, headers, trace, caller: undefined };
    response.on('finish', () => {
      const ms = performance.now() - startedAt;
      for (const note of notes) note(exchange, ms);
      // What was under way when the app began to close: its connection is idle only now.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
    const running =
      trace?.isSampled === true && tracer !== undefined
        ? tracer.follow(trace, () => run(exchange, handle))
        : run(exchange, handle);
    running.catch((error: unknown) => answerError(log, exchange, error));
  };
  const server = newServer(around(answer));
  rejectMalformedHttp(server, router.rejectMethod);
  server.on('connection', noteArrival);
  return {
    server,
    log,
    on: (method, path, handle) => router.on(method, path, handle),
    onAnswered: (note) => void notes.push(note),
    onClosing: (end) => void ends.push(end),
    onClose: (stop) => void stops.unshift(stop),
    async listen({ port, host }) {
      await once(server.listen(port, host), 'listening');
      const address = server.address();
      return `http://${host}:${typeof address === 'object' ? address?.port : ''}`;
    },
    async close() {
      isClosing = true;
      for (const end of ends) end();
      if (server.listening) await once(server.close(), 'close');
      for (const stop of stops) await stop();
    },
  };
}

// One line a request. The route's pattern instead of the URL, so that no query and no id is in it; of the token only
// its last four characters.
const logTo =
  (log: Log): Note =>
  ({ id, request, response, route, trace, caller, screen, aiKey }, ms) =>
    log.info(
      {
        reqId: id,
        method: request.method,
        route,
        status: response.statusCode,
        ms: Math.round(ms * 10) / 10,
        merchant: caller?.merchantId ?? screen?.merchantId ?? aiKey?.merchantId,
        token: caller?.token.lastFour,
        screen: screen?.screenId,
        aiKey: aiKey?.key.lastFour,
        traceId: trace?.traceId,
        spanId: trace?.spanId,
      },
      'request',
    );

async function run(exchange: Exchange, handle: Handle): Promise<void> {
  requireHost(exchange.request);
  return handle(exchange);
}

// RFC 9112, 3.2: one Host, and a valid one. A proxy in front may route by another of two.
function requireHost({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  const { host } = headers;
  if (host === undefined) {
    if (httpVersion === '1.0') return;
    throw invalidRequest('The Host header is missing.');
  }
  // Node keeps the first of two in `headers`.
  const isHost = (text: string, index: number): boolean => index % 2 === 0 && text.toLowerCase() === 'host';
  if (rawHeaders.filter(isHost).length > 1) {
    throw invalidRequest('The Host header is given more than once. Send it once.');
  }
  if (!HOST.test(host))
    throw invalidRequest('The Host header is malformed. Send a name and a port, such as example.com:443.');
}

const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-fA-F:.]+\])(?::\d*)?$/;

function answerError(log: Log, exchange: Exchange, thrown: unknown): void {
  if (thrown instanceof CallerGoneError) return;
  const { status, headers, body } = toErrorResponse(thrown);
  if (status === 500) log.error({ reqId: exchange.id, traceId: exchange.trace?.traceId, err: thrown }, 'failed');
  // An answer that broke off cannot be taken back.
  if (exchange.response.headersSent) return void exchange.response.destroy();
  Object.assign(exchange.headers, headers);
  sendJson(exchange, body, status);
}

export type Afterwards = (work: () => Promise<void>) => void;

// Work that an answer must not wait for. What fails is logged; a service that stops waits for what is under way.
export function createAfterwards(app: HttpApp): Afterwards {
  const underWay = new Set<Promise<void>>();
  app.onClose(() => Promise.all(underWay));
  return (work) => {
    const done = nextTurn()
      .then(work)
      .catch((error: unknown) => app.log.error({ err: error }, 'failed after the answer'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
