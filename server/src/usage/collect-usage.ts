import { STATUS } from '@vitrine/contract/errors';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { HttpApp } from '../http/http-app.js';
import type { MerchantId } from '../ids.js';
import type { Log } from '../log.js';
import { inTurns } from './in-turns.js';
import { addUsage } from './queries.js';
import { newTally, type Tally } from './tally.js';

const FLUSH_MS = 5_000;

// Writes down what has been collected of one merchant since the last time.
export type Usage = { readonly flush: (merchantId: MerchantId) => Promise<void> };

type Deps = { readonly db: Db; readonly clock: Clock; readonly log: Log };

// Requests are counted in the process once they are answered, and written every few seconds and when the service stops:
// a request costs one addition. A crash loses what was not yet written.
export function collectUsage(app: HttpApp, { db, clock, log }: Deps): Usage {
  const tallies = new Map<MerchantId, Tally>();
  const newTallyOf = (merchantId: MerchantId): Tally => {
    const tally = newTally((rows) =>
      addUsage(db, merchantId, rows).then(
        () => true,
        (error: unknown) => (log.warn({ err: error }, 'usage could not be written'), false),
      ),
    );
    tallies.set(merchantId, tally);
    return tally;
  };
  // A merchant at a time, so that each statement stays with one merchant.
  const flushAll = inTurns(async () => {
    // A copy: who is counted anew must not come up again in this round.
    const round = [...tallies];
    for (const [merchantId, tally] of round) {
      await tally.flush();
      if (tally.isIdle()) tallies.delete(merchantId);
    }
  });
  app.onAnswered(({ caller, response: { statusCode: status } }) => {
    if (caller === undefined || status === STATUS.unauthorized) return;
    const { merchantId, token } = caller;
    const tally = tallies.get(merchantId) ?? newTallyOf(merchantId);
    tally.count({ tokenId: token.id, status, at: clock.now() });
  });
  const timer = setInterval(() => void flushAll(), FLUSH_MS);
  timer.unref();
  app.onClose(() => {
    clearInterval(timer);
    return flushAll();
  });
  return { flush: async (merchantId) => tallies.get(merchantId)?.flush() };
}
