// PUT: the bytes that were declared and signed, or nothing.
import { copyObject, type Expected, statObject, writeObject } from './disk-objects.js';
import { s3Error, type S3Error, type S3ErrorCode } from './errors.js';
import { type Exchange, refuse } from './exchange.js';
import { isObjectKey, isStagingKey } from './object-key.js';
import type { PutGate, PutOutcome } from './put-gate.js';
import { toETag } from './serve-object.js';
import type { SignedRequest } from './verify-request.js';

type Target = {
  readonly root: string;
  readonly key: string;
  readonly type: string;
  readonly bytesMax: number;
  readonly gate: PutGate;
};

export async function receiveObject(target: Target, exchange: Exchange, signed: SignedRequest): Promise<void> {
  const { root, key, gate } = target;
  const { request, response } = exchange;
  const upload = findUpload(target, signed);
  if (upload.kind === 'refused') return refuse(exchange, upload.error);
  const { expected } = upload;
  let { awaitsContinue } = exchange;
  const outcome = await gate({ key, sizeBytes: expected.sizeBytes, request }, (chunks) => {
    if (awaitsContinue) response.writeContinue();
    awaitsContinue = false;
    // From the last byte on the client waits for the disk: a slow fsync is no idle connection.
    request.once('end', () => request.socket.setTimeout(0));
    return writeObject(root, key, chunks, expected);
  });
  return outcome === 'written'
    ? confirm(root, exchange, key)
    : refuse({ ...exchange, awaitsContinue }, s3Error(ERRORS[outcome]));
}

type Upload =
  | { readonly kind: 'accepted'; readonly expected: Expected }
  | { readonly kind: 'refused'; readonly error: S3Error };

function findUpload({ key, bytesMax, ...target }: Target, { headers }: SignedRequest): Upload {
  const type = headers.get('content-type');
  const length = headers.get('content-length');
  const base64 = headers.get('x-amz-checksum-sha256');
  const sha256 =
    base64 === undefined ? headers.get('x-amz-content-sha256') : Buffer.from(base64, 'base64').toString('hex');
  // Only a staging key may take bytes that nobody has named: what is read by others is pinned.
  if (type === undefined || length === undefined || (sha256 === undefined && !isStagingKey(key))) {
    return refusedFor(s3Error('AccessDenied', 'Content-Type, Content-Length and the SHA-256 must be signed.'));
  }
  if (type !== target.type)
    return refusedFor(s3Error('InvalidArgument', 'The content type is not the one of the key.'));
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) return refusedFor(s3Error('InvalidDigest'));
  if (Number(length) > bytesMax) return refusedFor(s3Error('EntityTooLarge'));
  return { kind: 'accepted', expected: { sizeBytes: Number(length), sha256 } };
}

const refusedFor = (error: S3Error): Upload => ({ kind: 'refused', error });

const ERRORS: Readonly<Record<Exclude<PutOutcome, 'written'>, S3ErrorCode>> = {
  'wrong-size': 'IncompleteBody',
  'wrong-bytes': 'BadDigest',
  'disk-full': 'InsufficientStorage',
  'no-room': 'InsufficientStorage',
  busy: 'SlowDown',
  'too-slow': 'RequestTimeout',
};

async function confirm(root: string, { response }: Exchange, key: string): Promise<void> {
  const stored = await statObject(root, key);
  if (stored !== undefined) response.setHeader('ETag', toETag(stored));
  response.setHeader('Content-Length', 0);
  response.writeHead(200).end();
}

// COPY is a PUT that names its source in a signed header. Only the service itself can sign one.
export async function copyFromSource(root: string, exchange: Exchange, key: string, source: string): Promise<void> {
  const bucketEnd = source.indexOf('/', 1);
  const from = source.slice(bucketEnd + 1);
  if (!isObjectKey(from) || (await copyObject(root, from, key)) === 'missing')
    return refuse(exchange, s3Error('NoSuchKey'));
  const body = '<?xml version="1.0" encoding="UTF-8"?>\n<CopyObjectResult></CopyObjectResult>';
  exchange.response.writeHead(200, { 'Content-Type': 'application/xml', 'Content-Length': body.length }).end(body);
}
