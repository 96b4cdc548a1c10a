import { STATUS } from '@vitrine/contract/errors';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { hasCitus, type HomeOf } from '../db/homes.js';
import type { HttpApp } from '../http/http-app.js';
import type { MerchantId } from '../ids.js';
import type { Log } from '../log.js';
import { addUsageOfMany } from './many-merchants-queries.js';
import { addAiKeyUsage, addUsage, type MerchantUsage, type UsageRow } from './queries.js';

const FLUSH_MS = 5_000;

// Writes down what has been collected of one merchant since the last time.
export type Usage = { readonly flush: (merchantId: MerchantId) => Promise<void> };

type Deps = { readonly db: Db; readonly homeOf?: HomeOf; readonly clock: Clock; readonly log: Log };

// Requests are counted in the process once they are answered, and written every few seconds and when the service stops:
// a request costs one addition. A crash loses what was not yet written.
export function collectUsage(app: HttpApp, { db, homeOf = () => db, clock, log }: Deps): Usage {
  const isCluster = once(() => hasCitus(db));
  const tokens = newTallies(log, async (used) => {
    if (await isCluster()) return writeEach(homeOf, addUsage, used);
    await addUsageOfMany(db, used);
    return ALL_WRITTEN;
  });
  const aiKeys = newTallies(log, (used) => writeEach(homeOf, addAiKeyUsage, used));
  app.onAnswered(({ caller, aiKey, response: { statusCode: status } }) => {
    if (status === STATUS.unauthorized) return;
    if (caller !== undefined) tokens.count(caller.merchantId, { id: caller.token.id, status, at: clock.now() });
    if (aiKey !== undefined) aiKeys.count(aiKey.merchantId, { id: aiKey.key.id, status, at: clock.now() });
  });
  const each = async (flush: (tallies: Tallies) => Promise<void>): Promise<void> => {
    await flush(tokens);
    await flush(aiKeys);
  };
  const flushAll = (): Promise<void> => each((tallies) => tallies.flushAll());
  const timer = setInterval(() => void flushAll(), FLUSH_MS);
  timer.unref();
  app.onClose(() => {
    clearInterval(timer);
    return flushAll();
  });
  return { flush: (merchantId) => each((tallies) => tallies.flush(merchantId)) };
}

type Tallies = {
  readonly count: (merchantId: MerchantId, answered: Answered) => void;
  readonly flush: (merchantId: MerchantId) => Promise<void>;
  readonly flushAll: () => Promise<void>;
};

// So many merchants are written at once.
const MERCHANTS_AT_ONCE = 500;

// Whose was not written, in the order in which they are to be tried again, and what the last of them met.
type Outcome = { readonly left: readonly MerchantId[]; readonly error?: unknown };
type Write = (used: readonly MerchantUsage[]) => Promise<Outcome>;
type Counts = Map<string, Count>;

const ALL_WRITTEN: Outcome = { left: [] };

// One merchant after the other. A home that has refused one may be gone, and is asked for nobody else in this round; who was
// refused comes last in the next, so that one that is always refused holds up nobody.
async function writeEach(homeOf: HomeOf, write: typeof addUsage, used: readonly MerchantUsage[]): Promise<Outcome> {
  const refusing = new Set<Db>();
  const [passedOver, refused]: [MerchantId[], MerchantId[]] = [[], []];
  let error: unknown;
  for (const { merchantId, rows } of used) {
    const home = homeOf(merchantId);
    if (refusing.has(home)) {
      passedOver.push(merchantId);
      continue;
    }
    await write(home, merchantId, rows).catch((fault: unknown) => {
      error = fault;
      refusing.add(home);
      refused.push(merchantId);
    });
  }
  return { left: [...passedOver, ...refused], error };
}

