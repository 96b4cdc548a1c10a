// Writes chunks of a stream in batches, one batch on its way to the disk while the next is gathered. A write for every
// 64 KiB that a socket delivers takes twice the time.
import type { FileHandle } from 'node:fs/promises';

const BATCH_BYTES = 512 * 1024;
/** What was pushed may be on its way to the disk up to so many bytes: one batch there, one gathered. */
export const UNWRITTEN_BYTES_MAX = 2 * BATCH_BYTES;

export type BatchWriter = {
  readonly push: (chunk: Uint8Array) => Promise<void>;
  /** The bytes that the file took. */
  readonly finish: () => Promise<number>;
};

/** With `areOwn` nobody else has the chunks, and their memory is given back as soon as they are written. */
export function createBatchWriter(handle: FileHandle, { areOwn }: { readonly areOwn: boolean }): BatchWriter {
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let position = 0;
  let writing: Promise<number> = Promise.resolve(0);

  const flush = async (): Promise<void> => {
    position += await writing;
    writing = writeAll(handle, batch, position).finally(areOwn ? giveBack(batch) : undefined);
    writing.catch(() => undefined); // thrown by the next await of it; until then it is not unhandled
    batch = [];
    batchBytes = 0;
  };
  return {
    async push(chunk) {
      batch.push(chunk);
      batchBytes += chunk.length;
      if (batchBytes >= BATCH_BYTES) await flush();
    },
    async finish() {
      await flush();
      return position + (await writing);
    },
  };
}

// Left to the garbage collector, the bytes of a PUT cost more than all else that it takes. Node 20 cannot do it.
const giveBack = (chunks: readonly Uint8Array[]) => (): void => {
  for (const { buffer, byteLength } of chunks)
    if (buffer.byteLength === byteLength) (buffer as { readonly transfer?: (bytes: number) => unknown }).transfer?.(0);
};

// A nearly full disk takes a part and says so; only the next write fails.
async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[], position: number): Promise<number> {
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
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
