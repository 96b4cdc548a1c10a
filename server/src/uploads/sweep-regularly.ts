import type { Log } from '../log.js';
import { sweepObjects } from './sweep-objects.js';

const ROUND_MS = 24 * 3_600_000;
// Not at once: a start has other things to do, and so has an operator who has just put a backup in place.
const FIRST_MS = 3_600_000;

// Each instance asks once a day; one at a time does it.
export function sweepRegularly(deps: Parameters<typeof sweepObjects>[0], log: Log): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;
  const round = (): void => {
    timer = setTimeout(round, ROUND_MS);
    running = sweepOnce(deps, log, stopping.signal);
  };
  timer = setTimeout(round, FIRST_MS);
  return async () => {
    clearTimeout(timer);
    stopping.abort();
    await running;
  };
}

async function sweepOnce(deps: Parameters<typeof sweepObjects>[0], log: Log, signal: AbortSignal): Promise<void> {
  try {
    const swept = await sweepObjects(deps, signal);
    if (swept?.kind === 'doubtful') log.warn(swept, 'most stored files are named by nothing: none was deleted');
    else if (swept !== undefined && swept.objects > 0) log.info(swept, 'deleted stored files that nothing names');
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'sweeping the storage failed');
  }
}
