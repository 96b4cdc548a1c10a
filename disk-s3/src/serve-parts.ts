// A file in parts, in S3's words: CreateMultipartUpload, UploadPart, ListParts, CompleteMultipartUpload, Abort.
import {
  abortParts,
  completeParts,
  createParts,
  findPartRefusal,
  listParts,
  PARTS_MAX,
  statPart,
  writePart,
  type CompleteOutcome,
  type NamedPart,
  type StoredPart,
} from './disk-parts.js';
import type { Chunks } from './disk-objects.js';
import { s3Error, type S3ErrorCode } from './errors.js';
import { answerXml, refuse, type Exchange } from './exchange.js';
import { isStagingKey } from './object-key.js';
import { confirm, findSha256, receiveBytes, type Target } from './receive-object.js';
import type { SignedRequest } from './verify-request.js';

const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const BODY_BYTES_MAX = 2 * 1024 * 1024;

export async function servePart(target: Target, exchange: Exchange, signed: SignedRequest): Promise<void> {
  const { root, key } = target;
  const { method, query } = signed;
  const uploadId = query.get('uploadId');
  if (uploadId === undefined) {
    return method === 'POST' ? begin(root, key, exchange) : refuse(exchange, s3Error('MethodNotAllowed'));
  }
  switch (method) {
    case 'PUT':
      return receivePart(target, exchange, signed, uploadId);
    case 'GET':
      return tellParts(root, key, exchange, uploadId);
    case 'POST':
      return complete(target, exchange, uploadId);
    case 'DELETE': {
      if ((await abortParts(root, key, uploadId)) === 'missing') return refuse(exchange, s3Error('NoSuchUpload'));
      exchange.response.writeHead(204).end();
      return;
    }
    default:
      return refuse(exchange, s3Error('MethodNotAllowed'));
  }
}

async function begin(root: string, key: string, exchange: Exchange): Promise<void> {
  const uploadId = await createParts(root, key);
  answerXml(
    exchange,
    `<InitiateMultipartUploadResult ${NAMESPACE}><Key>${key}</Key><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
  );
}

async function receivePart(
  target: Target,
  exchange: Exchange,
  { query, headers }: SignedRequest,
  uploadId: string,
): Promise<void> {
  const { root, key, bytesMax, reserveBytes } = target;
  const number = parseNumber(query.get('partNumber') ?? '');
  const length = headers.get('content-length');
  const sha256 = findSha256(headers);
  if (number === undefined) return refuse(exchange, s3Error('InvalidArgument', 'A part has a number from 1 to 10000.'));
  if (length === undefined || (sha256 === undefined && !isStagingKey(key)))
    return refuse(exchange, s3Error('AccessDenied', 'Content-Length and the SHA-256 must be signed.'));
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) return refuse(exchange, s3Error('InvalidDigest'));
  if (Number(length) > bytesMax) return refuse(exchange, s3Error('EntityTooLarge'));
  const place = { key, uploadId, number };
  const expected = { sizeBytes: Number(length), sha256, reserveBytes };
  const write = (chunks: Chunks) => writePart(root, place, chunks, expected);
  const findRefusal = () => findPartRefusal(root, place);
  const put = { place: `${uploadId}/${number}`, expected, findRefusal };
  if (!(await receiveBytes(target, exchange, put, write))) return;
  confirm(exchange, (await statPart(root, place))?.etag);
}

function parseNumber(text: string): number | undefined {
  const number = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= PARTS_MAX ? number : undefined;
}

// All of them in one page: a list is never cut.
async function tellParts(root: string, key: string, exchange: Exchange, uploadId: string): Promise<void> {
  const parts = await listParts(root, key, uploadId);
  if (parts === undefined) return refuse(exchange, s3Error('NoSuchUpload'));
  answerXml(
    exchange,
    `<ListPartsResult ${NAMESPACE}><Key>${key}</Key><UploadId>${uploadId}</UploadId><IsTruncated>false</IsTruncated>${parts.map(toPartXml).join('')}</ListPartsResult>`,
  );
}

const toPartXml = ({ number, sizeBytes, etag }: StoredPart): string =>
  `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${sizeBytes}</Size></Part>`;

const ERRORS: Readonly<Record<Exclude<CompleteOutcome, 'completed'>, S3ErrorCode>> = {
  missing: 'NoSuchUpload',
  'wrong-part': 'InvalidPart',
  'wrong-bytes': 'BadDigest',
  'too-small': 'EntityTooSmall',
  'disk-full': 'InsufficientStorage',
  'no-room': 'InsufficientStorage',
};

async function complete({ root, key, reserveBytes = 0 }: Target, exchange: Exchange, uploadId: string): Promise<void> {
  const parts = parseParts(await readText(exchange));
  if (parts === undefined) return refuse(exchange, s3Error('MalformedXML'));
  // A long file takes its time, during which nothing goes over the connection.
  exchange.request.socket.setTimeout(0);
  const outcome = await completeParts(root, { key, uploadId, reserveBytes }, parts);
  if (outcome !== 'completed') return refuse(exchange, s3Error(ERRORS[outcome]));
  answerXml(exchange, `<CompleteMultipartUploadResult ${NAMESPACE}><Key>${key}</Key></CompleteMultipartUploadResult>`);
}

async function readText({ request, response, awaitsContinue }: Exchange): Promise<string | undefined> {
  if (awaitsContinue) response.writeContinue();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const body: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) };
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseParts(xml: string | undefined): NamedPart[] | undefined {
  const parts = (xml ?? '').match(/<Part>.*?<\/Part>/gs)?.map(parsePart);
  return parts?.every((part) => part !== undefined) ? parts : undefined;
}

function parsePart(xml: string): NamedPart | undefined {
  const number = parseNumber(/<PartNumber>\s*(\d{1,5})\s*<\/PartNumber>/.exec(xml)?.[1] ?? '');
  const etag = /<ETag>([^<]{1,200})<\/ETag>/.exec(xml)?.[1]?.replaceAll(/&quot;|&#34;/g, '"');
  if (number === undefined || etag === undefined) return undefined;
  return { number, etag: etag.startsWith('"') ? etag : `"${etag}"` };
}
