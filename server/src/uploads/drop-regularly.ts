import type { Log } from '../log.js';
import { dropAbandoned } from './drop-abandoned.js';

const ROUND_MS = 5 * 60_000;

// Runs the round now and every five minutes. Each instance asks; one at a time does it.
export function dropRegularly(deps: Parameters<typeof dropAbandoned>[0], log: Log): () => Promise<void> {
  let running = Promise.resolve();
  const round = (): void => {
    running = running.then(async () => {
      const dropped = await dropAbandoned(deps).catch((error: unknown) => {
        log.error({ err: error }, 'dropping abandoned uploads failed');
        return 0;
      });
      if (dropped > 0) log.info({ objects: dropped }, 'dropped abandoned uploads');
    });
  };
  round();
  const timer = setInterval(round, ROUND_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
