import { dropOldChanges, type OnFault } from '../changes/drop-old-changes.js';
import type { Log } from '../log.js';
import { dropOldTrash } from '../media/empty-trash.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { dropAbandoned } from './drop-abandoned.js';
import { sweepObjects } from './sweep-objects.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Deps = Parameters<typeof dropAbandoned>[0];

// Background work on files: uploads that nobody finished, trash that is due, objects that nothing names. Each instance asks for its turn; one at a time does it.
export function startUploadJobs(deps: Deps, log: Log, { sweeps }: { readonly sweeps: boolean }): () => Promise<void> {
  const noting =
    (what: string): OnFault =>
    ({ merchantId, error }) =>
      log.error({ merchantId, err: error }, `${what} failed`);
  const drop = async (): Promise<void> => {
    const dropped = await dropAbandoned(deps, noting('dropping abandoned uploads'));
    if (dropped > 0) log.info({ objects: dropped }, 'dropped abandoned uploads');
  };
  const empty = async (): Promise<void> => {
    const items = await dropOldTrash(deps, noting('dropping old trash'));
    if (items > 0) log.info({ items }, 'dropped what was in the trash for its days');
  };
  const forget = async (): Promise<void> => {
    const merchantIds = (await selectMerchantIds(deps.db)).map(({ id }) => id);
    const { changes, faults } = await dropOldChanges(deps, merchantIds);
    faults.forEach(noting('dropping old changes'));
    if (changes > 0) log.info({ changes }, 'dropped changes that were kept for their days');
  };
  const sweep = async (signal: AbortSignal): Promise<void> => {
    const swept = await sweepObjects(deps, signal);
    if (swept?.kind === 'doubtful') log.warn(swept, 'most stored files are named by nothing: none was deleted');
    else if (swept !== undefined && swept.objects > 0) log.info(swept, 'deleted stored files that nothing names');
  };
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, `${what} failed`);
  const hourly = { firstMs: MINUTE_MS, everyMs: HOUR_MS };
  const often = { firstMs: 0, everyMs: 5 * MINUTE_MS };
  const stops = [
    regularly(often, drop, failed('dropping abandoned uploads')),
    regularly(often, empty, failed('dropping old trash')),
    regularly(hourly, forget, failed('dropping old changes')),
  ];
  // Not at once: a start has other things to do, and so has an operator who has just put a backup in place.
  const daily = { firstMs: HOUR_MS, everyMs: 24 * HOUR_MS };
  if (sweeps) stops.push(regularly(daily, sweep, failed('sweeping the storage')));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

type Times = { readonly firstMs: number; readonly everyMs: number };

// A round begins some time after the one before is over, which may say another time. Stopping waits for the one that is under way, which may heed the
// signal.
export function regularly(
  { firstMs, everyMs }: Times,
  work: (signal: AbortSignal) => Promise<number | void>,
  onFault: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;
  const round = async (): Promise<void> => {
    const nextMs = await work(stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) onFault(error);
    });
    if (!stopping.signal.aborted) schedule(nextMs ?? everyMs);
  };
  const schedule = (delayMs: number): void => {
    timer = setTimeout(() => void (running = round()), delayMs);
  };
  schedule(firstMs);
  return async () => {
    clearTimeout(timer);
    stopping.abort();
    await running;
  };
}
