import { HOUR_MS } from '@vitrine/contract/time-units';
import type { Clock } from '../clock.js';
import type { Config } from '../config.js';
import { createDb, MAINTENANCE_LIMITS, type Deps as DbDeps } from '../db/db.js';
import type { Database } from '../db/open-database.js';
import type { Log } from '../log.js';
import type { WarnDeps } from '../identity/warn-of-tokens.js';
import type { Mailer } from '../mail/mail.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { Refusals } from '../storage/upload-room.js';
import { regularly, startUploadJobs } from '../uploads/upload-jobs.js';
import { untilAborted, type Step } from './stopping.js';

type Parts = {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly mail: Mailer | undefined;
};

// Everything that is done by the clock and not because somebody asks. Returns what stops each of them.
export function startJobs(
  { baseUrl, sweepsStorage, kept }: Config,
  { database, store, clock, log, mail }: Parts,
): Step[] {
  const deps = { ...database, clock };
  const stops = [
    startUploadJobs({ ...deps, store }, log, { sweeps: sweepsStorage }),
    startPlaysJob(deps, log),
    startDropJob(deps, log, kept),
    startWebhookJob(deps, log),
    startCampaignClock(deps, log),
  ];
  if (mail !== undefined) stops.push(startTokenWarnings({ ...deps, mail, baseUrl }, log));
  return stops.map(orAtDeadline);
}

const job = (log: Log, failed: string, times: Parameters<typeof regularly>[0], work: Parameters<typeof regularly>[1]) =>
  regularly(times, work, (error) => log.error({ err: error }, failed));

const orAtDeadline =
  (stop: () => Promise<void>): Step =>
  (deadline) =>
    Promise.race([stop(), untilAborted(deadline)]);

// Owners and admins are told by mail of tokens that run out. Loaded with the first round, which few starts wait for.
function startTokenWarnings(deps: WarnDeps, log: Log): () => Promise<void> {
  const warn = async (): Promise<void> => {
    const { warnOfTokens } = await import('../identity/warn-of-tokens.js');
    const tokens = await warnOfTokens(deps);
    if (tokens > 0) log.info({ tokens }, 'told owners and admins of tokens that run out');
  };
  return job(log, 'telling of tokens that run out failed', { firstMs: 60_000, everyMs: HOUR_MS }, warn);
}

// Webhooks are told of tokens and storage that run out. Loaded with the first round, which few starts wait for.
function startWebhookJob(deps: DbDeps, log: Log): () => Promise<void> {
  const tell = async (): Promise<void> => {
    const { tellWebhooks } = await import('../webhooks/tell-webhooks.js');
    const { messages, faults } = await tellWebhooks(deps);
    for (const { merchantId, error } of faults)
      log.error({ merchantId, err: error }, 'telling webhooks of what runs out failed');
    if (messages > 0) log.info({ messages }, 'told webhooks of what runs out');
  };
  return job(log, 'telling webhooks of what runs out failed', { firstMs: 60_000, everyMs: HOUR_MS }, tell);
}

// Loaded with the first round, which few starts wait for. Two instances that do it at once delete the same rows.
function startPlaysJob(deps: DbDeps, log: Log): () => Promise<void> {
  const drop = async (): Promise<void> => {
    const { dropPlays } = await import('../screens/drop-plays.js');
    const rows = await dropPlays(deps);
    if (rows > 0) log.info({ rows }, 'dropped plays that are older than they are kept');
  };
  return job(log, 'dropping old plays failed', { firstMs: HOUR_MS, everyMs: 24 * HOUR_MS }, drop);
}

// What the operator keeps for so many days only. As plays are.
function startDropJob(deps: DbDeps, log: Log, kept: Config['kept']): () => Promise<void> {
  const drop = async (): Promise<void> => {
    if (kept.activityDays === undefined && kept.usageDays === undefined) return;
    const { dropOld } = await import('../merchants/drop-old.js');
    const rows = await dropOld(deps, kept);
    if (rows > 0) log.info({ rows }, 'dropped activity and usage that are older than they are kept');
  };
  return job(log, 'dropping old activity and usage failed', { firstMs: HOUR_MS, everyMs: 24 * HOUR_MS }, drop);
}

// A flight that another instance publishes may begin earlier than what this one waits for.
const LOOK_MS_MAX = 15_000;

// Tells of campaigns whose flight begins or ends, at that moment.
function startCampaignClock(deps: DbDeps, log: Log): () => Promise<void> {
  const tell = async (): Promise<number> => {
    const { tellCampaigns } = await import('../campaigns/tell-campaigns.js');
    const told = await tellCampaigns(deps);
    for (const { merchantId, error } of told?.faults ?? [])
      log.error({ merchantId, err: error }, 'telling of campaigns failed');
    const untilNextMs = told?.nextAt === undefined ? LOOK_MS_MAX : told.nextAt - deps.clock.now();
    return Math.min(Math.max(untilNextMs, 0), LOOK_MS_MAX);
  };
  return job(log, 'telling of campaigns failed', { firstMs: 1_000, everyMs: LOOK_MS_MAX }, tell);
}

const DISK_LOOK_MS = 5_000;

// Logs the end of a full disk soon after the operator has made room.
export const startRefusalsJob = ({ look }: Refusals, log: Log): Step =>
  orAtDeadline(job(log, 'reading the free disk space failed', { firstMs: DISK_LOOK_MS, everyMs: DISK_LOOK_MS }, look));

const BACKUP_RETRY_MS = HOUR_MS / 4;

type BackupParts = Pick<Parts, 'database' | 'clock' | 'log'> & { readonly undo: Step[] };

// With the patience of a command, and a look soon after the start: the machine may have been off when one was due.
export async function openBackups({ backup, dataDir }: Config, { database, clock, log, undo }: BackupParts) {
  if (backup === undefined) return undefined;
  const { openDailyBackups } = await import('../backup/daily-backups.js');
  const db = createDb(database.connection, MAINTENANCE_LIMITS);
  undo.push(() => db.close());
  const backups = await openDailyBackups({ db, dataDir, clock, log }, backup);
  const stop = job(log, 'the backup of the day failed', { firstMs: 60_000, everyMs: BACKUP_RETRY_MS }, backups.takeDue);
  undo.push(orAtDeadline(stop));
  return backups;
}
