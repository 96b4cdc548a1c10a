import { once } from 'node:events';
import type { Server } from 'node:http';
import { buildApp } from '../app.js';
import { systemClock, type Clock } from '../clock.js';
import { readConfig, type Config } from '../config.js';
import { followDatabaseClock } from '../db/database-clock.js';
import { createDb, PATIENT, SERVING } from '../db/db.js';
import { openDatabase, type Database } from '../db/open-database.js';
import type { DemoAccess } from '../demo/seed-demo.js';
import { Refusal } from '../errors.js';
import { createLog, type Log } from '../log.js';
import type { ObjectStore } from '../storage/object-store.js';
import { openStore, openStoreServer } from '../storage/open-store.js';
import { dropRegularly } from '../uploads/drop-regularly.js';
import { banner } from './banner.js';
import { finishAnswers } from './finish-answers.js';

type Step = () => Promise<unknown>;

export async function serve(): Promise<void> {
  const config = readConfig();
  // Before anything is started: a signal that comes during the start must not leave a database behind.
  const stopping = stopSignal();
  const undo: Step[] = [];
  try {
    await start(config, { log: await createLog(config.logLevel), stopping, undo });
    if (!stopping.aborted) await once(stopping, 'abort');
  } catch (error) {
    if (error !== stopping.reason) throw error;
  } finally {
    await undoAll(undo);
  }
}

type Run = { readonly log: Log; readonly stopping: AbortSignal; readonly undo: Step[] };

// Starts every part, and notes for each what stops it again.
async function start(config: Config, { log, stopping, undo }: Run): Promise<void> {
  const limits = { ...SERVING, connections: config.databaseConnections };
  const database = await openDatabase({ ...config, limits, log: (line) => log.info(line) });
  undo.push(database.close);
  stopping.throwIfAborted();
  const clock = await openClock(database, log, undo);
  const store = await openStore(config, clock);
  await store.check();
  const demo = config.demo ? await seed(database, { store, clock, dataDir: config.dataDir }) : undefined;
  stopping.throwIfAborted();
  const storeServer = await openStoreServer(config, clock, log);
  if (storeServer !== undefined) {
    await listenOn(storeServer.server, storeServer.port, config.host);
    const finish = finishAnswers(storeServer.server);
    undo.push(() => closeServer(storeServer.server, finish));
  }
  undo.push(dropRegularly({ ...database, store, clock }, log));
  const app = await buildApp({ ...database, store, clock, log, baseUrl: config.baseUrl, limits: config });
  const finish = finishAnswers(app.server);
  undo.push(() => {
    finish();
    return app.close();
  });
  await listenOn(app, config.port, config.host);
  process.stdout.write(banner(config, demo));
}

type DemoDeps = { readonly store: ObjectStore; readonly clock: Clock; readonly dataDir: string };

// With patience: an instance that starts beside another waits until that one has drawn all the pictures. Loaded only here:
// the demo and the archive that it comes as are a sixth of a start.
async function seed({ connection }: Database, deps: DemoDeps): Promise<DemoAccess | undefined> {
  const { findDemoAccess, seedDemo } = await import('../demo/seed-demo.js');
  const db = createDb(connection, PATIENT);
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
async function undoAll(undo: Step[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

// New connections that the system holds until they are taken. One beyond waits for a second and more before it tries again,
// and no refusal reaches it meanwhile.
const BACKLOG = 4096;

type Address = { readonly port: number; readonly host: string; readonly backlog: number };
type Listening = Server | { listen: (options: Address) => Promise<string> };

async function listenOn(server: Listening, port: number, host: string): Promise<void> {
  try {
    if ('keepAliveTimeout' in server) {
      server.listen(port, host, BACKLOG);
      await once(server, 'listening');
    } else await server.listen({ port, host, backlog: BACKLOG });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new Refusal(`Cannot listen on ${host}:${port} (${code}). Set PORT, STORAGE_PORT or HOST to a free address.`, {
      cause: error,
    });
  }
}

function closeServer(server: Server, finish: () => void): Promise<void> {
  return new Promise((resolve) => {
    finish();
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
