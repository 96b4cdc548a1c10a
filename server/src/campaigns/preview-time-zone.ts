import { CALENDAR_CAMPAIGNS_MAX } from '@vitrine/contract/console-limits';
import type { TimeZonePreview } from '@vitrine/contract/merchant';
import { boundsOf, flightIn, statusAt } from '@vitrine/contract/campaign-status';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { unprocessable } from '../errors.js';
import { isTimeZone, latestWallClock } from '@vitrine/contract/local-time';
import type { PersonPrincipal } from '../principal.js';
import { countOtherScreens, selectLive, type LiveRow } from './flight-queries.js';

type Input = { readonly query: { readonly zone?: string } };

// Flights are written in local time: another zone has them start and end at other moments.
export async function previewTimeZone(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { merchantId, timeZone: from }: PersonPrincipal,
  { query: { zone: to = from } }: Input,
): Promise<TimeZonePreview> {
  if (!isTimeZone(to)) throw unprocessable(`«${to}» is no time zone.`);
  const now = clock.now();
  // What is over here may not be over there.
  const wall = [from, to].map((zone) => latestWallClock(zone, now)).toSorted()[0] ?? '';
  const rows = await selectLive(db, merchantId, wall, CALENDAR_CAMPAIGNS_MAX);
  const campaigns = rows
    .filter(({ flightStart, flightEnd }) => flightStart !== null || flightEnd !== null)
    .map((row) => toShift(row, { from, to, now }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const more = Math.max(0, (rows[0]?.found ?? 0) - rows.length);
  return { from, to, campaigns, more, otherScreens: await countOtherScreens(db, merchantId) };
}

type Zones = { readonly from: string; readonly to: string; readonly now: number };

function toShift(row: LiveRow, { from, to, now }: Zones): TimeZonePreview['campaigns'][number] {
  const { lineageId, name, isLive, wasPublished } = row;
  const flight = { start: row.flightStart, end: row.flightEnd };
  const [before, after] = [boundsOf(flight, from), boundsOf(flight, to)];
  const lifecycle = { isLive, wasPublished, flight };
  return {
    lineageId,
    name,
    status: statusAt(now, { ...lifecycle, timeZone: from }),
    after: statusAt(now, { ...lifecycle, timeZone: to }),
    flight,
    kept: flightIn(flight, from, to),
    startsAt: toChange(before.startsAt, after.startsAt),
    endsAt: toChange(before.endsAt, after.endsAt),
  };
}

const toChange = (from: number | null, to: number | null) =>
  from === null || to === null ? null : { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
