// The disk store's own port: the part of S3 that presigned URLs need. Plain http.Server; the caller listens and closes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { deleteObject } from './disk-objects.js';
import { s3Error, toXml } from './errors.js';
import {
  COMMON_HEADERS,
  DRAIN_MS_MAX,
  failExchange,
  type Exchange,
  logExchange,
  openExchange,
  refuse,
  type StorageLogger,
} from './exchange.js';
import { findTypeOfKey, type FileTypes } from './object-key.js';
import { createPutGate, type PutGate } from './put-gate.js';
import { copyFromSource, receiveObject } from './receive-object.js';
import { serveObject } from './serve-object.js';
import { servePart } from './serve-parts.js';
import type { Clock } from './sign.js';
import type { Credentials } from './sigv4.js';
import { createVerifier, type RawRequest, type SignedRequest, type Verification } from './verify-request.js';

const IDLE_MS_MAX = 60 * 1000;
const HEADERS_MS_MAX = 30 * 1000;
// Node checks for late heads at this interval, so a late head may last one interval longer than headersTimeout.
const HEADERS_CHECK_MS = 3 * 1000;
// Longer than a proxy keeps a connection that nobody uses, so that it is never the store who ends one just as the next
// request comes: a PUT that is lost on one cannot be sent again by a proxy that keeps no bodies.
const KEEP_ALIVE_MS = 72 * 1000;
const HSTS = `max-age=${365 * 86_400}`;

export type DiskServerOptions = Credentials & {
  readonly directory: string;
  readonly bucket: string;
  readonly types: FileTypes;
  /** The largest object that is taken; none is refused for its size unless this is given. */
  readonly objectBytesMax?: number | undefined;
  /** What PUTs and completed uploads leave free on the disk, for everything else that writes there. PUTs are not refused
   *  before the disk is full unless this is given. */
  readonly reserveBytes?: number | undefined;
  /** Called for each request that is answered 507, with the size of its body. */
  readonly onNoRoom?: ((sizeBytes: number) => void) | undefined;
  /** Whether the caller used https, through a proxy. Then answers carry Strict-Transport-Security. */
  readonly isHttps?: ((request: IncomingMessage) => boolean) | undefined;
  readonly clock?: Clock;
  readonly logger?: StorageLogger | undefined;
  readonly idleMsMax?: number | undefined;
  readonly drainMsMax?: number | undefined;
};

export function createDiskServer(options: DiskServerOptions): Server {
  // Node's own limit of 300 s for a whole request would end every long upload; standing still is what is limited.
  // A missing Host is refused below, in S3's words and not with Node's empty 400.
  const limits = {
    requestTimeout: 0,
    headersTimeout: HEADERS_MS_MAX - HEADERS_CHECK_MS,
    connectionsCheckingInterval: HEADERS_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = createServer({ ...limits, requireHostHeader: false });
  server.setTimeout(options.idleMsMax ?? IDLE_MS_MAX);
  const { clock = Date, drainMsMax = DRAIN_MS_MAX, onNoRoom } = options;
  const parts = { options, clock, verify: createVerifier(options, clock), gate: createPutGate(clock) };
  const answers = new WeakMap<Duplex, ServerResponse>();

  const answer = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
    answers.set(request.socket, response);
    const exchange = openExchange(request, response, { awaitsContinue, drainMsMax, onNoRoom });
    if (options.isHttps?.(request) === true) response.setHeader('Strict-Transport-Security', HSTS);
    logExchange(exchange, options.logger);
    route(parts, exchange)
      .catch((thrown: unknown) => failExchange(exchange, thrown, options.logger))
      .catch(() => response.destroy());
  };
  server.on('request', (request, response) => answer(request, response, false));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => answer(request, response, true));
  // An expectation that nobody knows may be passed over (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    answer(request, response, false),
  );
  server.on('clientError', (_error, socket) => refuseBroken(socket, answers.get(socket)));
  return server;
}

type Parts = {
  readonly options: DiskServerOptions;
  readonly clock: Clock;
  readonly verify: (raw: RawRequest) => Verification;
  readonly gate: PutGate;
};

async function route(parts: Parts, exchange: Exchange): Promise<void> {
  const { method = '', url = '', headers } = exchange.request;
  if (headers.host === undefined) return refuse(exchange, s3Error('InvalidArgument', 'The Host header is missing.'));
  if (method === 'OPTIONS') return answerPreflight(exchange);
  // The length is part of the signature, so without one there is nothing yet to verify.
  if (method === 'PUT' && headers['content-length'] === undefined)
    return refuse(exchange, s3Error('MissingContentLength'));
  const verification = parts.verify({ method, url, headers });
  if (verification.kind === 'refused') return refuse(exchange, verification.error);
  return act(parts, exchange, verification.request);
}

async function act({ options, clock, gate }: Parts, exchange: Exchange, signed: SignedRequest): Promise<void> {
  const { directory: root, types, objectBytesMax: bytesMax = Infinity, reserveBytes } = options;
  const [, bucket, ...rest] = signed.path.split('/');
  const key = rest.join('/');
  if (bucket !== options.bucket) return refuse(exchange, s3Error('NoSuchBucket'));
  const type = findTypeOfKey(types, key);
  if (type === undefined) return refuse(exchange, s3Error('NoSuchKey'));
  exchange.key = key;
  if (signed.query.has('uploads') || signed.query.has('uploadId'))
    return servePart({ root, key, type, bytesMax, reserveBytes, gate }, exchange, signed);
  switch (signed.method) {
    case 'GET':
    case 'HEAD':
      return serveObject({ root, key, type, types, clock }, exchange, signed);
    case 'PUT': {
      const source = signed.headers.get('x-amz-copy-source');
      return source === undefined
        ? receiveObject({ root, key, type, bytesMax, reserveBytes, gate }, exchange, signed)
        : copyFromSource(root, exchange, key, source);
    }
    case 'DELETE':
      await deleteObject(root, key);
      exchange.response.writeHead(204).end();
      return;
    default:
      return refuse(exchange, s3Error('MethodNotAllowed'));
  }
}

const ALLOWED_HEADER = /^(?:content-type|range|if-[a-z-]+|x-amz-[a-z0-9-]+)$/;

// A browser asks before it PUTs. `x-amz-*` cannot be answered as a pattern, so what was asked for is named.
function answerPreflight({ request, response }: Exchange): void {
  const asked = request.headers['access-control-request-headers'] ?? '';
  const allowed = asked
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => ALLOWED_HEADER.test(name));
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, PUT');
  response.setHeader('Access-Control-Allow-Headers', allowed.join(', ') || 'content-type');
  response.setHeader('Access-Control-Max-Age', 3600);
  response.setHeader('Vary', 'Access-Control-Request-Headers');
  response.writeHead(204).end();
}

// What HTTP itself cannot read: garbage, or a body that ended before its length.
function refuseBroken(socket: Duplex, response: ServerResponse | undefined): void {
  const isAnswered = response !== undefined && response.headersSent && !response.writableFinished;
  if (!socket.writable || isAnswered) {
    socket.destroy();
    return;
  }
  const body = toXml(s3Error('IncompleteBody', 'The request is not whole.'), '0');
  const headers = {
    ...COMMON_HEADERS,
    'Content-Type': 'application/xml',
    'Content-Length': body.length,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}
