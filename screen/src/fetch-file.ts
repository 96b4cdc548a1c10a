import type { Entry, Files, StoredMedia } from './files.js';
import type { FaultKind } from './wire.js';

export type MediaFile = StoredMedia & { readonly url: string; readonly sizeBytes: number };
// What came of it. `expired`: the address ran out. `lost`: the network did.
export type Fetched = 'there' | 'expired' | 'lost' | Extract<FaultKind, 'not_found' | 'wrong_bytes' | 'no_room'>;

type Asked = {
  // Files that stay, however little room there is.
  readonly needed: ReadonlySet<string>;
  readonly signal: AbortSignal;
};

const PIECE_BYTES = 8 * 1024 ** 2;
const SILENCE_MS = 60_000;

// Brings a file onto the device, from where it broke off before.
export async function fetchFile(files: Files, file: MediaFile, { needed, signal }: Asked): Promise<Fetched> {
  const { sha256, sizeBytes } = file;
  const begun = (await files.find(sha256)) ?? { sha256, sizeBytes, pieces: 0, isWhole: false, usedAt: Date.now() };
  if (begun.isWhole) return 'there';
  if (!(await files.hasRoom(sizeBytes - begun.pieces * PIECE_BYTES, needed))) return 'no_room';
  try {
    const loaded = await download(files, file, begun, signal);
    if (typeof loaded === 'string') return loaded;
    if (loaded.bytes === sizeBytes && (await files.verify(loaded.entry)) !== undefined) return 'there';
    await files.remove(loaded.entry);
    // Less than was announced is a connection that ended early; it begins anew.
    return loaded.bytes < sizeBytes ? 'lost' : 'wrong_bytes';
  } catch (thrown) {
    return isQuota(thrown) ? 'no_room' : 'lost';
  }
}

async function download(files: Files, file: MediaFile, begun: Entry, signal: AbortSignal) {
  let entry = begun;
  let bytes = Math.min(entry.pieces * PIECE_BYTES, file.sizeBytes);
  if (bytes === file.sizeBytes) return { entry, bytes };
  const guard = guardSilence(signal);
  try {
    const headers = bytes > 0 ? { range: `bytes=${bytes}-` } : {};
    const response = await fetch(file.url, { headers, signal: guard.signal, credentials: 'omit', cache: 'no-store' });
    // What is there is longer than what the storage has: it begins anew.
    if (response.status === 416) await files.remove(entry);
    if (!response.ok || response.body === null) return toFailure(response.status);
    if (response.status !== 206) [entry, bytes] = [{ ...entry, pieces: 0 }, 0];
    for await (const piece of readPieces(response.body, () => guard.heard())) {
      await files.putPiece(entry.sha256, entry.pieces, piece);
      bytes += piece.size;
      entry = { ...entry, pieces: entry.pieces + 1 };
      // Only whole pieces are gone on from; what is shorter is the end, or the connection's.
      if (piece.size === PIECE_BYTES) await files.keep(entry);
      if (bytes > file.sizeBytes) break;
    }
    return { entry, bytes };
  } finally {
    guard.end();
  }
}

const isQuota = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === 'QuotaExceededError';

function toFailure(status: number): Fetched {
  if (status === 404 || status === 410) return 'not_found';
  return status === 403 || status === 400 ? 'expired' : 'lost';
}

// Gives up a connection on which nothing comes any more.
function guardSilence(signal: AbortSignal) {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  let timer = setTimeout(abort, SILENCE_MS);
  return {
    signal: controller.signal,
    heard(): void {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
    },
    end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}

// The body in pieces of one size, the last one shorter. By its reader: not every browser can iterate a stream.
async function* readPieces(body: ReadableStream<Uint8Array<ArrayBuffer>>, heard: () => void): AsyncGenerator<Blob> {
  const reader = body.getReader();
  let [chunks, length]: [Uint8Array<ArrayBuffer>[], number] = [[], 0];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heard();
      let rest = value;
      while (length + rest.length >= PIECE_BYTES) {
        const cut = PIECE_BYTES - length;
        yield new Blob([...chunks, rest.subarray(0, cut)]);
        [chunks, length, rest] = [[], 0, rest.subarray(cut)];
      }
      chunks.push(rest);
      length += rest.length;
    }
    if (length > 0) yield new Blob(chunks);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
