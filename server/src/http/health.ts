import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { sql } from '../db/sql.js';
import { CommandError } from '../errors.js';
import { callerAddress, toTrust } from '../ip-address.js';
import type { ObjectStore } from '../storage/object-store.js';
import { hasUploadRoom } from '../storage/upload-room.js';
import { sendJson } from './exchange.js';
import type { HttpApp } from './http-app.js';

type Log = { readonly warn: (details: object, message: string) => void };
type Deps = {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly trustedProxies: readonly string[];
};

// Whom the service takes the caller for: by this an operator sees whether the proxy in front of it says who called.
export const CALLER_HEADER = 'x-caller-address';

export type Readiness = {
  readonly isReady: boolean;
  // Requests are served, but the disk has no room for uploads.
  readonly isDegraded: boolean;
  // `ok`, or what the operator should know of the part that is away.
  readonly parts: { readonly database: string; readonly storage: string };
};

// Looking costs a statement and a write to storage, and anybody may ask: once a second is often enough.
const LOOK_MS = 1_000;

// /healthz: the process answers. /readyz: requests can be served. For balancers, so on the public port; which part is
// away is the operator's affair (admin.ts). Returns what /readyz goes by.
export function answerHealth(app: HttpApp, deps: Deps): () => Promise<Readiness> {
  const ready = watchReadiness(deps);
  const isTrusted = toTrust(deps.trustedProxies);
  app.on('GET', '/healthz', (exchange) => {
    exchange.headers[CALLER_HEADER] = callerAddress(isTrusted, exchange.request);
    sendJson(exchange, { status: 'ok' });
  });
  app.on('GET', '/readyz', async (exchange) => {
    const { isReady } = await ready();
    sendJson(exchange, { status: isReady ? 'ok' : 'unavailable' }, isReady ? 200 : 503);
  });
  return ready;
}

// Those who ask while a look is under way wait for it, those who ask within a second after it get what it saw.
export function watchReadiness(deps: Pick<Deps, 'db' | 'store' | 'clock' | 'log'>): () => Promise<Readiness> {
  let last: Promise<Readiness> | undefined;
  let seenAt: number | undefined;
  return () => {
    const isOld = seenAt !== undefined && Math.abs(deps.clock.now() - seenAt) >= LOOK_MS;
    if (last !== undefined && !isOld) return last;
    seenAt = undefined;
    last = look(deps).finally(() => (seenAt = deps.clock.now()));
    return last;
  };
}

async function look({ db, store, log }: Pick<Deps, 'db' | 'store' | 'log'>): Promise<Readiness> {
  // Both at once: a balancer does not wait for one time-out after the other.
  const [database, storage] = await Promise.all([stateOf(log, db.rows(sql`select 1`)), stateOf(log, store.check())]);
  const isReady = database === 'ok' && storage === 'ok';
  const full = isReady ? await findFullDisk(store) : undefined;
  return { isReady, isDegraded: full !== undefined, parts: { database, storage: full ?? storage } };
}

const MB = 1024 ** 2;

// Never makes the instance unready: reads and everything but uploads still work.
async function findFullDisk({ room }: ObjectStore): Promise<string | undefined> {
  const found = await room?.();
  if (found === undefined || hasUploadRoom(found)) return undefined;
  const [free, reserve] = [found.freeBytes, found.reserveBytes].map((bytes) => Math.floor(bytes / MB));
  return `disk full: ${free} MB free, STORAGE_RESERVE_MB is ${reserve}`;
}

async function stateOf(log: Log, probe: Promise<unknown>): Promise<string> {
  try {
    await probe;
    return 'ok';
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    // A refusal is a sentence for the operator; anything else might tell of what is inside.
    return error instanceof CommandError ? error.message : 'unavailable';
  }
}
