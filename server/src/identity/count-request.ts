import type { HomeOf } from '../db/homes.js';
import type { AiKeyPrincipal, PersonPrincipal, TokenPrincipal } from '../principal.js';
import { countOther, countRequests, findRequestCount, type Budget } from './token-queries.js';
import { toKnownToken, type KnownToken } from './known-tokens.js';

const MINUTE_MS = 60_000;

// `count` counts this request; `peek` tells how many were counted and counts nothing. `countPerson` counts one that a person
// makes at a merchant.
export type RequestCounter = {
  readonly count: (known: KnownToken, budget: Budget, minute: number) => Counted | Promise<Counted>;
  readonly peek: (principal: CountedToken, budget: Budget, minute: number) => number | Promise<number>;
  readonly countPerson: (person: CountedPerson, minute: number) => number | Promise<number>;
  // The same two of an assistant's key.
  readonly countKey: (key: CountedKey, budget: Budget, minute: number) => number | Promise<number>;
  readonly peekKey: (key: CountedKey, budget: Budget, minute: number) => number | Promise<number>;
};

type CountedToken = Pick<TokenPrincipal, 'merchantId' | 'token'>;
type CountedKey = Pick<AiKeyPrincipal, 'merchantId' | 'key'>;
type CountedPerson = Pick<PersonPrincipal, 'merchantId' | 'person'>;

// A window is a clock minute, so instances agree on it without talking, and Retry-After counts down to the next one
// (contract, Errors 429).
export const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);
export const secondsToNextMinute = (now: number): number => Math.ceil(((minuteOf(now) + 1) * MINUTE_MS - now) / 1000);

// One instance: the counts live in the process, and a change of the token arrives by NOTIFY.
export function countInProcess(): RequestCounter {
  let current = 0;
  const counts = new Map<string, number>();
  const keyOf = ({ merchantId, token }: CountedToken, budget: Budget): string => `${budget} ${token.id} ${merchantId}`;
  const countUp = (key: string, minute: number): number => {
    if (minute !== current) counts.clear();
    current = minute;
    const requests = (counts.get(key) ?? 0) + 1;
    counts.set(key, requests);
    return requests;
  };
  return {
    count: (known, budget, minute) => ({ requests: countUp(keyOf(known, budget), minute), known }),
    peek: (principal, budget, minute) => (minute === current ? (counts.get(keyOf(principal, budget)) ?? 0) : 0),
    countPerson: ({ merchantId, person }, minute) => countUp(`person ${person.id} ${merchantId}`, minute),
    countKey: (counted, budget, minute) => countUp(ofKey(counted, budget), minute),
    peekKey: (counted, budget, minute) => (minute === current ? (counts.get(ofKey(counted, budget)) ?? 0) : 0),
  };
}

const ofKey = ({ merchantId, key }: CountedKey, budget: Budget): string => `key ${budget} ${key.id} ${merchantId}`;

// Any number of instances: exact over all of them, one small upsert for all requests of a token that come at once.
export function countInDatabase(homeOf: HomeOf): RequestCounter {
  const countTogether = createCountTogether();
  return {
    count: (known, budget, minute) => {
      const { merchantId, token } = known;
      return countTogether(`${budget} ${minute} ${token.id} ${merchantId}`, async (requests) => {
        const row = await countRequests(homeOf(merchantId), merchantId, token.id, { budget, minute, requests });
        return { requests: row?.requests ?? 0, known: row && toKnownToken(row) };
      });
    },
    peek: ({ merchantId, token }, budget, minute) =>
      findRequestCount(homeOf(merchantId), merchantId, token.id, budget, minute),
    async countPerson({ merchantId, person }, minute) {
      const counted = await countTogether(`person ${minute} ${person.id} ${merchantId}`, async (requests) => {
        const counting = { budget: 'write', minute, requests } as const;
        const row = await countOther(homeOf(merchantId), merchantId, person.id, counting);
        return { requests: row?.requests ?? 0, known: undefined };
      });
      return counted.requests;
    },
    async countKey(counted, budget, minute) {
      const { merchantId, key } = counted;
      const { requests } = await countTogether(`${minute} ${ofKey(counted, budget)}`, async (together) => {
        const row = await countOther(homeOf(merchantId), merchantId, key.id, { budget, minute, requests: together });
        return { requests: row?.requests ?? 0, known: undefined };
      });
      return requests;
    },
    peekKey: ({ merchantId, key }, budget, minute) =>
      findRequestCount(homeOf(merchantId), merchantId, key.id, budget, minute),
  };
}

// How many requests the token has made of this budget in this minute, and the token as it stands now.
export type Counted = { readonly requests: number; readonly known: KnownToken | undefined };

// Counts so many requests at once, and says how many there are with the last of them.
type Count = (requests: number) => Promise<Counted>;

type Batch = { size: number; readonly counted: Promise<Counted> };

// While a count is under way, requests of the same budget wait and are counted by the next statement, all at once. Each
// still has its own place in the minute, and is counted by a statement that began after it came. Sixteen at a time that
// queued for one row of the database took 0.3 ms of it each.
function createCountTogether(): (key: string, count: Count) => Promise<Counted> {
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

const ignore = (): void => {};
