import type { IncomingMessage, ServerResponse } from 'node:http';
import { formatBytes } from '@vitrine/contract/format-bytes';
import { BODY_BYTES_MAX } from '@vitrine/contract/limits';
import { ApiError, CallerGoneError, invalidRequest } from '../errors.js';
import { parseJson, type ParsedJson } from './parse-json.js';
import { quoteName } from './quote-name.js';

export type BodyLimit = {
  readonly bytesMax?: number | undefined;
  // What to do instead of sending a large body.
  readonly hint?: string | undefined;
};

/** Returns the body as parsed JSON, or undefined when there is none. */
export async function readBody(request: IncomingMessage, limit: BodyLimit = {}): Promise<ParsedJson | undefined> {
  const bytes = await readTyped(request, limit, requireJson);
  return bytes === undefined ? undefined : parseJson(bytes);
}

/** Returns the text of a form, or undefined when there is no body. */
export async function readFormText(request: IncomingMessage, limit: BodyLimit = {}): Promise<string | undefined> {
  const bytes = await readTyped(request, limit, requireForm);
  return bytes?.toString('latin1');
}

type CheckHead = (request: IncomingMessage) => void;

// A body may be empty, and then its headers do not matter. A Content-Length tells that before the body arrives.
async function readTyped(request: IncomingMessage, limit: BodyLimit, checkHead: CheckHead) {
  requireSize(request, limit);
  if (lengthOf(request) > 0) checkHead(request);
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return undefined;
  checkHead(request);
  return bytes;
}

function requireJson(request: IncomingMessage): void {
  requireUncompressed(request);
  requireType(request, JSON_TYPE, 'JSON');
}

function requireForm(request: IncomingMessage): void {
  requireUncompressed(request);
  requireType(request, FORM_TYPE, 'a form');
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

function requireUncompressed({ headers }: IncomingMessage): void {
  const encodings = `${headers['content-encoding'] ?? ''},${headers['transfer-encoding'] ?? ''}`
    .toLowerCase()
    .split(',');
  const isCompressed = encodings.some((encoding) => !['', 'identity', 'chunked'].includes(encoding.trim()));
  if (isCompressed) throw invalidRequest('The body is compressed. Send it uncompressed, without Content-Encoding.');
}

function requireType({ headers }: IncomingMessage, type: string, noun: string): void {
  const sent = headers['content-type'];
  if (typeOfBody(sent) === type) return;
  const instead = sent === undefined || sent === '' ? '' : `, not ${quoteName(sent)}`;
  throw invalidRequest(`The body must be ${noun}: send the header content-type: ${type}${instead}.`);
}

export const isJson = (contentType: string | undefined): boolean => typeOfBody(contentType) === JSON_TYPE;

const typeOfBody = (contentType: string | undefined): string | undefined =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase();

export async function readBytes(request: IncomingMessage, limit: BodyLimit): Promise<Buffer> {
  requireSize(request, limit);
  // A caller who went away sends no further event.
  if (request.destroyed) throw new CallerGoneError();
  sendContinue(request);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // The rest of a body that is too large keeps flowing, unread. If it stopped, all later requests on the connection would
    // wait behind it.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > bytesMaxOf(limit)) reject(tooLarge(limit));
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', (error) => reject(new CallerGoneError('before the body was whole', { cause: error })));
  });
}

const bytesMaxOf = ({ bytesMax = BODY_BYTES_MAX }: BodyLimit): number => bytesMax;

const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

function requireSize(request: IncomingMessage, limit: BodyLimit): void {
  if (lengthOf(request) > bytesMaxOf(limit)) throw tooLarge(limit);
}

function tooLarge(limit: BodyLimit): ApiError {
  const bytesMax = bytesMaxOf(limit);
  const hint = limit.hint === undefined ? '' : ` ${limit.hint}`;
  const bytes = bytesMax.toLocaleString('en-US');
  return new ApiError('payload_too_large', `The body is over ${formatBytes(bytesMax)} (${bytes} bytes).${hint}`);
}

// Requests with Expect: 100-continue, whose clients send the body only after a 100 Continue.
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Postpones 100 Continue until the body is read: a client whose head is refused keeps its body. */
export const sendContinueLater = (request: IncomingMessage, response: ServerResponse): void =>
  void waiting.set(request, response);

function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}
