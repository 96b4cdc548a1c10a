// One request to the disk server with its answer: the headers that every answer has, refusals, and the log line.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { s3Error, type S3Error, toXml } from './errors.js';

// What a refused client may still send, and for how long, before it is cut off. Most read the answer while they send; this is
// for those that look only afterwards. A stranger who never looks holds no connection with it.
const DRAIN_BYTES_MAX = 16 * 1024 * 1024;
export const DRAIN_MS_MAX = 10 * 1000;

export type StorageLogger = { readonly info: (fields: Record<string, unknown>, message: string) => void };

export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The client waits for a 100 before it sends the body. */
  readonly awaitsContinue: boolean;
  readonly drainMsMax: number;
  /** Called when the request is refused because the disk has no room for its body. */
  readonly onNoRoom?: ((sizeBytes: number) => void) | undefined;
  key?: string;
};

export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Content-Range, Accept-Ranges, x-amz-request-id',
  'X-Content-Type-Options': 'nosniff',
  // A file opened by itself runs nothing and loads nothing, whatever its bytes are.
  'Content-Security-Policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

type ExchangeOptions = Pick<Exchange, 'awaitsContinue' | 'drainMsMax' | 'onNoRoom'>;

export function openExchange(request: IncomingMessage, response: ServerResponse, options: ExchangeOptions): Exchange {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.setHeader(name, value);
  response.setHeader('x-amz-request-id', requestId);
  return { request, response, requestId, ...options };
}

// Method, key, status and time, nothing else: the query is a key to the file.
export function logExchange(exchange: Exchange, logger: StorageLogger | undefined): void {
  if (logger === undefined) return;
  const { request, response, requestId } = exchange;
  const start = performance.now();
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : 'aborted';
    const ms = Math.round(performance.now() - start);
    logger.info({ requestId, method: request.method, key: exchange.key, status, ms }, 'storage request');
  });
}

export function answerXml({ response }: Exchange, content: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
  response.writeHead(200, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body) }).end(body);
}

// The answer goes out at once, and the connection stays open for a while when the body still comes in: closing it on unread
// bytes resets it, and a client that has not read the answer by then may lose it.
export async function refuse(exchange: Exchange, error: S3Error): Promise<void> {
  const { request, response, requestId, awaitsContinue } = exchange;
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (error.code === 'InsufficientStorage') exchange.onNoRoom?.(Number(request.headers['content-length'] ?? 0));
  const body = toXml(error, requestId);
  const isBodyComing = hasBody(request) && !request.readableEnded;
  for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges', 'Cache-Control', 'Content-Disposition']) {
    response.removeHeader(name);
  }
  response.setHeader('Content-Type', 'application/xml');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  if (isBodyComing) response.setHeader('Connection', 'close');
  response.writeHead(error.status);
  response.write(body);
  if (isBodyComing && !awaitsContinue) await drain(request, exchange.drainMsMax);
  response.end();
}

export function failExchange(exchange: Exchange, thrown: unknown, logger: StorageLogger | undefined): Promise<void> {
  const { key, requestId, request } = exchange;
  // A client that went away is no fault of the store's.
  if (!request.destroyed) logger?.info({ requestId, key, err: thrown }, 'storage request failed');
  return refuse(exchange, s3Error('InternalError'));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function drain(request: IncomingMessage, msMax: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    let drained = 0;
    timer = setTimeout(resolve, msMax);
    request.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > DRAIN_BYTES_MAX) resolve();
    });
    for (const event of ['end', 'close']) request.once(event, resolve);
    request.resume();
  });
  clearTimeout(timer);
}
