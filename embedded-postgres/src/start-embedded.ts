// The PostgreSQL that comes with Vitrine, for when there is no DATABASE_URL.
import { setTimeout as sleep } from 'node:timers/promises';
import { enter } from './enter.js';
import type { Keeper, SocketAddress } from './keeper.js';
import { toPid } from './pid-file.js';
import { stopPostmaster } from './postmaster.js';
import { prepareSite, type Site } from './site.js';

export type EmbeddedPostgres = {
  /** what pg's Client and Pool take; stays the same when the postmaster has to be started again */
  readonly connection: SocketAddress & { readonly database: string };
  /** leaves; the last one out stops the postmaster. End your pool first. */
  readonly stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  readonly dataDir: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /** the postmaster died under us; it is being started again */
  readonly onLost?: () => void;
  /** the address of the server that this process is; refused while another one serves from the folder */
  readonly servedAt?: string | undefined;
};

const RETRY_MS_FIRST = 100;
const RETRY_MS_MAX = 10_000;

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, settings = {}, log = () => undefined, onLost = () => undefined, servedAt } = options;
  const site = { ...(await prepareSite(dataDir, settings)), servedAt };
  const stopping = new AbortController();
  const first = await enter(site, { cluster: 'create' });
  const last = keepRunning(site, first, { signal: stopping.signal, log, onLost });
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    const keeper = await last;
    if (keeper !== undefined) await leave(site, keeper, log);
  };
  return {
    connection: { ...site.address, database: site.database },
    stop: () => (stopped ??= stop()),
  };
}

type Watch = { readonly signal: AbortSignal; readonly log: (line: string) => void; readonly onLost: () => void };

/** Until the signal: a lost postmaster is started again. Resolves to the keeper of that moment, if there is one. */
async function keepRunning(site: Site, first: Keeper, watch: Watch): Promise<Keeper | undefined> {
  let keeper: Keeper | undefined = first;
  const aborted = new Promise<void>((resolve) => watch.signal.addEventListener('abort', () => resolve()));
  for (;;) {
    await Promise.race([keeper.gone, aborted]);
    if (watch.signal.aborted) return keeper;
    watch.log('PostgreSQL is gone; starting it again.');
    watch.onLost();
    await keeper.close();
    keeper = await reenter(site, watch);
    if (keeper === undefined) return undefined;
    watch.log('PostgreSQL is back.');
  }
}

async function reenter(site: Site, { signal, log }: Watch): Promise<Keeper | undefined> {
  for (let wait = RETRY_MS_FIRST; !signal.aborted; wait = Math.min(2 * wait, RETRY_MS_MAX)) {
    try {
      return await enter(site, { cluster: 'find', signal });
    } catch (error) {
      if (!signal.aborted) log(`PostgreSQL is still gone: ${String(error)}`);
    }
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

async function leave(site: Site, keeper: Keeper, log: (line: string) => void): Promise<void> {
  try {
    const pid = toPid(await keeper.readPidFile());
    // While we hold the lock alone, a newcomer waits for it; the shutdown cuts that wait off and it starts anew.
    const alone = await keeper.leave();
    if (alone && !(await stopPostmaster(pid, site.clusterDir))) log(`PostgreSQL (pid ${pid}) was left running.`);
  } catch (error) {
    log(`PostgreSQL was gone before it was stopped: ${String(error)}`);
  } finally {
    await keeper.close();
  }
}
