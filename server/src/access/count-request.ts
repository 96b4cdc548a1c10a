import type { Db } from '../db/db.js';
import { toCaller, type Caller } from './caller.js';
import { createCountTogether, type Counted } from './count-together.js';
import { countPersonRequests, countRequests, findRequestCount, type Budget } from './queries.js';
import type { Member } from './visitor.js';

export type { Counted };

const MINUTE_MS = 60_000;

// `count` counts this request; `peek` tells how many were counted and counts nothing. `countPerson` counts one that a person
// makes at a merchant.
export type RequestCounter = {
  readonly count: (caller: Caller, budget: Budget, minute: number) => Counted | Promise<Counted>;
  readonly peek: (caller: Caller, budget: Budget, minute: number) => number | Promise<number>;
  readonly countPerson: (person: CountedPerson, minute: number) => number | Promise<number>;
};

type CountedPerson = Pick<Member, 'merchantId' | 'personId'>;

// A window is a clock minute, so instances agree on it without talking, and Retry-After counts down to the next one
// (contract, Errors 429).
export const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);
export const secondsToNextMinute = (now: number): number => Math.ceil(((minuteOf(now) + 1) * MINUTE_MS - now) / 1000);

// One instance: the counts live in the process, and a change of the token arrives by NOTIFY.
export function countInProcess(): RequestCounter {
  let current = 0;
  const counts = new Map<string, number>();
  const keyOf = (caller: Caller, budget: Budget): string => `${budget} ${caller.tokenId} ${caller.merchantId}`;
  const countUp = (key: string, minute: number): number => {
    if (minute !== current) counts.clear();
    current = minute;
    const requests = (counts.get(key) ?? 0) + 1;
    counts.set(key, requests);
    return requests;
  };
  return {
    count: (caller, budget, minute) => ({ requests: countUp(keyOf(caller, budget), minute), caller }),
    peek: (caller, budget, minute) => (minute === current ? (counts.get(keyOf(caller, budget)) ?? 0) : 0),
    countPerson: ({ merchantId, personId }, minute) => countUp(`person ${personId} ${merchantId}`, minute),
  };
}

// Any number of instances: exact over all of them, one small upsert for all requests of a token that come at once.
export function countInDatabase(db: Db): RequestCounter {
  const countTogether = createCountTogether();
  return {
    count: ({ merchantId, tokenId }, budget, minute) =>
      countTogether(`${budget} ${minute} ${tokenId} ${merchantId}`, async (requests) => {
        const row = await countRequests(db, merchantId, tokenId, { budget, minute, requests });
        return { requests: row?.requests ?? 0, caller: row && toCaller(row) };
      }),
    peek: ({ merchantId, tokenId }, budget, minute) => findRequestCount(db, merchantId, tokenId, budget, minute),
    async countPerson({ merchantId, personId }, minute) {
      const counted = await countTogether(`person ${minute} ${personId} ${merchantId}`, async (requests) => {
        const counting = { budget: 'write', minute, requests } as const;
        const row = await countPersonRequests(db, merchantId, personId, counting);
        return { requests: row?.requests ?? 0, caller: undefined };
      });
      return counted.requests;
    },
  };
}
