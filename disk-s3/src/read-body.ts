// The body of a request, as many chunks at a time as make a batch for the disk: a turn of its own for each of the 64 KiB
// that a socket delivers takes a tenth more of a PUT.
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { BATCH_BYTES } from './batch-writer.js';

/** Ends early when `goesOn`, which sees each chunk as it comes, returns false, or when `stop` is aborted. The request stays
 *  open: the refusal is sent on its connection. */
export async function* readBody(
  request: IncomingMessage,
  goesOn: (chunk: Uint8Array) => boolean,
  stop?: AbortSignal,
): AsyncGenerator<readonly Uint8Array[]> {
  let batch: Uint8Array[] = [];
  let bytes = 0;
  let isOver = false;
  let failure: Error | null | undefined;
  let wake = (): void => undefined;
  const end = (error?: Error | null): void => {
    isOver = true;
    failure = error;
    wake();
  };
  const take = (chunk: Uint8Array): void => {
    if (!goesOn(chunk)) return end();
    batch.push(chunk);
    bytes += chunk.length;
    if (bytes < BATCH_BYTES) return;
    request.pause();
    wake();
  };
  const unwatch = finished(request, end);
  const stopped = (): void => end();
  if (stop?.aborted === true) end();
  stop?.addEventListener('abort', stopped, { once: true });
  request.on('data', take);
  try {
    for (;;) {
      if (bytes < BATCH_BYTES && !isOver) await new Promise<void>((resolve) => void (wake = resolve));
      if (failure) throw failure;
      if (batch.length === 0) return;
      const full = batch;
      batch = [];
      bytes = 0;
      request.resume();
      yield full;
    }
  } finally {
    unwatch();
    stop?.removeEventListener('abort', stopped);
    request.off('data', take);
    request.pause();
  }
}
