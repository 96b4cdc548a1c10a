import { systemClock, type Clock } from '../clock.js';
import type { Db } from './db.js';
import { sql } from './sql.js';

const MEASURE_EVERY_MS = 30_000;
const OFF_MS_MAX = 5_000;

type Warn = { readonly warn: (details: object, message: string) => void };

// The time of the database, which all instances share: limits, expiry and signed URLs stay right on a machine whose
// clock is off by minutes. Between measurements it goes on by the machine's steady clock, which nobody sets.
export async function followDatabaseClock(db: Db, log: Warn): Promise<{ clock: Clock; stop: () => Promise<void> }> {
  let offsetMs = await measureOffset(db);
  const clock: Clock = { now: () => Math.floor(performance.now() + offsetMs) };
  warnWhenOff(clock, log);
  const timer = setInterval(
    () =>
      void measureOffset(db).then(
        (measured) => (offsetMs = measured),
        (error: unknown) => log.warn({ err: error }, "the database's clock cannot be read"),
      ),
    MEASURE_EVERY_MS,
  );
  return { clock, stop: async () => clearInterval(timer) };
}

// The answer was true half a round trip ago, more or less. Measured on a connection that is there already: the wait for one
// is no part of the round trip, and half of it would be the error.
function measureOffset(db: Db): Promise<number> {
  return db.transaction(async (db) => {
    const before = performance.now();
    const row = await db.row<{ now: number }>(sql`
      select (extract(epoch from clock_timestamp()) * 1000)::double precision as now`);
    if (row === undefined) throw new Error('the database gave no time');
    return row.now - (before + performance.now()) / 2;
  });
}

function warnWhenOff(clock: Clock, log: Warn): void {
  const offMs = systemClock.now() - clock.now();
  if (Math.abs(offMs) < OFF_MS_MAX) return;
  const seconds = Math.round(offMs / 1000);
  log.warn({ seconds }, "this machine's clock is off; the database's is used");
}
