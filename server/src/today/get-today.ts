import {
  COMPARED_CAMPAIGNS_MAX,
  NEXT_DAYS,
  NEXT_SHOWN_MAX,
  PLAYING_SHOWN_MAX,
  STORAGE_NOTICE_SHARE,
  TOKEN_NOTICE_DAYS,
} from '@vitrine/contract/console-limits';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { Today } from '@vitrine/contract/today';
import { statusAt } from '@vitrine/contract/campaign-status';
import { selectLive, selectTurning, type LiveRow } from '../campaigns/flight-queries.js';
import { findPlaying } from '../campaigns/get-calendar.js';
import type { Queryable } from '../db/db.js';
import { latestWallClock } from '@vitrine/contract/local-time';
import { selectMerchant, type MerchantRow } from '../merchants/queries.js';
import { findOutOfStep } from '../playlists/step-queries.js';
import type { PersonPrincipal } from '../principal.js';
import { findScreens, type ScreenDeps } from '../screens/list-screens.js';
import { selectEndingTokens, selectFirstSteps } from './queries.js';

type Deps = ScreenDeps;

// Each part is bounded, so a merchant of any size costs the same handful of statements.
export async function getToday(deps: Deps, principal: PersonPrincipal): Promise<Today> {
  const { db, clock, store } = deps;
  const { merchantId, timeZone } = principal;
  const now = clock.now();
  const wall = latestWallClock(timeZone, now);
  const until = latestWallClock(timeZone, now + NEXT_DAYS * DAY_MS);
  const [shown, turning, live, tokens, firstSteps, merchant, screens] = await Promise.all([
    findPlaying({ db, store }, merchantId, wall),
    selectTurning(db, merchantId, { wall, until }, NEXT_SHOWN_MAX),
    selectLive(db, merchantId, wall, COMPARED_CAMPAIGNS_MAX),
    findTokens(db, principal, now),
    selectFirstSteps(db, merchantId),
    selectMerchant(db, merchantId),
    findScreens(deps, merchantId),
  ]);
  const compared = [...live, ...turning].map(({ lineageId }) => lineageId);
  const changed = await findOutOfStep(db, merchantId, [...new Set(compared)]);
  const at = { now, timeZone, changed };
  const notPublished = live.filter((row) => row.hasDraft || changed.has(row.lineageId));
  return {
    now: wall,
    timeZone,
    ...shown,
    next: turning
      .flatMap((row) => toNext(row, at, { wall, until }))
      .toSorted(bySoonest)
      .slice(0, NEXT_SHOWN_MAX),
    notPublished: notPublished.slice(0, PLAYING_SHOWN_MAX).map((row) => toRef(row, at)),
    notPublishedCount: notPublished.length,
    tokens,
    storage: toShortStorage(merchant),
    screens: screens.map(({ id, name, state, playing }) => ({ id, name, state, playing })),
    firstSteps,
  };
}

type At = { readonly now: number; readonly timeZone: string; readonly changed: ReadonlySet<string> };
type Next = Today['next'][number];

const toRef = ({ lineageId, name, isLive, wasPublished, flightStart: start, flightEnd: end }: LiveRow, at: At) => ({
  lineageId,
  name,
  status: statusAt(at.now, { isLive, wasPublished, flight: { start, end }, timeZone: at.timeZone }),
});

// A flight of a day or two both starts and ends within the days that are looked ahead.
function toNext(row: LiveRow, at: At, { wall, until }: { readonly wall: string; readonly until: string }): Next[] {
  const changesNotPublished = row.hasDraft || at.changed.has(row.lineageId);
  const both = [
    { what: 'starts' as const, at: row.flightStart, isNear: (moment: string) => moment > wall && moment <= until },
    { what: 'ends' as const, at: row.flightEnd, isNear: (moment: string) => moment <= until },
  ];
  return both.flatMap(({ what, at: moment, isNear }) =>
    moment !== null && isNear(moment) ? { ...toRef(row, at), changesNotPublished, what, at: moment } : [],
  );
}

// A day as end is over with its last minute.
const orderOf = ({ what, at }: Next): string => (what === 'ends' && !at.includes('T') ? `${at}T24:00` : at);
const bySoonest = (a: Next, b: Next): number => (orderOf(a) < orderOf(b) ? -1 : 1);

// Whoever may not see tokens is not told of them.
async function findTokens(db: Queryable, { merchantId, role }: PersonPrincipal, now: number): Promise<Today['tokens']> {
  if (role === 'staff') return [];
  const span = TOKEN_NOTICE_DAYS * DAY_MS;
  return selectEndingTokens(db, merchantId, {
    from: new Date(now - span / 2).toISOString(),
    to: new Date(now + span).toISOString(),
  });
}

function toShortStorage(row: MerchantRow | undefined): Today['storage'] {
  if (row === undefined) return null;
  const { used_bytes: usedBytes, reserved_bytes: reservedBytes, storage_quota_bytes: quotaBytes } = row;
  const isShort = usedBytes + reservedBytes >= STORAGE_NOTICE_SHARE * quotaBytes;
  return isShort ? { usedBytes, reservedBytes, quotaBytes } : null;
}
