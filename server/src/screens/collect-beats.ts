import { SCREEN_ON_SECONDS } from '@vitrine/contract/screen-limits';
import type { Beat } from '@vitrine/contract/screen-program';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { HttpApp } from '../http/http-app.js';
import type { MerchantId, ScreenId } from '../ids.js';
import type { Log } from '../log.js';
import { inTurns } from '../usage/collect-usage.js';
import { writeBeats, type BeatRow } from './state-queries.js';

const FLUSH_MS = 5_000;

export type Beats = {
  readonly note: (merchantId: MerchantId, screenId: ScreenId, beat: Beat) => void;
  // Ends when all that was heard of one merchant's screens before is written, by this call or by another.
  readonly flush: (merchantId: MerchantId) => Promise<void>;
  // Since the start.
  readonly count: () => number;
  // Screens that this process has heard of within two and a half minutes.
  readonly on: () => number;
};

type Deps = { readonly db: Db; readonly clock: Clock; readonly log: Log };

// The last beat of each screen is kept in the process and written every few seconds and when the service stops: a beat costs
// no statement. A crash loses some seconds, and the next minute brings them again.
export function collectBeats(app: HttpApp, { db, clock, log }: Deps): Beats {
  const heard = new Map<MerchantId, Map<ScreenId, BeatRow>>();
  const seenAt = new Map<ScreenId, number>();
  const underWay = new Map<MerchantId, Promise<void>>();
  let count = 0;

  const write = async (merchantId: MerchantId): Promise<void> => {
    const batch = heard.get(merchantId);
    if (batch === undefined) return;
    heard.delete(merchantId);
    try {
      await writeBeats(db, merchantId, [...batch.values()]);
    } catch (error) {
      log.warn({ err: error }, 'beats of screens could not be written');
      // What came meanwhile is newer.
      heard.set(merchantId, new Map([...batch, ...(heard.get(merchantId) ?? [])]));
    }
  };
  const flush = async (merchantId: MerchantId): Promise<void> => {
    await underWay.get(merchantId);
    if (heard.has(merchantId)) {
      const writing = write(merchantId).finally(() => {
        if (underWay.get(merchantId) === writing) underWay.delete(merchantId);
      });
      underWay.set(merchantId, writing);
    }
    await underWay.get(merchantId);
  };
  // A merchant at a time, so that each statement stays with one merchant.
  const flushAll = inTurns(async () => {
    // A copy: who is heard of anew must not come up again in this round.
    const round = [...heard.keys()];
    for (const merchantId of round) await flush(merchantId);
    const cutoff = clock.now() - SCREEN_ON_SECONDS * 1000;
    for (const [screenId, at] of seenAt) if (at < cutoff) seenAt.delete(screenId);
  });
  const timer = setInterval(() => void flushAll(), FLUSH_MS);
  timer.unref();
  app.onClose(() => {
    clearInterval(timer);
    return flushAll();
  });

  return {
    note(merchantId, screenId, beat) {
      count += 1;
      const now = clock.now();
      seenAt.set(screenId, now);
      const batch = heard.get(merchantId) ?? new Map<ScreenId, BeatRow>();
      heard.set(merchantId, batch.set(screenId, toRow(screenId, beat, now)));
    },
    flush,
    count: () => count,
    on: () => {
      const cutoff = clock.now() - SCREEN_ON_SECONDS * 1000;
      return [...seenAt.values()].filter((at) => at >= cutoff).length;
    },
  };
}

const toRow = (screenId: ScreenId, beat: Beat, now: number): BeatRow => ({
  screen_id: screenId,
  seen_at: new Date(now).toISOString(),
  program_version: beat.programVersion?.toWellFormed() ?? null,
  lineage_id: asId(beat.lineageId),
  media_id: asId(beat.mediaId),
  free_bytes: beat.freeBytes,
  stores_files: beat.storesFiles,
  player_version: beat.playerVersion.toWellFormed(),
  width: beat.width,
  height: beat.height,
  faults: beat.faults.map((fault) =>
    fault.codec === undefined ? fault : { ...fault, codec: fault.codec.toWellFormed() },
  ),
});

// The schema has looked at it: an id, or none.
const asId = <Id extends string>(id: string | null): Id | null => (id === null ? null : (id.toLowerCase() as Id));
