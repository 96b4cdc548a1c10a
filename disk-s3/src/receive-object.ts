// PUT: the bytes that were declared and signed, or nothing.
import { type Chunks, copyObject, type Expected, statObject, type WriteOutcome } from './disk-objects.js';
import { writeWholeFile, type PartRefusal } from './disk-parts.js';
import { s3Error, type S3Error } from './errors.js';
import { answerXml, type Exchange, refuse } from './exchange.js';
import { isObjectKey, isStagingKey } from './object-key.js';
import type { PutGate, PutOutcome, PutRefusal } from './put-gate.js';
import { isRefused } from './refused-keys.js';
import { toETag } from './serve-object.js';
import type { SignedRequest } from './verify-request.js';

export async function receiveObject(target: Target, exchange: Exchange, signed: SignedRequest): Promise<void> {
  const { root, key } = target;
  const upload = findUpload(target, signed);
  if (upload.kind === 'refused') return refuse(exchange, upload.error);
  const { expected } = upload;
  const findRefusal = async () => ((await isRefused(root, key)) ? 'refused' : undefined);
  const isReceived = await receiveBytes(target, exchange, { place: key, expected, findRefusal }, (chunks) =>
    writeWholeFile(root, key, chunks, expected),
  );
  if (!isReceived) return;
  const stored = await statObject(root, key);
  confirm(exchange, stored && toETag(stored));
}

type Place = {
  readonly place: string;
  readonly expected: Expected;
  readonly findRefusal: () => Promise<PutRefusal | undefined>;
};

/** Lets one PUT of a place write at a time. Returns false when it was refused; then the answer is sent. */
export async function receiveBytes(
  { gate }: Pick<Target, 'gate'>,
  exchange: Exchange,
  { place, expected, findRefusal }: Place,
  write: (chunks: Chunks) => Promise<WriteOutcome | PartRefusal>,
): Promise<boolean> {
  const { request, response } = exchange;
  let { awaitsContinue } = exchange;
  const onBegin = (): void => {
    if (awaitsContinue) response.writeContinue();
    awaitsContinue = false;
  };
  const put = { key: place, sizeBytes: expected.sizeBytes, request, onBegin, findRefusal };
  const outcome = await gate(put, (chunks) => {
    // From the last byte on the client waits for the disk: a slow fsync is no idle connection.
    request.once('end', () => request.socket.setTimeout(0));
    return write(chunks);
  });
  if (outcome !== 'written') await refuse({ ...exchange, awaitsContinue }, ERRORS[outcome]);
  return outcome === 'written';
}

export type Target = {
  readonly root: string;
  readonly key: string;
  readonly type: string;
  readonly bytesMax: number;
  readonly reserveBytes: number | undefined;
  readonly gate: PutGate;
};

type Upload =
  | { readonly kind: 'accepted'; readonly expected: Expected }
  | { readonly kind: 'refused'; readonly error: S3Error };

function findUpload({ key, bytesMax, reserveBytes, ...target }: Target, { headers }: SignedRequest): Upload {
  const type = headers.get('content-type');
  const length = headers.get('content-length');
  const sha256 = findSha256(headers);
  // Only a staging key may take bytes that nobody has named: what is read by others is pinned.
  if (type === undefined || length === undefined || (sha256 === undefined && !isStagingKey(key))) {
    return refusedFor(s3Error('AccessDenied', 'Content-Type, Content-Length and the SHA-256 must be signed.'));
  }
  if (type !== target.type)
    return refusedFor(s3Error('InvalidArgument', 'The content type is not the one of the key.'));
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) return refusedFor(s3Error('InvalidDigest'));
  if (Number(length) > bytesMax) return refusedFor(s3Error('EntityTooLarge'));
  return { kind: 'accepted', expected: { sizeBytes: Number(length), sha256, reserveBytes } };
}

export function findSha256(headers: SignedRequest['headers']): string | undefined {
  const base64 = headers.get('x-amz-checksum-sha256');
  return base64 === undefined ? headers.get('x-amz-content-sha256') : Buffer.from(base64, 'base64').toString('hex');
}

const refusedFor = (error: S3Error): Upload => ({ kind: 'refused', error });

const ERRORS: Readonly<Record<Exclude<PutOutcome, 'written'>, S3Error>> = {
  'wrong-size': s3Error('IncompleteBody'),
  'wrong-bytes': s3Error('BadDigest'),
  'disk-full': s3Error('InsufficientStorage'),
  'no-room': s3Error('InsufficientStorage'),
  busy: s3Error('SlowDown'),
  'too-slow': s3Error('RequestTimeout'),
  refused: s3Error('AccessDenied'),
  missing: s3Error('NoSuchUpload'),
  'whole-stored': s3Error('NoSuchUpload', 'The whole file is stored: finalize the upload.'),
};

export function confirm({ response }: Exchange, etag: string | undefined): void {
  if (etag !== undefined) response.setHeader('ETag', etag);
  response.setHeader('Content-Length', 0);
  response.writeHead(200).end();
}

// COPY is a PUT that names its source in a signed header. Only the service itself can sign one.
export async function copyFromSource(root: string, exchange: Exchange, key: string, source: string): Promise<void> {
  const bucketEnd = source.indexOf('/', 1);
  const from = source.slice(bucketEnd + 1);
  if (!isObjectKey(from) || (await copyObject(root, from, key)) === 'missing')
    return refuse(exchange, s3Error('NoSuchKey'));
  answerXml(exchange, '<CopyObjectResult></CopyObjectResult>');
}
