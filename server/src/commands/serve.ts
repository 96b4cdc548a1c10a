import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { systemClock, type Clock } from '../clock.js';
import { readConfig, type Config } from '../config.js';
import { followDatabaseClock } from '../db/database-clock.js';
import { createDb, MAINTENANCE_LIMITS, REQUEST_LIMITS, type Deps as DbDeps } from '../db/db.js';
import { openDatabase, type Database } from '../db/open-database.js';
import type { DemoAccess } from '../demo/seed-demo.js';
import { createLog, type Log } from '../log.js';
import type { WarnDeps } from '../identity/warn-of-tokens.js';
import { openMailer } from '../mail/open-mailer.js';
import { hasMerchants } from '../merchants/queries.js';
import { onInternet } from '../outside/check-outside.js';
import type { ObjectStore } from '../storage/object-store.js';
import { openStore, openStoreServer } from '../storage/open-store.js';
import { regularly, startUploadJobs } from '../uploads/upload-jobs.js';
import { banner } from './banner.js';
import { EXIT_REFUSED } from './command.js';
import { listenOn, requireFree, type Place, stopperOf } from './listen-on.js';

// What stops a part again; what is still under way at the deadline is cut off.
type Step = (deadline: AbortSignal) => Promise<unknown>;

export async function serve(): Promise<void> {
  const config = readConfig();
  // Before anything is started: a signal that comes during the start must not leave a database behind.
  const stopping = stopSignal();
  const undo: Step[] = [];
  const log = await createLog(config.logLevel);
  try {
    await start(config, { log, stopping, undo });
    if (!stopping.aborted) await once(stopping, 'abort');
  } catch (error) {
    if (error !== stopping.reason) throw error;
  } finally {
    endAtLast(config.stopMs + CLOSE_MS_MAX, log);
    await undoAll(undo, AbortSignal.timeout(config.stopMs));
  }
}

// With the ten seconds before it, less than the thirty after which a process is killed. Closing takes a second or two.
const CLOSE_MS_MAX = 15_000;

// A receiver that hangs must not use up the time in which requests finish.
const SENDS_MS_MAX = 3_000;

// A database that has fallen silent says no goodbye, and would hold the process for ever.
function endAtLast(ms: number, log: Log): void {
  const end = (): void => {
    log.error('the database did not let go in time; ending without it');
    process.exit(EXIT_REFUSED);
  };
  setTimeout(end, ms).unref();
}

type Run = { readonly log: Log; readonly stopping: AbortSignal; readonly undo: Step[] };

// Starts every part, and notes for each what stops it again.
async function start(config: Config, { log, stopping, undo }: Run): Promise<void> {
  const places = placesOf(config);
  await requireFree(Object.values(places));
  const limits = { ...REQUEST_LIMITS, connections: config.databaseConnections };
  const report = (line: string): void => log.info(line);
  const servedAt = `${config.host}:${config.port}`;
  const opening = openDatabase({ ...config, limits, log: report, mayCreate: true, servedAt });
  // Half of the code, loaded while PostgreSQL starts.
  const loading = import('../app.js');
  loading.catch(() => undefined); // awaited below
  const database = await opening;
  undo.push(database.close);
  stopping.throwIfAborted();
  const clock = await openClock(database, log, undo);
  const store = await openStore(config, clock);
  await store.check();
  const demo = config.demo ? await seed(database, { store, clock, dataDir: config.dataDir }) : undefined;
  stopping.throwIfAborted();
  const stopJobs = startUploadJobs({ ...database, store, clock }, log, { sweeps: config.sweepsStorage });
  undo.push((deadline) => Promise.race([stopJobs(), untilAborted(deadline)]));
  const stopPlays = startPlaysJob({ ...database, clock }, log);
  undo.push((deadline) => Promise.race([stopPlays(), untilAborted(deadline)]));
  const stopTelling = startWebhookJob({ ...database, clock }, log);
  undo.push((deadline) => Promise.race([stopTelling(), untilAborted(deadline)]));
  const stopClock = startCampaignClock({ ...database, clock }, log);
  undo.push((deadline) => Promise.race([stopClock(), untilAborted(deadline)]));
  // All at once: while one finishes its answers, the addresses of the others are free for a successor.
  const stops: Step[] = [];
  undo.push((deadline) => Promise.all(stops.map((stop) => stop(deadline))));
  const storeServer = await openStoreServer(config, clock, log);
  if (storeServer !== undefined && places.storage !== undefined)
    await openServer(storeServer.server, places.storage, stops);
  const { baseUrl, trustedProxies, company, secretKey } = config;
  const { buildApp } = await loading;
  const mail = config.mail && openMailer(config.mail, log);
  if (mail !== undefined) {
    const stopWarnings = startTokenWarnings({ ...database, clock, mail, baseUrl }, log);
    undo.push((deadline) => Promise.race([stopWarnings(), untilAborted(deadline)]));
  }
  const app = await buildApp({
    ...database,
    store,
    clock,
    log,
    baseUrl,
    trustedProxies,
    mail,
    company,
    secretKey,
    outside: onInternet(config.allowedHosts),
    limits: config,
  });
  await app.sender.start();
  // Beside the servers, which take nothing new from now on, and with less time: what is cut off is sent again.
  stops.push((deadline) => app.sender.stop(AbortSignal.any([deadline, AbortSignal.timeout(SENDS_MS_MAX)])));
  const stopApp = stopperOf(app.server);
  stops.push((deadline) => stopApp(() => app.close(), deadline));
  if (places.admin !== undefined) await openServer(createServer(app.admin), places.admin, stops);
  await listenOn(app.server, places.api);
  const isEmpty = demo === undefined && !(await hasMerchants(database.db));
  process.stdout.write(banner(config, isEmpty ? 'no-merchants' : demo));
}

