import type { IncomingMessage } from 'node:http';
import { BODY_BYTES_MAX } from '@vitrine/contract/limits';
import { ApiError, CallerGoneError, invalidRequest } from '../errors.js';

// The body as parsed JSON; undefined when there is none. Read only after the gates, so that a caller who is refused
// costs nothing.
export async function readBody(request: IncomingMessage, bytesMax: number = BODY_BYTES_MAX): Promise<unknown> {
  const bytes = await readBytes(request, bytesMax);
  if (bytes.length === 0) return undefined;
  if (!isJson(request.headers['content-type'])) {
    throw invalidRequest('The body must be JSON: send the header content-type: application/json.');
  }
  return parseJson(bytes);
}

async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  // A caller who went away sends no further event.
  if (request.destroyed) throw new CallerGoneError();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // What is too much goes on flowing and is passed over: a request that stood still would keep all that follows it on
    // the connection waiting.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > bytesMax) reject(tooLarge(bytesMax));
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', (error) => reject(new CallerGoneError('before the body was whole', { cause: error })));
  });
}

const isJson = (contentType: string | undefined): boolean =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidRequest('The body is not valid JSON in UTF-8.');
  }
}

const tooLarge = (bytesMax: number): ApiError =>
  new ApiError('payload_too_large', `The body must be at most ${bytesMax} bytes. Files go to upload.url, not here.`);
