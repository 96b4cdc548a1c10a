import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { STATUS } from '@vitrine/contract/errors';
import type { Caller } from '../access/caller.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { addUsage, type UsageRow } from './queries.js';

const FLUSH_MS = 5_000;

// Writes down what has been collected since the last time.
export type Usage = { readonly flush: () => Promise<void> };

type Deps = { readonly db: Db; readonly clock: Clock; readonly log: FastifyBaseLogger };
type Collected = Map<MerchantId, Map<string, UsageRow>>;

// Requests are counted in the process once they are answered, and written every few seconds and when the service stops:
// a request costs one addition. A crash loses what was not yet written.
export function collectUsage(app: FastifyInstance, { db, clock, log }: Deps): Usage {
  const collected: Collected = new Map();
  let writing = Promise.resolve();
  // One at a time: who waits for a flush waits for the one under way too.
  const flush = (): Promise<void> => (writing = writing.then(() => writeAll(db, collected, log)));
  app.addHook('onResponse', async ({ caller }, reply) => {
    if (caller !== undefined && reply.statusCode !== STATUS.unauthorized) {
      count(collected, caller, { status: reply.statusCode, at: new Date(clock.now()).toISOString() });
    }
  });
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    return flush();
  });
  return { flush };
}

type Answered = { readonly status: number; readonly at: string };

function count(collected: Collected, { merchantId, tokenId }: Caller, { status, at }: Answered): void {
  const day = at.slice(0, 'YYYY-MM-DD'.length);
  const tokens = collected.get(merchantId) ?? new Map<string, UsageRow>();
  const key = tokenId + day;
  const row = tokens.get(key) ?? {
    token_id: tokenId,
    day,
    requests: 0,
    refused_429: 0,
    refused_403: 0,
    last_used_at: at,
  };
  row.requests += 1;
  row.last_used_at = at;
  if (status === STATUS.rate_limited) row.refused_429 += 1;
  if (status === STATUS.forbidden) row.refused_403 += 1;
  tokens.set(key, row);
  collected.set(merchantId, tokens);
}

// A merchant at a time, so that each statement stays with one merchant. What could not be written waits for the next turn.
async function writeAll(db: Db, collected: Collected, log: FastifyBaseLogger): Promise<void> {
  // A copy: what goes back into the map must not come up again in this turn.
  const batch = [...collected];
  for (const [merchantId, tokens] of batch) {
    collected.delete(merchantId);
    try {
      await addUsage(db, merchantId, [...tokens.values()]);
    } catch (error) {
      log.warn({ err: error }, 'usage could not be written');
      collected.set(merchantId, merge(tokens, collected.get(merchantId)));
    }
  }
}

function merge(before: Map<string, UsageRow>, since: Map<string, UsageRow> | undefined): Map<string, UsageRow> {
  for (const [key, row] of since ?? []) {
    const known = before.get(key);
    if (known === undefined) before.set(key, row);
    else {
      known.requests += row.requests;
      known.refused_429 += row.refused_429;
      known.refused_403 += row.refused_403;
      known.last_used_at = row.last_used_at;
    }
  }
  return before;
}
