import { STATUS } from '@vitrine/contract/errors';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { HttpApp } from '../http/http-app.js';
import type { MerchantId, TokenId } from '../ids.js';
import type { Log } from '../log.js';
import { addUsage, type UsageRow } from './queries.js';

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

type Answered = { readonly tokenId: TokenId; readonly status: number; readonly at: number };

type Tally = {
  readonly count: (answered: Answered) => void;
  readonly flush: () => Promise<void>;
  // Nothing is counted that was not written.
  readonly isIdle: () => boolean;
};

// Of one token on one day. The moment stays a number until it is written, so that a request makes no text of it.
type Count = Omit<UsageRow, 'day' | 'last_used_at'> & { lastUsedAt: number };

const DAY_MS = 24 * 60 * 60 * 1_000;

// What one merchant's tokens were used for since it was last written. What `write` refuses is kept for the next time.
function newTally(write: (rows: readonly UsageRow[]) => Promise<boolean>): Tally {
  let rows = new Map<string, Count>();
  let isWriting = false;
  const flush = inTurns(async () => {
    if (rows.size === 0) return;
    const batch = rows;
    rows = new Map();
    isWriting = true;
    if (!(await write([...batch.values()].map(toRow)))) for (const [key, count] of batch) add(rows, key, count);
    isWriting = false;
  });
  return {
    count: (answered) => add(rows, keyOf(answered), toCount(answered)),
    flush,
    isIdle: () => rows.size === 0 && !isWriting,
  };
}

const keyOf = ({ tokenId, at }: Answered): string => `${tokenId} ${Math.floor(at / DAY_MS)}`;

const toCount = ({ tokenId, status, at }: Answered): Count => ({
  token_id: tokenId,
  requests: 1,
  refused_429: Number(status === STATUS.rate_limited),
  refused_403: Number(status === STATUS.forbidden),
  lastUsedAt: at,
});

function toRow({ lastUsedAt, ...count }: Count): UsageRow {
  const at = new Date(lastUsedAt).toISOString();
  return { ...count, day: at.slice(0, 'YYYY-MM-DD'.length), last_used_at: at };
}

function add(counts: Map<string, Count>, key: string, count: Count): void {
  const known = counts.get(key);
  if (known === undefined) return void counts.set(key, count);
  known.requests += count.requests;
  known.refused_429 += count.refused_429;
  known.refused_403 += count.refused_403;
  known.lastUsedAt = Math.max(known.lastUsedAt, count.lastUsedAt);
}

// Runs the work once at a time. Who asks while it runs shares the next run, which sees all that was there when they asked:
// however many ask, two are under way at most.
export function inTurns(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    return (running = work());
  };
  // Also after one that failed, which is told to who asked for it.
  return () => (next ??= running.then(begin, begin));
}
