import { watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FoundFile } from './files.js';

// Between two looks at a file that may still be being copied.
const SETTLE_MS = 2_000;
// File systems over a network tell nothing of what others write.
const LOOK_AGAIN_MS = 30_000;

type Watching = {
  /** The files that are to be uploaded, as they are now. */
  readonly look: () => Promise<readonly FoundFile[]>;
  /** Comes back when it is time for the next look: soon if something is still being written. */
  readonly wait: (isBeingWritten: boolean) => Promise<unknown>;
  readonly signal: AbortSignal;
};

// Gives files once two looks found them with the same size and time of change: half a video would be stored as a whole one.
export async function* settledFiles({ look, wait, signal }: Watching): AsyncGenerator<FoundFile[]> {
  for (let before = new Map<string, string>(); !signal.aborted;) {
    const found = await look();
    const settled = found.filter((file) => before.get(file.path) === stampOf(file));
    before = new Map(found.map((file) => [file.path, stampOf(file)]));
    if (settled.length > 0) yield settled;
    await wait(settled.length < found.length);
  }
}

const stampOf = ({ size, mtimeMs }: FoundFile): string => `${size} ${mtimeMs}`;

// Wakes at the first change below the folder, or when nothing was heard for long.
export function openWatch(folder: string, signal: AbortSignal) {
  let hasChanged = false;
  let wake = (): void => undefined;
  const watcher = watch(folder, { recursive: true, signal }, () => {
    hasChanged = true;
    wake();
  });
  watcher.on('error', () => undefined);
  return async (isBeingWritten: boolean): Promise<void> => {
    if (isBeingWritten) await pause(SETTLE_MS, signal);
    else if (!hasChanged) await pause(LOOK_AGAIN_MS, signal, new Promise<void>((resolve) => (wake = resolve)));
    // What comes after this is seen by the next look, or wakes the wait after it.
    hasChanged = false;
  };
}

async function pause(ms: number, signal: AbortSignal, earlier?: Promise<void>): Promise<void> {
  const over = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  const timer = sleep(ms, undefined, { signal: end }).catch(() => undefined);
  await (earlier === undefined ? timer : Promise.race([timer, earlier]));
  over.abort();
}
