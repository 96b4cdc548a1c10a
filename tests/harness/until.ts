import { setTimeout as sleep } from 'node:timers/promises';

// Against what never comes; a busy machine is given its time.
const MS_MAX = 600_000;

// Asks until it is so.
export async function until(isSo: () => boolean | Promise<boolean>, msMax = MS_MAX): Promise<void> {
  const end = performance.now() + msMax;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`This did not come true: ${isSo.toString()}`);
    await sleep(10);
  }
}
