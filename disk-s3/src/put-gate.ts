// Which PUTs may run. A URL can be used any number of times while it works, and bytes lie in temporary files until they are
// whole: one writer a key, and a deadline for each. What the disk has room for is asked where bytes are written (room.ts).
import type { IncomingMessage } from 'node:http';
import type { Chunks, WriteOutcome } from './disk-objects.js';
import type { PartRefusal } from './disk-parts.js';
import { readBody } from './read-body.js';
import type { Clock } from './sign.js';

const BASE_MS = 15 * 60 * 1000;
// Half a megabit a second: the largest video then has nine hours, and is over long before its upload is dropped.
const BYTES_PER_MS_MIN = 64;
// A network that went away says nothing. Whoever comes again with the file need not wait for the idle limit.
const STILL_MS_MAX = 2000;

// How often a running PUT looks whether its bytes may still be stored.
const WATCH_MS = 1000;

export type PutOutcome = WriteOutcome | PartRefusal | 'busy' | 'too-slow';

type Put = {
  readonly key: string;
  readonly sizeBytes: number;
  readonly request: IncomingMessage;
  /** Before the first byte is asked for, and only if one is. */
  readonly onBegin: () => void;
  /** Why the bytes may not be stored any more: then the PUT ends at once, and its temporary file with it. */
  readonly findRefusal: () => Promise<PutRefusal | undefined>;
};

export type PutRefusal = PartRefusal | 'refused';

export type PutGate = (put: Put, write: (chunks: Chunks) => Promise<WriteOutcome | PartRefusal>) => Promise<PutOutcome>;

export function putMsMax(sizeBytes: number): number {
  return BASE_MS + sizeBytes / BYTES_PER_MS_MIN;
}

export function createPutGate(clock: Clock): PutGate {
  const running = new Map<string, RunningPut>();
  return async (asked, write) => {
    const { key } = asked;
    const before = running.get(key);
    if (before?.hasStopped() === true) await before.cut();
    if (running.has(key)) return 'busy';
    const put = startPut(asked, clock);
    running.set(key, put);
    try {
      const outcome = await write(put.chunks);
      return put.isLate() ? 'too-slow' : (put.refusal() ?? outcome);
    } finally {
      running.delete(key);
      put.end();
    }
  };
}

type RunningPut = ReturnType<typeof startPut>;

function startPut({ request, sizeBytes, onBegin, findRefusal }: Put, clock: Clock) {
  let resolveEnded = (): void => undefined;
  const ended = new Promise<void>((resolve) => void (resolveEnded = resolve));
  let refusal: PutRefusal | undefined;
  const refused = new AbortController();
  const watch = async (): Promise<void> => {
    refusal ??= await findRefusal();
    if (refusal !== undefined) refused.abort();
  };
  // A disk that cannot be read now is asked again.
  const watching = setInterval(() => void watch().catch(() => undefined), WATCH_MS);
  const deadline = clock.now() + putMsMax(sizeBytes);
  let movedAt = clock.now();
  let isLate = false;
  // No timer: whoever sends nothing at all meets the idle limit.
  const isInTime = (): boolean => {
    movedAt = clock.now();
    isLate = movedAt > deadline;
    return !isLate;
  };
  return {
    isLate: () => isLate,
    refusal: () => refusal,
    /** Cut off already, and about to take its temporary file away, or silent. */
    hasStopped: () => request.destroyed || clock.now() - movedAt >= STILL_MS_MAX,
    /** Ends early when the PUT is late or refused: then it is no whole file. */
    chunks: {
      // Node copies each out of what it has read.
      areOwn: true as const,
      [Symbol.asyncIterator]: () => {
        onBegin();
        return readBody(request, isInTime, refused.signal);
      },
    },
    /** Breaks the connection off; done when nothing of the PUT is left. */
    cut(): Promise<void> {
      request.destroy();
      return ended;
    },
    end(): void {
      clearInterval(watching);
      resolveEnded();
    },
  };
}
