import { PLAYS_MONTHS } from '@vitrine/contract/screen-limits';
import type { Beat, BeatAnswer, PlaysRequest } from '@vitrine/contract/screen-program';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { Deps } from '../db/db.js';
import { isFlightMoment } from '../flight-moment.js';
import { toDay } from '../http/parse-day.js';
import type { ScreenPrincipal } from '../principal.js';
import type { Beats } from './collect-beats.js';
import { addPlays, NO_CAMPAIGN, takeBatch, type PlayRow } from './state-queries.js';

type BeatDeps = { readonly beats: Beats; readonly playerVersion: string | null };

export async function sendBeat(
  { beats, playerVersion }: BeatDeps,
  { merchantId, screenId }: ScreenPrincipal,
  { body }: { readonly body: Beat },
): Promise<BeatAnswer> {
  beats.note(merchantId, screenId, body);
  return { playerVersion };
}

// The number of the batch is written in the transaction that counts its plays: whatever is repeated, at once or much later,
// counts once.
export async function sendPlays(
  { db, clock }: Deps,
  { merchantId, screenId }: ScreenPrincipal,
  { body: { batch, plays } }: { readonly body: PlaysRequest },
): Promise<{ batch: number }> {
  const rows = toRows(plays, clock.now());
  await db.transaction(async (db) => {
    if ((await takeBatch(db, merchantId, screenId, batch)) && rows.length > 0) await addPlays(db, merchantId, rows);
  });
  return { batch };
}

// The first day of which plays are kept.
export function firstDayKept(now: number): string {
  const date = new Date(now);
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - PLAYS_MONTHS, date.getUTCDate()));
}

// Each item of a day once, as the statement wants it; days that are none, or that no clock can be right about, are left out.
function toRows(plays: PlaysRequest['plays'], now: number): PlayRow[] {
  const [first, last] = [firstDayKept(now), toDay(now + DAY_MS)];
  const rows = new Map<string, PlayRow>();
  for (const { day, lineageId, mediaId, plays: count, seconds } of plays) {
    if (!isFlightMoment(day) || day < first || day > last) continue;
    const row = {
      day,
      lineage_id: lineageId?.toLowerCase() ?? NO_CAMPAIGN,
      media_id: mediaId.toLowerCase(),
      plays: count,
      milliseconds: Math.round(seconds * 1000),
    };
    const key = `${row.lineage_id} ${row.day} ${row.media_id}`;
    const before = rows.get(key);
    if (before === undefined) rows.set(key, row);
    else {
      before.plays += row.plays;
      before.milliseconds += row.milliseconds;
    }
  }
  return [...rows.values()];
}
