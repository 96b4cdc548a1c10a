import { systemClock, type Clock } from '../clock.js';
import type { App, AppDeps } from '../app.js';
import type { Config } from '../config.js';
import { followDatabaseClock } from '../db/database-clock.js';
import { REQUEST_LIMITS, type Limits } from '../db/db.js';
import type { Database } from '../db/open-database.js';
import type { Log } from '../log.js';
import { onInternet } from '../outside/check-outside.js';
import { listenOn, stopperOf, type Place } from './listen-on.js';
import type { Step } from './stopping.js';

// A receiver that hangs must not use up the time in which requests finish.
const SENDS_MS_MAX = 3_000;

let loading: Promise<typeof import('../app.js')> | undefined;

// Begins to load the service, for whoever has something to wait for meanwhile.
export function loadApp(): Promise<typeof import('../app.js')> {
  loading ??= import('../app.js');
  loading.catch(() => undefined); // awaited by openApp
  return loading;
}

export type AppParts = Pick<
  AppDeps,
  | 'db'
  | 'connection'
  | 'direct'
  | 'isShared'
  | 'store'
  | 'clock'
  | 'log'
  | 'mail'
  | 'backups'
  | 'tracer'
  | 'refusals'
  | 'secretKey'
>;

// The service over its parts, listening: in the one process, or in each of several.
export async function openApp(config: Config, parts: AppParts, stops: Step[]): Promise<App> {
  const { baseUrl, trustedProxies, company, allowedHosts } = config;
  const { buildApp } = await loadApp();
  const settings = { baseUrl, trustedProxies, company, limits: config };
  const app = await buildApp({ ...parts, ...settings, outside: onInternet(allowedHosts) });
  await app.sender.start();
  // Beside the servers, which take nothing new from now on, and with less time: what is cut off is sent again.
  stops.push((deadline) => app.sender.stop(AbortSignal.any([deadline, AbortSignal.timeout(SENDS_MS_MAX)])));
  const stopApp = stopperOf(app.server);
  stops.push((deadline) => stopApp(() => app.close(), deadline));
  await listenOn(app.server, apiPlace(config));
  return app;
}

export const apiPlace = ({ host, port }: Config): Place => ({ host, port, names: ['PORT', 'HOST'] });

export const limitsOf = ({ databaseConnections }: Config): Limits => ({
  ...REQUEST_LIMITS,
  connections: databaseConnections,
});

// What is pushed to the list is stopped all at once: while one finishes its answers, the addresses of the others are free for a successor.
export function stopTogether(undo: Step[]): Step[] {
  const stops: Step[] = [];
  undo.push((deadline) => Promise.all(stops.map((stop) => stop(deadline))));
  return stops;
}

// Instances that share a database go by its clock; on one machine there is one clock.
export async function openClock(
  { db, isShared }: Pick<Database, 'db' | 'isShared'>,
  log: Log,
  undo: Step[],
): Promise<Clock> {
  if (!isShared) return systemClock;
  const { clock, stop } = await followDatabaseClock(db, log);
  undo.push(stop);
  return clock;
}

type Around = { readonly clock: Clock; readonly log: Log; readonly undo: Step[] };

// Stopped after the last request, whose span is sent too.
export async function openTraces({ traces }: Config, { clock, log, undo }: Around) {
  if (traces === undefined) return undefined;
  const { openTracer } = await import('../traces/open-tracer.js');
  const tracer = openTracer({ clock, log }, traces);
  undo.push(() => tracer.stop());
  return tracer;
}
