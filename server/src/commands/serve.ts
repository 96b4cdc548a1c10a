import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Clock } from '../clock.js';
import { readServerConfig, type Config } from '../config.js';
import { createDb, MAINTENANCE_LIMITS } from '../db/db.js';
import { openDatabase, type Database } from '../db/open-database.js';
import { requireWanted } from '../db/start-embedded.js';
import type { DemoAccess } from '../demo/seed-demo.js';
import { makeFirstRunAddress } from '../identity/first-run.js';
import { createLog, type Log } from '../log.js';
import { openMailer } from '../mail/open-mailer.js';
import { openSecretKey } from '../identity/secret-key.js';
import { toMisspelledSentence } from '../settings.js';
import type { ObjectStore } from '../storage/object-store.js';
import { openStore, openStoreServer } from '../storage/open-store.js';
import { watchRefusals } from '../storage/upload-room.js';
import { banner } from './banner.js';
import { endAtLast } from './end-at-last.js';
import { listenOn, requireFree, type Place, stopperOf } from './listen-on.js';
import { apiPlace, limitsOf, loadApp, openApp, openClock, openTraces, stopTogether } from './serve-app.js';
import { openBackups, startJobs, startRefusalsJob } from './serve-jobs.js';
import { findOwnCommand } from './own-command.js';
import { requireVolume } from './require-volume.js';
import type { Step } from './stopping.js';

export async function serve(): Promise<void> {
  const config = readServerConfig();
  // Before anything is started: a signal that comes during the start must not leave a database behind.
  const stopping = stopSignal();
  const undo: Step[] = [];
  const log = await createLog(config.logLevel, cluster.worker?.id);
  if (cluster.isPrimary) for (const one of config.misspelled) log.warn(toMisspelledSentence(one));
  try {
    if (cluster.isWorker) await (await loadWorkers()).startWorker(config, { log, stopping, undo });
    else await start(config, { log, stopping, undo });
    if (!stopping.aborted) await once(stopping, 'abort');
  } catch (error) {
    if (error !== stopping.reason) throw error;
  } finally {
    endAtLast(config, { isWorker: cluster.isWorker, log });
    await undoAll(undo, AbortSignal.timeout(config.stopMs));
  }
}

// Only where there are several.
const loadWorkers = () => import('./workers.js');

type Run = { readonly log: Log; readonly stopping: AbortSignal; readonly undo: Step[] };

// Starts every part, and notes for each what stops it again.
async function start(config: Config, { log, stopping, undo }: Run): Promise<void> {
  const places = placesOf(config);
  await requireFree(Object.values(places));
  if (config.needsVolume) await requireVolume(config);
  await requireWanted(config);
  const report = (line: string): void => log.info(line);
  const servedAt = `${config.host}:${config.port}`;
  const opening = openDatabase({ ...config, limits: limitsOf(config), log: report, creates: 'folder', servedAt });
  const isAlone = config.workers === 1;
  // Half of the code, loaded while PostgreSQL starts.
  if (isAlone) void loadApp();
  const database = await opening;
  undo.push(database.close);
  stopping.throwIfAborted();
  const secretKey = await openSecretKey(database.db, config);
  const clock = await openClock(database, log, undo);
  const tracer = isAlone ? await openTraces(config, { clock, log, undo }) : undefined;
  const store = await openStore(config, clock, log);
  await store.check();
  const demo = config.demo ? await seed(database, { store, clock, dataDir: config.dataDir }) : undefined;
  stopping.throwIfAborted();
  const mail = config.mail && openMailer(config.mail, log);
  undo.push(...startJobs(config, { database, store, clock, log, mail }));
  const backups = await openBackups(config, { database, clock, log, undo });
  const stops = stopTogether(undo);
  const refusals = store.room && watchRefusals(store.room, log);
  if (refusals !== undefined) undo.push(startRefusalsJob(refusals, log));
  const storeServer = await openStoreServer(config, clock, log, refusals?.add);
  if (storeServer !== undefined && places.storage !== undefined)
    await openServer(storeServer.server, places.storage, stops);
  const parts = { ...database, store, clock, log, mail, backups, tracer, refusals, secretKey };
  const { admin } = isAlone
    ? await openApp(config, parts, stops)
    : await (await loadWorkers()).openWorkers(config, parts, { stopping, stops });
  stopping.throwIfAborted();
  if (places.admin !== undefined) await openServer(createServer(admin), places.admin, stops);
  // To standard output alone: log lines are gathered, and kept, by others.
  const firstRun = await makeFirstRunAddress({ ...database, clock }, config.baseUrl);
  process.stdout.write(banner(config, { demo, firstRun, ownCommand: findOwnCommand(config) }));
  // Beside the first requests: a bucket far away takes its time to be asked.
  const { watchBucket } = await import('../storage/probe-bucket.js');
  void watchBucket(store, config, { clock, log });
}

type Places = { readonly api: Place; readonly storage?: Place; readonly admin?: Place };

function placesOf(config: Config): Places {
  const { host, storage, admin } = config;
  return {
    api: apiPlace(config),
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

// For as long as the process lives: Ctrl-C below `npm start` sends the signal twice, from the terminal and from npm, and
// the second must not cut off what the first began.
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}
