import { UploadError } from './errors.js';
import { sha256 } from './generated/sha256.js';
import type { UploadFile } from './upload-source.js';

export type Sha256 = { readonly update: (chunk: Uint8Array) => void; readonly hex: () => string };

/** A hash that is fed piece by piece. */
export function createSha256(): Sha256 {
  return createNodeSha256() ?? createLibrarySha256();
}

type FileOptions = {
  readonly onBytes?: (doneBytes: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** Where given, the parts of that size are hashed in the same pass. */
  readonly partBytes?: number | undefined;
};

/** A file's SHA-256 and first bytes in one pass, never with more than a piece of a large file in memory. */
export async function hashFile(file: UploadFile, { onBytes, signal, partBytes }: FileOptions = {}) {
  const hash = openFileHash(file.size);
  const parts = partBytes === undefined ? undefined : createPartHashes(partBytes);
  let doneBytes = 0;
  let head: Uint8Array | undefined;
  for await (const chunk of readChunks(file.stream())) {
    signal?.throwIfAborted();
    head ??= chunk.slice(0, 12);
    hash.update(chunk);
    await parts?.update(chunk);
    doneBytes += chunk.length;
    onBytes?.(doneBytes);
  }
  if (doneBytes !== file.size) throw new UploadError('The file changed while it was read: try again.');
  return { checksum: await hash.hex(), head, partChecksums: await parts?.finish() };
}

// One hash after another, each of so many bytes but the last.
function createPartHashes(partBytes: number) {
  const done: Promise<string>[] = [];
  let hash = openFileHash(partBytes);
  let room = partBytes;
  const close = (): void => {
    done.push(Promise.resolve(hash.hex()));
    hash = openFileHash(partBytes);
    room = partBytes;
  };
  return {
    async update(chunk: Uint8Array): Promise<void> {
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + room);
        hash.update(piece);
        at += piece.length;
        room -= piece.length;
        if (room > 0) continue;
        close();
        // The one before is done by now, or is waited for: no more than two parts are in memory.
        await done.at(-2);
      }
    },
    finish(): Promise<string[]> {
      if (room < partBytes) close();
      return Promise.all(done);
    },
  };
}

// What fits well into memory, also when three files are hashed at once: the platform takes a copy of it.
const WEB_CRYPTO_BYTES_MAX = 256 * 1024 ** 2;

// The one place that says who hashes a file. Web Crypto is many times as fast as the library but wants a file in one
// piece, and a page that did not come over https has none.
function openFileHash(fileBytes: number): Sha256 | WebSha256 {
  const subtle: WebCrypto | undefined = globalThis.crypto?.subtle;
  const hasWebCrypto = subtle !== undefined && fileBytes <= WEB_CRYPTO_BYTES_MAX;
  return createNodeSha256() ?? (hasWebCrypto ? createWebSha256(subtle, fileBytes) : createLibrarySha256());
}

// Not an import: bundlers for browsers would look for the module.
function createNodeSha256(): Sha256 | undefined {
  const hash = globalThis.process?.getBuiltinModule?.('node:crypto')?.createHash('sha256');
  return hash && { update: (chunk) => void hash.update(chunk), hex: () => hash.digest('hex') };
}

function createLibrarySha256(): Sha256 {
  const hash = sha256.create(undefined);
  return { update: (chunk) => void hash.update(chunk), hex: () => toHex(hash.digest()) };
}

type WebCrypto = typeof globalThis.crypto.subtle;
type WebSha256 = { readonly update: (chunk: Uint8Array) => void; readonly hex: () => Promise<string> };

function createWebSha256(subtle: WebCrypto, bytesMax: number): WebSha256 {
  let whole: Uint8Array<ArrayBuffer> | undefined;
  let length = 0;
  return {
    // A copy: whoever reads a file into the same memory again and again may do so.
    update: (chunk) => {
      whole ??= new Uint8Array(bytesMax);
      // More than was said is a file that changes; whoever counts its bytes refuses it.
      whole.set(chunk.subarray(0, bytesMax - length), length);
      length += chunk.length;
    },
    hex: async () => {
      const bytes = whole?.subarray(0, length) ?? new Uint8Array();
      whole = undefined;
      return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
    },
  };
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

// A stream's pieces. By its reader, because Safari cannot iterate a stream.
export async function* readChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
