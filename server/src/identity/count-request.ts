import { MINUTE_MS } from '@vitrine/contract/time-units';
import type { Db } from '../db/db.js';
import type { Homes } from '../db/homes.js';
import type { AiKeyPrincipal, PersonPrincipal, TokenPrincipal } from '../principal.js';
import {
  countPatiently,
  createCountAtNodes,
  createCountBeside,
  createCountTogether,
  type Counted,
} from './count-together.js';
import { toKnownToken, type KnownToken } from './known-tokens.js';
import { countOther, findRequestCount, type Budget } from './token-queries.js';

// `count` counts this request; `peek` tells how many were counted and counts nothing. `countPerson` adds what a person writes
// at a merchant.
export type RequestCounter = {
  readonly count: (known: KnownToken, budget: Budget, minute: number) => Counted | Promise<Counted>;
  readonly peek: (principal: CountedToken, budget: Budget, minute: number) => number | Promise<number>;
  readonly countPerson: (person: CountedPerson, counting: PersonCounting) => number | Promise<number>;
  // The same two of an assistant's key.
  readonly countKey: (key: CountedKey, budget: Budget, minute: number) => number | Promise<number>;
  readonly peekKey: (key: CountedKey, budget: Budget, minute: number) => number | Promise<number>;
};

type CountedToken = Pick<TokenPrincipal, 'merchantId' | 'token'>;
type CountedKey = Pick<AiKeyPrincipal, 'merchantId' | 'key'>;
export type CountedPerson = Pick<PersonPrincipal, 'merchantId' | 'person'>;
type PersonCounting = {
  readonly budget: Exclude<Budget, 'read'>;
  readonly minute: number;
  readonly amount: number;
};

// A window is a clock minute, so instances agree on it without talking, and Retry-After counts down to the next one
// (contract, Errors 429).
export const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);
export const secondsToNextMinute = (now: number): number => Math.ceil(((minuteOf(now) + 1) * MINUTE_MS - now) / 1000);

// One instance: the counts live in the process, and a change of the token arrives by NOTIFY.
export function countInProcess(): RequestCounter {
  let current = 0;
  const counts = new Map<string, number>();
  const keyOf = ({ merchantId, token }: CountedToken, budget: Budget): string => `${budget} ${token.id} ${merchantId}`;
  const countUp = (key: string, minute: number, amount = 1): number => {
    if (minute !== current) counts.clear();
    current = minute;
    const requests = (counts.get(key) ?? 0) + amount;
    counts.set(key, requests);
    return requests;
  };
  return {
    count: (known, budget, minute) => ({ requests: countUp(keyOf(known, budget), minute), known }),
    peek: (principal, budget, minute) => (minute === current ? (counts.get(keyOf(principal, budget)) ?? 0) : 0),
    countPerson: ({ merchantId, person }, { budget, minute, amount }) =>
      countUp(`person ${budget} ${person.id} ${merchantId}`, minute, amount),
    countKey: (counted, budget, minute) => countUp(ofKey(counted, budget), minute),
    peekKey: (counted, budget, minute) => (minute === current ? (counts.get(ofKey(counted, budget)) ?? 0) : 0),
  };
}

const ofKey = ({ merchantId, key }: CountedKey, budget: Budget): string => `key ${budget} ${key.id} ${merchantId}`;

type Limits = { readonly readsPerMinute: number; readonly writesPerMinute: number };

// Keeps the budgets that were exceeded in the current minute. Requests beyond them are refused without a statement: neither
// the count nor the read that runs beside it reaches the database.
function rememberUsedUp() {
  let current = 0;
  const keys = new Set<string>();
  return {
    has(key: string, minute: number): boolean {
      if (minute !== current) keys.clear();
      current = minute;
      return keys.has(key);
    },
    add: (key: string): void => void keys.add(key),
  };
}

// Any number of instances: exact over all of them, one small upsert for all requests of a token that come at once, and one
// transaction for those of all tokens on the same server.
export function countInDatabase(db: Db, homes: Homes, limits: Limits): RequestCounter {
  const { countsOf: homeOf } = homes;
  const countToken = homes.isCluster ? createCountAtNodes(homes) : createCountBeside(db);
  const countTogether = createCountTogether();
  const usedUp = rememberUsedUp();
  return {
    count: (known, budget, minute) => {
      const { merchantId, token } = known;
      const key = `${budget} ${minute} ${token.id} ${merchantId}`;
      const limit = budget === 'read' ? limits.readsPerMinute : limits.writesPerMinute;
      if (usedUp.has(key, minute)) return { requests: limit + 1, known };
      return countTogether(key, async (requests) => {
        const row = await countToken({ merchantId, tokenId: token.id, budget, minute, requests });
        const counted = row?.requests ?? 0;
        if (counted > limit) usedUp.add(key);
        return { requests: counted, known: row && toKnownToken(row) };
      });
    },
    peek: ({ merchantId, token }, budget, minute) =>
      findRequestCount(homeOf(merchantId), merchantId, token.id, budget, minute),
    async countPerson({ merchantId, person }, { budget, minute, amount }) {
      const counting = { budget, minute, requests: amount };
      const row = await countPatiently(homes, merchantId, (at) => countOther(at, merchantId, person.id, counting));
      return row?.requests ?? 0;
    },
    async countKey(counted, budget, minute) {
      const { merchantId, key } = counted;
      const { requests } = await countTogether(`${minute} ${ofKey(counted, budget)}`, async (together) => {
        const counting = { budget, minute, requests: together };
        const row = await countPatiently(homes, merchantId, (at) => countOther(at, merchantId, key.id, counting));
        return { requests: row?.requests ?? 0, known: undefined };
      });
      return requests;
    },
    peekKey: ({ merchantId, key }, budget, minute) =>
      findRequestCount(homeOf(merchantId), merchantId, key.id, budget, minute),
  };
}
