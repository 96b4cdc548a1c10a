// One request to the disk server with its answer: the headers that every answer has, refusals, and the log line.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ObjectKey } from './object-key.js';
import { s3Error, type S3Error, toXml } from './s3-xml-error.js';

const DRAIN_BYTES_MAX = 64 * 1024 * 1024;
const DRAIN_MS_MAX = 5 * 60 * 1000;

export type StorageLogger = { readonly info: (fields: Record<string, unknown>, message: string) => void };

export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The client waits for a 100 before it sends the body. */
  readonly awaitsContinue: boolean;
  key?: ObjectKey;
};

export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Content-Range, Accept-Ranges, x-amz-request-id',
  'X-Content-Type-Options': 'nosniff',
  // A file opened by itself runs nothing and loads nothing, whatever its bytes are.
  'Content-Security-Policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

export function openExchange(request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): Exchange {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.setHeader(name, value);
  response.setHeader('x-amz-request-id', requestId);
  return { request, response, requestId, awaitsContinue };
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

// The answer goes out at once, and the connection stays open while the body still comes in: closing it on unread bytes
// would reset it, and the client would lose the answer.
export async function refuse(exchange: Exchange, error: S3Error): Promise<void> {
  const { request, response, requestId, awaitsContinue } = exchange;
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = toXml(error, requestId);
  const isBodyComing = hasBody(request) && !request.complete;
  for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges', 'Cache-Control', 'Content-Disposition']) {
    response.removeHeader(name);
  }
  response.setHeader('Content-Type', 'application/xml');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  if (isBodyComing) response.setHeader('Connection', 'close');
  response.writeHead(error.status);
  response.write(body);
  if (isBodyComing && !awaitsContinue) await drain(request);
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

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let drained = 0;
    const timer = setTimeout(resolve, DRAIN_MS_MAX);
    request.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > DRAIN_BYTES_MAX) resolve();
    });
    request.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    request.once('end', resolve);
    request.resume();
  });
}