const HOUR_MS = 3_600_000;

// Owners and admins are told by mail of tokens that run out. Loaded with the first round, which few starts wait for.
function startTokenWarnings(deps: WarnDeps, log: Log): () => Promise<void> {
  const warn = async (): Promise<void> => {
    const { warnOfTokens } = await import('../identity/warn-of-tokens.js');
    const tokens = await warnOfTokens(deps);
    if (tokens > 0) log.info({ tokens }, 'told owners and admins of tokens that run out');
  };
  const failed = (error: unknown): void => log.error({ err: error }, 'telling of tokens that run out failed');
  return regularly({ firstMs: 60_000, everyMs: HOUR_MS }, warn, failed);
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
  const failed = (error: unknown): void => log.error({ err: error }, 'telling webhooks of what runs out failed');
  return regularly({ firstMs: 60_000, everyMs: HOUR_MS }, tell, failed);
}

// Loaded with the first round, which few starts wait for. Two instances that do it at once delete the same rows.
function startPlaysJob(deps: DbDeps, log: Log): () => Promise<void> {
  const drop = async (): Promise<void> => {
    const { dropPlays } = await import('../screens/drop-plays.js');
    const rows = await dropPlays(deps);
    if (rows > 0) log.info({ rows }, 'dropped plays that are older than they are kept');
  };
  const failed = (error: unknown): void => log.error({ err: error }, 'dropping old plays failed');
  return regularly({ firstMs: HOUR_MS, everyMs: 24 * HOUR_MS }, drop, failed);
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
  const failed = (error: unknown): void => log.error({ err: error }, 'telling of campaigns failed');
  return regularly({ firstMs: 1_000, everyMs: LOOK_MS_MAX }, tell, failed);
}

type Places = { readonly api: Place; readonly storage?: Place; readonly admin?: Place };

function placesOf({ host, port, storage, admin }: Config): Places {
  return {
    api: { host, port, names: ['PORT', 'HOST'] },
    ...(storage.kind === 'disk' && { storage: { host, port: storage.port, names: ['STORAGE_PORT', 'HOST'] } }),
    ...(admin !== undefined && { admin: { ...admin, names: ['ADMIN_PORT', 'ADMIN_HOST'] } }),
  };
}

async function openServer(server: Server, place: Place, stops: Step[]): Promise<void> {
  const stop = stopperOf(server);
  await listenOn(server, place);
  stops.push((deadline) => stop(() => closeServer(server), deadline));
}

type DemoDeps = { readonly store: ObjectStore; readonly clock: Clock; readonly dataDir: string };

// With patience: an instance that starts beside another waits until that one has drawn all the pictures. Loaded only here:
// the demo and the archive that it comes as are a sixth of a start.
async function seed({ connection }: Database, deps: DemoDeps): Promise<DemoAccess | undefined> {
  const { findDemoAccess, seedDemo } = await import('../demo/seed-demo.js');
  const db = createDb(connection, MAINTENANCE_LIMITS);
  try {
    await seedDemo({ ...deps, db }, () => process.stdout.write('Making demo content (once) …\n'));
  } finally {
    await db.close();
  }
  return findDemoAccess(deps.dataDir);
}

// Instances that share a database go by its clock; alone, there is one clock.
async function openClock({ db, isShared }: Database, log: Log, undo: Step[]): Promise<Clock> {
  if (!isShared) return systemClock;
  const { clock, stop } = await followDatabaseClock(db, log);
  undo.push(stop);
  return clock;
}

// In the other order: requests finish, then the database goes. A step that fails does not keep the next from its turn.
async function undoAll(undo: Step[], deadline: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.splice(0).reverse()) await step(deadline).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

// For as long as the process lives: Ctrl-C below `npm start` sends the signal twice, from the terminal and from npm, and
// the second must not cut off what the first began.
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}