// What was counted and is not written yet. What `write` leaves is kept for the next time, and nothing else.
function newTallies(log: Log, write: Write): Tallies {
  const tallies = new Map<MerchantId, Counts>();
  const underWay = new Map<MerchantId, Promise<void>>();

  const count = (merchantId: MerchantId, key: string, counted: Count): void => {
    const counts = tallies.get(merchantId) ?? new Map<string, Count>();
    tallies.set(merchantId, counts);
    add(counts, key, counted);
  };
  const keep = (taken: ReadonlyMap<MerchantId, Counts>, { left, error }: Outcome): void => {
    if (left.length === 0) return;
    log.warn({ err: error, merchants: left.length }, 'usage could not be written');
    for (const merchantId of left)
      for (const [key, counted] of taken.get(merchantId) ?? []) count(merchantId, key, counted);
  };
  const writeOf = (merchantIds: readonly MerchantId[]): Promise<void> => {
    const taken = new Map(merchantIds.map((merchantId) => [merchantId, tallies.get(merchantId) ?? new Map()]));
    for (const merchantId of merchantIds) tallies.delete(merchantId);
    const used = Array.from(taken, ([merchantId, counts]) => ({ merchantId, rows: [...counts.values()].map(toRow) }));
    // After what is under way of these, so that it is written once the last of them is.
    const writing = Promise.all(merchantIds.flatMap((merchantId) => underWay.get(merchantId) ?? []))
      .then(() => write(used))
      .catch((error: unknown): Outcome => ({ left: merchantIds, error }))
      .then((outcome) => keep(taken, outcome))
      .finally(() => {
        for (const id of merchantIds) if (underWay.get(id) === writing) underWay.delete(id);
      });
    for (const merchantId of merchantIds) underWay.set(merchantId, writing);
    return writing;
  };
  return {
    count: (merchantId, answered) => count(merchantId, keyOf(answered), toCount(answered)),
    // Ends when all that was counted before is written, by this call or by another.
    async flush(merchantId) {
      await underWay.get(merchantId);
      await (tallies.has(merchantId) ? writeOf([merchantId]) : underWay.get(merchantId));
    },
    flushAll: inTurns(async () => {
      // A copy: who is counted anew must not come up again in this round.
      const round = [...tallies.keys()];
      for (let at = 0; at < round.length; at += MERCHANTS_AT_ONCE) {
        const some = round.slice(at, at + MERCHANTS_AT_ONCE).filter((merchantId) => tallies.has(merchantId));
        if (some.length > 0) await writeOf(some);
      }
      await Promise.all(underWay.values());
    }),
  };
}

// `id` is of a token or of a key.
type Answered = { readonly id: string; readonly status: number; readonly at: number };

// Of one token or key on one day. The moment stays a number until it is written, so that a request makes no text of it.
type Count = Omit<UsageRow, 'day' | 'last_used_at'> & { lastUsedAt: number };

const keyOf = ({ id, at }: Answered): string => `${id} ${Math.floor(at / DAY_MS)}`;

const toCount = ({ id, status, at }: Answered): Count => ({
  id,
  requests: 1,
  refused_429: Number(status === STATUS.rate_limited),
  refused_403: Number(status === STATUS.forbidden),
  lastUsedAt: at,
});

function toRow({ lastUsedAt, ...count }: Count): UsageRow {
  const at = new Date(lastUsedAt).toISOString();
  return { ...count, day: at.slice(0, 'YYYY-MM-DD'.length), last_used_at: at };
}

function add(counts: Counts, key: string, count: Count): void {
  const known = counts.get(key);
  if (known === undefined) return void counts.set(key, count);
  known.requests += count.requests;
  known.refused_429 += count.refused_429;
  known.refused_403 += count.refused_403;
  known.lastUsedAt = Math.max(known.lastUsedAt, count.lastUsedAt);
}

// Asked again only while it failed.
function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | undefined;
  return () => {
    const asked = (known ??= ask());
    asked.catch(() => (known = undefined));
    return asked;
  };
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
