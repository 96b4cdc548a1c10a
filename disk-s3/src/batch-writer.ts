// Writes a stream in batches of chunks, one batch on its way to the disk while the next is gathered. A write for every 64 KiB
// that a socket delivers takes twice the time.
import type { FileHandle } from 'node:fs/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

export const BATCH_BYTES = 512 * 1024;
// So much is sent to the disk while more comes in: the end of a large file then waits for the last of it only.
const SYNC_BYTES = 128 * 1024 * 1024;

export type BatchWriter = {
  readonly push: (batch: readonly Uint8Array[]) => Promise<void>;
  /** The bytes that the file took. */
  readonly finish: () => Promise<number>;
};

/** With `areOwn` nobody else has the chunks, and their memory is given back as soon as they are written. */
export function createBatchWriter(handle: FileHandle, { areOwn }: { readonly areOwn: boolean }): BatchWriter {
  let position = 0;
  let writing: Promise<number> = Promise.resolve(0);
  let syncedTo = 0;
  let syncing: Promise<void> | undefined;

  // An error is told once, to whoever syncs first: it is kept for the end.
  const syncAhead = (): void => {
    if (syncing !== undefined || position - syncedTo < SYNC_BYTES) return;
    syncedTo = position;
    syncing = handle.datasync().then(() => void (syncing = undefined));
    syncing.catch(() => undefined);
  };
  return {
    async push(batch) {
      position += await writing;
      writing = writeAll(handle, batch, position).finally(areOwn ? giveBack(batch) : undefined);
      writing.catch(() => undefined); // thrown by the next await of it; until then it is not unhandled
      syncAhead();
    },
    async finish() {
      const bytes = position + (await writing);
      await syncing;
      return bytes;
    },
  };
}

// Left to the garbage collector, the bytes of a PUT cost more than all else that it takes. What is posted to a port that is
// closed is taken from its sender and dropped at once; `transfer()`, made for it, is not there on Node 20.
const nowhere = ((): MessagePort => {
  const { port1 } = new MessageChannel();
  port1.close();
  return port1;
})();

const giveBack = (chunks: readonly Uint8Array[]) => (): void => {
  const whole = chunks.filter(({ buffer, byteLength }) => buffer.byteLength === byteLength);
  nowhere.postMessage(
    undefined,
    whole.map(({ buffer }) => buffer as ArrayBuffer),
  );
};

// A nearly full disk takes a part and says so; only the next write fails.
async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[], position: number): Promise<number> {
  const total = sizeOf(chunks);
  if (total === 0) return 0;
  let { bytesWritten: done } = await handle.writev(chunks, position);
  while (done < total) {
    const rest = Buffer.concat(chunks).subarray(done);
    const { bytesWritten } = await handle.write(rest, 0, rest.length, position + done);
    if (bytesWritten === 0) throw new Error('The disk takes no more bytes.');
    done += bytesWritten;
  }
  return done;
}

/** For a source that has no batches of its own. */
export async function* inBatches(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Uint8Array[]> {
  let batch: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    batch.push(chunk);
    bytes += chunk.length;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

export const sizeOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);
