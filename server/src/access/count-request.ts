import type { Db } from '../db/db.js';
import { toCaller, type Caller } from './caller.js';
import { countRequest, type Budget } from './queries.js';

const MINUTE_MS = 60_000;

// How many requests the token has made of this budget in this minute, and the caller as it stands now.
export type Counted = { readonly requests: number; readonly caller: Caller | undefined };
export type RequestCounter = (caller: Caller, budget: Budget, minute: number) => Counted | Promise<Counted>;

// A window is a clock minute, so instances agree on it without talking, and Retry-After counts down to the next one
// (contract, Errors 429).
export const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);
export const secondsToNextMinute = (now: number): number => Math.ceil(((minuteOf(now) + 1) * MINUTE_MS - now) / 1000);

// One instance: the counts live in the process, and a change of the token arrives by NOTIFY.
export function countInProcess(): RequestCounter {
  let current = 0;
  const counts = new Map<string, number>();
  return (caller, budget, minute) => {
    if (minute !== current) counts.clear();
    current = minute;
    const key = `${budget} ${caller.tokenId} ${caller.merchantId}`;
    const requests = (counts.get(key) ?? 0) + 1;
    counts.set(key, requests);
    return { requests, caller };
  };
}

// Any number of instances: exact over all of them, one small upsert a request.
export function countInDatabase(db: Db): RequestCounter {
  return async (caller, budget, minute) => {
    const row = await countRequest(db, caller.merchantId, caller.tokenId, budget, minute);
    return row === undefined ? { requests: 0, caller: undefined } : { requests: row.requests, caller: toCaller(row) };
  };
}
