import type { IncomingMessage } from 'node:http';
import { BODY_BYTES_MAX } from '@vitrine/contract/limits';
import { ApiError, invalidRequest } from '../errors.js';

// The body as parsed JSON; undefined when there is none. Read only after the gates, so that a caller who is refused
// costs nothing.
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  if (!isJson(request.headers['content-type'])) {
    throw invalidRequest('The body must be JSON: send the header content-type: application/json.');
  }
  return parseJson(bytes);
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > BODY_BYTES_MAX) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
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

const tooLarge = (): ApiError =>
  new ApiError(
    'payload_too_large',
    `The body must be at most ${BODY_BYTES_MAX} bytes. Files go to upload.url, not here.`,
  );
