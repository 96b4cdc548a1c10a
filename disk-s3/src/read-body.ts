// The body of a request, as many chunks at a time as make a batch for the disk: a turn of its own for each of the 64 KiB
// that a socket delivers takes a tenth more of a PUT.
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { BATCH_BYTES } from './batch-writer.js';

/** Ends before its end once `goesOn` says no; it hears of every chunk as it comes. Leaves the request open in any case: the
 *  refusal would go with it. */
export async function* readBody(
  request: IncomingMessage,
  goesOn: (chunk: Uint8Array) => boolean,
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
    request.off('data', take);
    request.pause();
  }
}
