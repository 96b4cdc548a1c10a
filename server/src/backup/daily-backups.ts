import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '@vitrine/contract/time-units';
import type { Clock } from '../clock.js';
import type { BackupConfig } from '../config.js';
import { CommandError } from '../errors.js';
import type { BackupMoments } from '../http/metrics.js';
import type { Log } from '../log.js';
import { takeBackup, type BackupDeps } from './take-backup.js';

type DailyBackups = BackupMoments & {
  // Takes one if one is due, and says in how many milliseconds to ask again.
  readonly takeDue: (signal: AbortSignal) => Promise<number>;
};

type Deps = Pick<BackupDeps, 'db' | 'dataDir'> & { readonly clock: Clock; readonly log: Log };

// One a day at its time. A machine that was off then takes it when it is on again. Folders go by the moment they were made
// at; whatever else lies there is somebody else's.
export async function openDailyBackups(deps: Deps, plan: BackupConfig): Promise<DailyBackups> {
  const { clock, log } = deps;
  let newest = (await listBackups(plan.folder, clock.now())).at(-1);
  return {
    newestAt: () => (newest === undefined ? undefined : momentOf(newest)),
    async takeDue(signal) {
      const due = lastDue(clock.now(), plan.minuteOfDay);
      if (newest === undefined || momentOf(newest) < due) {
        const name = nameOf(clock.now());
        await dropUnfinished(plan.folder);
        const report = (line: string): void => log.debug(line);
        const { objects } = await takeBackup({ ...deps, report, signal }, join(plan.folder, name));
        newest = name;
        log.info({ backup: name, ...objects }, 'made the backup of the day');
        await dropOld(plan, { log, now: clock.now() });
      }
      return lastDue(clock.now(), plan.minuteOfDay) + DAY_MS - clock.now();
    },
  };
}

// Read as a moment it is one again; no colon is in it, which some file systems do not take.
const NAME = /^vitrine-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const PARTIAL = '.partial';

const nameOf = (at: number): string => `vitrine-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}Z`;

const momentOf = (name: string): number => Date.parse(name.replace(NAME, '$1T$2:$3:$4Z'));

function lastDue(now: number, minuteOfDay: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + minuteOfDay * MINUTE_MS;
  return today <= now ? today : today - DAY_MS;
}

// The oldest first. A folder that is not there yet has none. What was made while the clock was ahead is left out, and left
// alone: it would be the newest for years, and none would be due.
async function listBackups(folder: string, now: number): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => NAME.test(name) && momentOf(name) <= now).toSorted();
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    const advice = 'Name a folder of the account that the service runs as.';
    throw new CommandError(`BACKUP_DIR cannot be read: ${folder} (${error.code}). ${advice}`, { cause: error });
  });
}

// Of a server that was killed while it made one: there is one server at a time on an embedded database, and this is it.
async function dropUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

// Only once another is whole. Renamed first: what is deleted in part must not look like a backup.
async function dropOld({ folder, keep }: BackupConfig, { log, now }: { log: Log; now: number }): Promise<void> {
  for (const name of (await listBackups(folder, now)).slice(0, -keep)) {
    const gone = join(folder, `${name}${PARTIAL}`);
    await rename(join(folder, name), gone);
    await rm(gone, { recursive: true, force: true });
    log.info({ backup: name }, 'deleted an old backup');
  }
}
