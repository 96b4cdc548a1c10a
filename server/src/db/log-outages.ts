import type { Log } from '../log.js';
import type { Db } from './db.js';

/** Logs one line when the database becomes unavailable and one when it is available again. */
export function logOutages({ onOutage }: Pick<Db, 'onOutage'>, log: Pick<Log, 'error' | 'warn'>): void {
  onOutage({
    begin: (reason) => log.error({ reason }, 'database unavailable'),
    end: (ms) => log.warn({ ms: Math.round(ms) }, 'database available again'),
  });
}
