import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE } from './patience.js';

const MS_MAX = 60_000;

/** Waits until `isSo` is true. Fails after a minute, or after `msMax`, times TEST_PATIENCE. */
export async function until(isSo: () => boolean | Promise<boolean>, msMax = MS_MAX): Promise<void> {
  const end = performance.now() + msMax * PATIENCE;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Still not true after ${msMax * PATIENCE} ms: ${isSo.toString()}`);
    await sleep(10);
  }
}
