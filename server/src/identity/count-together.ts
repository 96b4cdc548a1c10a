// Counts in the database that are made at once: those of one budget by one statement, and those of many tokens by one too.
import { setImmediate as aTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Db, Queryable } from '../db/db.js';
import type { Homes, RowsOnNode } from '../db/homes.js';
import { isLocked } from '../db/is-locked.js';
import { isGone } from '../db/shard-guards.js';
import type { MerchantId } from '../ids.js';
import type { KnownToken } from './known-tokens.js';
import { countRequestsOfMany } from './many-tokens-queries.js';
import { countRequests, type CountedRow, type TokenCounting } from './token-queries.js';

// How many requests the token has made of this budget in this minute, and the token as it stands now.
export type Counted = { readonly requests: number; readonly known: KnownToken | undefined };

// Counts so many requests at once, and says how many there are with the last of them.
type Count = (requests: number) => Promise<Counted>;

type Batch = { size: number; readonly counted: Promise<Counted> };

// While a count is under way, requests of the same budget wait and are counted by the next statement, all at once. Each
// still has its own place in the minute, and is counted by a statement that began after it came. Sixteen at a time that
// queued for one row of the database took 0.3 ms of it each.
export function createCountTogether(): (key: string, count: Count) => Promise<Counted> {
  const underWay = new Map<string, Promise<void>>();
  const waiting = new Map<string, Batch>();

  const start = async (key: string, count: Count): Promise<Counted> => {
    await underWay.get(key);
    const size = waiting.get(key)?.size ?? 0;
    waiting.delete(key);
    const counting = count(size);
    const ended = counting.then(ignore, ignore);
    underWay.set(key, ended);
    void ended.then(() => underWay.get(key) === ended && underWay.delete(key));
    const { requests, known } = await counting;
    return { requests: requests - size, known };
  };

  return async (key, count) => {
    const batch = waiting.get(key) ?? { size: 0, counted: start(key, count) };
    waiting.set(key, batch);
    batch.size += 1;
    const place = batch.size;
    const { requests, known } = await batch.counted;
    return { requests: requests + place, known };
  };
}

type CountToken = (counting: TokenCounting) => Promise<CountedRow | undefined>;

const statementOf = ({ merchantId, tokenId, ...counting }: TokenCounting) =>
  countRequests(merchantId, tokenId, counting);

type Row = CountedRow | undefined;
type Waiting = { readonly counting: TokenCounting; readonly settle: (row: Row | Promise<Row>) => void };

// How tokens are counted: one, and several of different rows at once, of whom none is counted where that fails.
type Counts = {
  readonly one: CountToken;
  readonly many: (countings: readonly TokenCounting[]) => Promise<CountedRow[]>;
  // Ends when those who have come while others were counted are counted.
  readonly gather: () => Promise<void>;
};

const TOKENS_AT_ONCE_MAX = 100;
// Each node of a cluster has only its part of those who come at once: gathered for so long, more of them are one transaction.
const AT_NODE_MS = 2;
// A revoke holds the rows of its tokens for far less.
const OTHERS_WAIT_MS = 200;

// For a server that has every merchant.
export const createCountBeside = (db: Queryable): CountToken =>
  countBeside({
    one: (counting) => db.row<CountedRow>(statementOf(counting)),
    many: (countings) => countRequestsOfMany(db, countings, OTHERS_WAIT_MS),
    gather: () => aTurn(),
  });

type CountHomes = Pick<Homes, 'of' | 'countsOf'>;

// Where somebody holds the row, or moves its shard, it is waited for.
export async function countPatiently<Result>(
  { of, countsOf }: CountHomes,
  merchantId: MerchantId,
  count: (db: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await count(countsOf(merchantId));
  } catch (error) {
    if (!isLocked(error)) throw error;
    return count(of(merchantId));
  }
}

