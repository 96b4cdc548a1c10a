// A PUT by the service itself (import, demo). The bytes are hashed on the way, because not every store compares them.
import { createHash } from 'node:crypto';
import type { ByteSource, Declared, PresignedUpload } from './object-store.js';
import { discard, fetchWithin, readErrorCode, refusal } from './s3-request.js';
import { ObjectMismatch } from './storage-errors.js';

const UPLOAD_BASE_MS = 60 * 1000;
const UPLOAD_BYTES_PER_MS_MIN = 256;

export async function uploadDeclared(
  host: string,
  { url, headers }: PresignedUpload,
  source: ByteSource,
  declared: Declared,
): Promise<void> {
  const seen: Seen = { sizeBytes: 0, hasEnded: false, hash: createHash('sha256') };
  // An empty body has no stream to send, but its source must be empty too.
  const body = declared.sizeBytes === 0 ? await collect(watch(source, seen)) : watch(source, seen);
  const init = { method: 'PUT', headers: { ...headers, 'content-length': String(declared.sizeBytes) }, body };
  const timeoutMs = UPLOAD_BASE_MS + declared.sizeBytes / UPLOAD_BYTES_PER_MS_MIN;
  const response = await fetchWithin(url, { ...init, duplex: 'half' }, timeoutMs).catch((error: unknown) => {
    // fetch breaks off too when a source is shorter or longer than its length; what was seen tells whose fault it is.
    throw hasWrongSize(seen, declared) ? new ObjectMismatch('The source has another size than declared.') : error;
  });
  if (!response.ok) throw await toFault(host, response);
  await discard(response);
  if (hasWrongSize(seen, declared) || seen.hash.digest('hex') !== declared.sha256) {
    throw new ObjectMismatch('The bytes are not the declared ones.');
  }
}

async function toFault(host: string, response: Response): Promise<Error> {
  const code = await readErrorCode(response.clone());
  return code === 'BadDigest' || code === 'XAmzContentSHA256Mismatch'
    ? new ObjectMismatch('The bytes are not the declared ones.')
    : refusal(host, 'take an upload', response);
}

type Seen = { sizeBytes: number; hasEnded: boolean; readonly hash: ReturnType<typeof createHash> };

function hasWrongSize(seen: Seen, declared: Declared): boolean {
  return seen.sizeBytes > declared.sizeBytes || (seen.hasEnded && seen.sizeBytes !== declared.sizeBytes);
}

async function* watch(source: ByteSource, seen: Seen): AsyncGenerator<Uint8Array> {
  const chunks = source instanceof Uint8Array ? [source] : source;
  for await (const chunk of chunks) {
    seen.sizeBytes += chunk.length;
    seen.hash.update(chunk);
    yield chunk;
  }
  seen.hasEnded = true;
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
