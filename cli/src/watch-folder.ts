import { watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

// A file that is still being copied changes again and again.
export const SETTLE_MS = 2_000;
// File systems over a network tell nothing of what others write.
const LOOK_AGAIN_MS = 30_000;

// Something happened below the folder and then nothing for a while; or nothing was heard for long.
export async function* watchFolder(folder: string, signal: AbortSignal): AsyncGenerator<void> {
  let changedAt = 0;
  const watcher = watch(folder, { recursive: true }, () => (changedAt = performance.now()));
  watcher.on('error', () => undefined);
  try {
    for (let lookedAt = performance.now(); !signal.aborted;) {
      await sleep(SETTLE_MS / 4, undefined, { signal }).catch(() => undefined);
      const now = performance.now();
      const isSettled = changedAt > lookedAt && now - changedAt >= SETTLE_MS;
      if (signal.aborted || !(isSettled || now - lookedAt >= LOOK_AGAIN_MS)) continue;
      lookedAt = now;
      yield;
    }
  } finally {
    watcher.close();
  }
}
