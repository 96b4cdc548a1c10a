import { STOP_MS_MAX } from '@vitrine/embedded-postgres';
import type { Config } from '../config.js';
import type { Log } from '../log.js';
import { EXIT_REFUSED } from './command.js';

// Closing connections takes a second or two.
const CLOSE_MS_MAX = 15_000;

type Settings = Pick<Config, 'stopMs' | 'databaseUrl'>;

// A database that has fallen silent says no goodbye, and would hold the process for ever.
export function endAtLast(
  config: Settings,
  { isWorker, log }: { readonly isWorker: boolean; readonly log: Log },
): void {
  const end = (): void => {
    log.error('the database did not let go in time; ending without it');
    process.exit(EXIT_REFUSED);
  };
  setTimeout(end, endMsMax(config, isWorker)).unref();
}

// An embedded one that ends is no silent one: it writes its last checkpoint. A worker does not wait for that.
export function endMsMax({ stopMs, databaseUrl }: Settings, isWorker: boolean): number {
  const stopsDatabase = databaseUrl === undefined && !isWorker;
  return stopMs + CLOSE_MS_MAX + (stopsDatabase ? STOP_MS_MAX : 0);
}