// For a cluster: those whose merchants are on one node together, in one transaction there.
export function createCountAtNodes(homes: CountHomes & Pick<Homes, 'countsNodeOf'>): CountToken {
  const { countsNodeOf } = homes;
  const one: CountToken = (counting) =>
    countPatiently(homes, counting.merchantId, (db) => db.row<CountedRow>(statementOf(counting)));
  const nodes = new WeakMap<RowsOnNode, CountToken>();
  const at = (rows: RowsOnNode): CountToken => {
    const many: Counts['many'] = async (countings) => {
      const asked = countings.flatMap((counting) => {
        const tables = countsNodeOf(counting.merchantId)?.tables;
        return tables === undefined ? [] : { tables, statement: statementOf(counting) };
      });
      // One has just been moved.
      if (asked.length < countings.length) throw new ElsewhereError();
      return rows<CountedRow>(asked);
    };
    return countBeside({ one, many, gather: () => sleep(AT_NODE_MS) });
  };
  return (counting) => {
    const rows = countsNodeOf(counting.merchantId)?.rows;
    if (rows === undefined) return one(counting);
    const count = nodes.get(rows) ?? at(rows);
    nodes.set(rows, count);
    return count(counting);
  };
}

class ElsewhereError extends Error {}

// While a statement is under way, the counts of other tokens wait and are made by the next one, with all that are heard in the
// same turn of the event loop. Where many tokens ask a little each, every one had a transaction of its own, which is most of what
// a count costs.
function countBeside(counts: Counts): CountToken {
  let waiting: Waiting[] = [];
  let isUnderWay = false;
  const sendAll = async (): Promise<void> => {
    isUnderWay = true;
    await aTurn();
    while (waiting.length > 0) {
      const { taken, left } = takeRows(waiting);
      waiting = left;
      await atMost(OTHERS_WAIT_MS, taken.length === 1 ? countEach(counts, taken) : countMany(counts, taken));
      if (waiting.length > 0) await counts.gather();
    }
    isUnderWay = false;
  };
  return (counting) =>
    new Promise((settle) => {
      waiting.push({ counting, settle });
      if (!isUnderWay) void sendAll();
    });
}

// A statement writes a row once: what is of the same budget in another minute waits.
function takeRows(waiting: readonly Waiting[]): { readonly taken: readonly Waiting[]; readonly left: Waiting[] } {
  const taken = new Map<string, Waiting>();
  const left: Waiting[] = [];
  for (const one of waiting) {
    const row = rowOf(one.counting);
    if (taken.has(row) || taken.size === TOKENS_AT_ONCE_MAX) left.push(one);
    else taken.set(row, one);
  }
  return { taken: [...taken.values()], left };
}

const rowOf = ({ merchantId, tokenId, budget }: Omit<TokenCounting, 'minute' | 'requests'>): string =>
  `${budget} ${tokenId} ${merchantId}`;

// These two settle all they are given, and do not fail.
async function countMany(counts: Counts, taken: readonly Waiting[]): Promise<void> {
  try {
    const rows = await counts.many(taken.map(({ counting }) => counting).toSorted(byRow));
    const found = new Map(
      rows.map((row) => [rowOf({ merchantId: row.merchant_id, tokenId: row.token_id, budget: row.budget }), row]),
    );
    for (const { counting, settle } of taken) settle(found.get(rowOf(counting)));
  } catch (error) {
    // Nothing was counted. One whose row somebody holds does not hold up other merchants.
    if (isLocked(error) || isGone(error) || error instanceof ElsewhereError) return countEach(counts, taken);
    for (const { settle } of taken) settle(Promise.reject(error));
  }
}

// In one order, so that two instances cannot deadlock.
const byRow = (a: TokenCounting, b: TokenCounting): number => (rowOf(a) < rowOf(b) ? -1 : 1);

async function countEach({ one }: Counts, taken: readonly Waiting[]): Promise<void> {
  const rows = taken.map(({ counting, settle }) => {
    const row = one(counting);
    settle(row);
    return row;
  });
  await Promise.allSettled(rows);
}

function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const ignore = (): void => {};
