// A PUT by the service itself (import, demo). The bytes are hashed on the way, because not every store compares them.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ByteSource, Declared, PresignedUpload } from './object-store.js';
import { discard, fetchWithin, readErrorCode, refusal } from './s3-request.js';
import { ObjectMismatchError } from './storage-errors.js';

const UPLOAD_BASE_MS = 60 * 1000;
const UPLOAD_BYTES_PER_MS_MIN = 256;

export async function uploadDeclared(
  host: string,
  { url, headers }: PresignedUpload,
  source: ByteSource,
  declared: Declared,
): Promise<void> {
  // fetch may wait for seconds on a source that is shorter or longer than its length, so it is broken off here.
  const wrongSize = new AbortController();
  const seen: Seen = { sizeBytes: 0, hash: createHash('sha256') };
  const chunks = watch(source, seen, declared.sizeBytes, wrongSize);
  const lengths = { ...headers, 'content-length': String(declared.sizeBytes) };
  const timeoutMs = UPLOAD_BASE_MS + declared.sizeBytes / UPLOAD_BYTES_PER_MS_MIN;
  try {
    // An empty body has no stream to send, but its source must be empty too.
    const body = declared.sizeBytes === 0 ? await buffer(chunks) : chunks;
    // To be able to follow a redirect, fetch would keep the whole body in memory.
    const init = {
      method: 'PUT',
      headers: lengths,
      body,
      duplex: 'half',
      redirect: 'error',
      signal: wrongSize.signal,
    } as const;
    const response = await fetchWithin(url, init, timeoutMs);
    if (!response.ok) throw await toFault(host, response);
    await discard(response);
  } catch (error) {
    throw wrongSize.signal.aborted ? new ObjectMismatchError('The source has another size than declared.') : error;
  }
  if (seen.hash.digest('hex') !== declared.sha256)
    throw new ObjectMismatchError('The bytes are not the declared ones.');
}

async function toFault(host: string, response: Response): Promise<Error> {
  const code = await readErrorCode(response.clone());
  return code === 'BadDigest' || code === 'XAmzContentSHA256Mismatch'
    ? new ObjectMismatchError('The bytes are not the declared ones.')
    : refusal(host, 'take an upload', response);
}

type Seen = { sizeBytes: number; readonly hash: ReturnType<typeof createHash> };

async function* watch(
  source: ByteSource,
  seen: Seen,
  sizeBytes: number,
  wrongSize: AbortController,
): AsyncGenerator<Uint8Array> {
  const chunks = source instanceof Uint8Array ? [source] : source;
  // The last chunk is held back until the source has ended: a store that has its length takes the object as complete.
  let held: Uint8Array | undefined;
  for await (const chunk of chunks) {
    seen.sizeBytes += chunk.length;
    if (seen.sizeBytes > sizeBytes) break;
    seen.hash.update(chunk);
    if (held !== undefined) yield held;
    held = chunk;
  }
  if (seen.sizeBytes === sizeBytes) {
    if (held !== undefined) yield held;
    return;
  }
  wrongSize.abort();
  throw new ObjectMismatchError('The source has another size than declared.');
}
