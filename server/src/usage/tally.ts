import { STATUS } from '@vitrine/contract/errors';
import type { TokenId } from '../ids.js';
import { inTurns } from './in-turns.js';
import type { UsageRow } from './queries.js';

export type Answered = { readonly tokenId: TokenId; readonly status: number; readonly at: number };

export type Tally = {
  readonly count: (answered: Answered) => void;
  readonly flush: () => Promise<void>;
  // Nothing is counted that was not written.
  readonly isIdle: () => boolean;
};

// Of one token on one day. The moment stays a number until it is written, so that a request makes no text of it.
type Count = Omit<UsageRow, 'day' | 'last_used_at'> & { lastUsedAt: number };

const DAY_MS = 24 * 60 * 60 * 1_000;

// What one merchant's tokens were used for since it was last written. What `write` refuses is kept for the next time.
export function newTally(write: (rows: readonly UsageRow[]) => Promise<boolean>): Tally {
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
