import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { CallerGoneError } from '../errors.js';
import type { AiKeyPrincipal, ScreenPrincipal, TokenPrincipal } from '../principal.js';
import { isBodyUnread, respond } from './respond.js';
import type { Trace } from './trace-context.js';
import { WrittenJson } from './written-json.js';

// One request and its answer, as a route sees them.
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  // Path and query, in whichever form the request named its target.
  readonly url: string;
  // The pattern of the path, for log and metrics: no id and no query is in it.
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  // What the answer will say of itself, whether it comes from the route or from an error.
  readonly headers: OutgoingHttpHeaders;
  // What of a trace it belongs to, where its caller or the operator wants to know.
  readonly trace: Trace | undefined;
  // Set once the token is known, for log and usage.
  caller: Pick<TokenPrincipal, 'merchantId' | 'token'> | undefined;
  // Set once the key of a screen is known, for the log.
  screen?: Pick<ScreenPrincipal, 'merchantId' | 'screenId'>;
  // Set once the key of an assistant is known, for the log.
  aiKey?: Pick<AiKeyPrincipal, 'merchantId' | 'key'>;
};

type Answer = { readonly status?: number; readonly type: string; readonly body: string | Buffer };

export const JSON_TYPE = 'application/json; charset=utf-8';

export function send({ request, response, headers }: Exchange, { status = 200, type, body }: Answer): void {
  headers['content-type'] = type;
  respond(request, response, { status, headers, body });
}

export function sendJson(exchange: Exchange, value: unknown, status = 200): void {
  if (!(value instanceof WrittenJson)) return send(exchange, { status, type: JSON_TYPE, body: JSON.stringify(value) });
  const { response } = exchange;
  value.handTo((body) => {
    send(exchange, { status, type: JSON_TYPE, body });
    return response.writableEnded && response.writableLength === 0;
  });
}

// An answer with its version, or the version alone for who has that one already.
export class Versioned<Value> {
  readonly version: string;
  readonly value: Value | undefined;

  constructor(version: string, value: Value | undefined) {
    this.version = version;
    this.value = value;
  }
}

const NOT_MODIFIED = 304;

export function sendVersioned(exchange: Exchange, { version, value }: Versioned<unknown>): void {
  exchange.headers['etag'] = `"${version}"`;
  if (value !== undefined) return sendJson(exchange, value);
  exchange.response.writeHead(NOT_MODIFIED, exchange.headers).end();
}

// An answer that leads the browser to another page.
export class Redirect {
  readonly to: string;

  constructor(to: string) {
    this.to = to;
  }
}

// `to` is a path of this site. GET follows, whatever was asked with; who reads the next page's requests learns nothing of
// the query that led here.
export function sendRedirect(exchange: Exchange, { to }: Redirect): void {
  exchange.headers['location'] = to;
  exchange.headers['referrer-policy'] = 'no-referrer';
  send(exchange, { status: 303, type: 'text/plain; charset=utf-8', body: '' });
}

// A file that is made line by line, so that its length does not matter. What fails before the first line is an error like
// any other; afterwards the connection breaks off, so that nobody takes a part for the whole.
export async function sendLines(exchange: Exchange, type: string, lines: AsyncIterable<string>): Promise<void> {
  const { request, response, headers } = exchange;
  const rest = lines[Symbol.asyncIterator]();
  const first = await rest.next();
  headers['content-type'] = type;
  if (isBodyUnread(request)) headers['connection'] = 'close';
  response.writeHead(200, headers);
  await pipeline(async function* () {
    try {
      for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }, response).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? new CallerGoneError('before the last line') : error;
  });
}

export function addCookie({ headers }: Exchange, cookie: string): void {
  headers['set-cookie'] = [headers['set-cookie'] ?? [], cookie].flat().map(String);
}

// Aborted when the caller goes away before the answer.
export function hangUpOf({ response }: Exchange): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => controller.abort());
  return controller.signal;
}

export const HTML_TYPE = 'text/html; charset=utf-8';

// What every page in HTML says about itself, the guides' and the console's.
const ALWAYS = {
  // Not no-referrer: addresses of the console hold ids, which nobody else is told; the service itself may know.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  'cross-origin-opener-policy': 'same-origin',
};

export const pageHeaders = (policy: string): Record<string, string> => ({
  ...ALWAYS,
  'content-security-policy': policy,
  'cache-control': 'no-cache',
});
