import { statusAt } from '@vitrine/contract/campaign-status';
import type { PlaylistUse } from '@vitrine/contract/playlists';
import type { Clock } from '../clock.js';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectUses, type UseRow } from './queries.js';
import { findOutOfStep } from './step-queries.js';

type Deps = { readonly db: Queryable; readonly clock: Clock };

// The campaigns that use each of these playlists, by name: two statements for all of them.
export async function findUses(
  { db, clock }: Deps,
  merchantId: MerchantId,
  playlistIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PlaylistUse[]>> {
  const rows = await selectUses(db, merchantId, playlistIds);
  const live = new Set(rows.filter(({ isLive }) => isLive).map(({ lineageId }) => lineageId));
  const outOfStep = await findOutOfStep(db, merchantId, [...live]);
  const now = clock.now();
  const uses = new Map<string, PlaylistUse[]>(playlistIds.map((id) => [id, []]));
  for (const row of rows) uses.get(row.playlistId)?.push(toUse(now, outOfStep, row));
  return uses;
}

function toUse(now: number, outOfStep: ReadonlySet<string>, row: UseRow): PlaylistUse {
  const status = statusAt(now, { ...row, flight: { start: row.flightStart, end: row.flightEnd } });
  return {
    lineageId: row.lineageId,
    name: row.name,
    status,
    changesNotPublished: row.isLive && (row.hasDraft || outOfStep.has(row.lineageId)),
    isOn: status === 'running' && row.isNamedLive && !row.archived,
  };
}
