// Which PUTs may run. A URL can be used any number of times while it works, and bytes lie in temporary files until they are
// whole: one writer a key, a deadline for each, and none that would take the last room on the disk.
import { statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { UNWRITTEN_BYTES_MAX } from './batch-writer.js';
import type { Chunks, WriteOutcome } from './disk-objects.js';
import { readBody } from './read-body.js';
import type { Clock } from './sign.js';

const BASE_MS = 15 * 60 * 1000;
// Half a megabit a second: the largest video then has nine hours, and is over long before its upload is dropped.
const BYTES_PER_MS_MIN = 64;
// A network that went away says nothing. Whoever comes again with the file need not wait for the idle limit.
const STILL_MS_MAX = 2000;

export type PutOutcome = WriteOutcome | 'missing' | 'busy' | 'no-room' | 'too-slow';

export type PutGate = (
  put: { readonly key: string; readonly sizeBytes: number; readonly request: IncomingMessage },
  write: (chunks: Chunks) => Promise<WriteOutcome | 'missing'>,
) => Promise<PutOutcome>;

type Options = { readonly directory: string; readonly reserveBytes: number; readonly clock: Clock };

export function putMsMax(sizeBytes: number): number {
  return BASE_MS + sizeBytes / BYTES_PER_MS_MIN;
}

export function createPutGate({ directory, reserveBytes, clock }: Options): PutGate {
  const running = new Map<string, RunningPut>();
  const hasRoom = async (): Promise<boolean> => {
    // Some file systems tell no figure: there the disk itself says when it is full.
    if (reserveBytes === 0) return true;
    const { bavail, bsize } = await statfs(directory);
    const toCome = [...running.values()].reduce((sum, put) => sum + put.bytesToCome(), 0);
    return bavail * bsize - toCome >= reserveBytes;
  };
  return async ({ key, sizeBytes, request }, write) => {
    const before = running.get(key);
    if (before?.hasStopped() === true) await before.cut();
    if (running.has(key)) return 'busy';
    const put = startPut(request, sizeBytes, clock);
    running.set(key, put);
    try {
      if (!(await hasRoom())) return 'no-room';
      const outcome = await write(put.chunks);
      return put.isLate() ? 'too-slow' : outcome;
    } finally {
      running.delete(key);
      put.end();
    }
  };
}

type RunningPut = ReturnType<typeof startPut>;

function startPut(request: IncomingMessage, sizeBytes: number, clock: Clock) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => void (end = resolve));
  const deadline = clock.now() + putMsMax(sizeBytes);
  let received = 0;
  let movedAt = clock.now();
  let isLate = false;
  // No timer: whoever sends nothing at all meets the idle limit.
  const isInTime = ({ length }: Uint8Array): boolean => {
    received += length;
    movedAt = clock.now();
    isLate = movedAt > deadline;
    return !isLate;
  };
  return {
    /** What of it the disk may not hold yet. */
    bytesToCome: () => Math.min(sizeBytes, sizeBytes - received + UNWRITTEN_BYTES_MAX),
    isLate: () => isLate,
    /** Cut off already, and about to take its temporary file away, or silent. */
    hasStopped: () => request.destroyed || clock.now() - movedAt >= STILL_MS_MAX,
    /** Ends early when the PUT is late: then it is no whole file. */
    chunks: {
      // Node copies each out of what it has read.
      areOwn: true as const,
      [Symbol.asyncIterator]: () => readBody(request, isInTime),
    },
    /** Breaks the connection off; done when nothing of the PUT is left. */
    cut(): Promise<void> {
      request.destroy();
      return ended;
    },
    end,
  };
}
