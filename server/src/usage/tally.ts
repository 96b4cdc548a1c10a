import { STATUS } from '@vitrine/contract/errors';
import type { TokenId } from '../ids.js';
import { inTurns } from './in-turns.js';
import type { UsageRow } from './queries.js';

export type Answered = { readonly tokenId: TokenId; readonly status: number; readonly at: string };

export type Tally = {
  readonly count: (answered: Answered) => void;
  readonly flush: () => Promise<void>;
  // Nothing is counted that was not written.
  readonly isIdle: () => boolean;
};

// What one merchant's tokens were used for since it was last written. What `write` refuses is kept for the next time.
export function newTally(write: (rows: readonly UsageRow[]) => Promise<boolean>): Tally {
  let rows = new Map<string, UsageRow>();
  let isWriting = false;
  const flush = inTurns(async () => {
    if (rows.size === 0) return;
    const batch = rows;
    rows = new Map();
    isWriting = true;
    if (!(await write([...batch.values()]))) for (const [key, row] of batch) add(rows, key, row);
    isWriting = false;
  });
  return { count: (answered) => add(rows, ...toRow(answered)), flush, isIdle: () => rows.size === 0 && !isWriting };
}

function toRow({ tokenId, status, at }: Answered): [key: string, row: UsageRow] {
  const day = at.slice(0, 'YYYY-MM-DD'.length);
  return [
    tokenId + day,
    {
      token_id: tokenId,
      day,
      requests: 1,
      refused_429: Number(status === STATUS.rate_limited),
      refused_403: Number(status === STATUS.forbidden),
      last_used_at: at,
    },
  ];
}

function add(rows: Map<string, UsageRow>, key: string, row: UsageRow): void {
  const known = rows.get(key);
  if (known === undefined) return void rows.set(key, row);
  known.requests += row.requests;
  known.refused_429 += row.refused_429;
  known.refused_403 += row.refused_403;
  if (row.last_used_at > known.last_used_at) known.last_used_at = row.last_used_at;
}
