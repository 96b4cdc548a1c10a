import type { Calendar, CalendarCampaign, CalendarView, PlayingCampaign, ScreensAt } from '@vitrine/contract/calendar';
import { CALENDAR_CAMPAIGNS_MAX, PLAYING_SHOWN_MAX } from '@vitrine/contract/console-limits';
import { statusAt } from '@vitrine/contract/campaign-status';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { unprocessable } from '../errors.js';
import { isFlightMoment } from '../flight-moment.js';
import type { MerchantId } from '../ids.js';
import { firstInstantAt, latestWallClock } from '@vitrine/contract/local-time';
import { findOutOfStep } from '../playlists/step-queries.js';
import { dayOf } from '../playlists/flight-conditions.js';
import type { PersonPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import {
  selectCalendar,
  selectPlanned,
  selectPlaying,
  type CalendarRow,
  type PlannedRow,
  type PlayingRow,
} from './flight-queries.js';

type Deps = { readonly db: Db; readonly clock: Clock };
type CalendarInput = { readonly query: { readonly view?: CalendarView; readonly day?: string } };

// One statement for all flights of the view, and one that compares the live ones with their playlists.
export async function getCalendar(
  { db, clock }: Deps,
  { merchantId, timeZone }: PersonPrincipal,
  { query: { view = 'month', day } }: CalendarInput,
): Promise<Calendar> {
  if (day !== undefined) requireMoment(day);
  const now = clock.now();
  const wall = latestWallClock(timeZone, now);
  const shown = day ?? dayOf(wall);
  const days = view === 'week' ? weekOf(shown) : monthOf(shown);
  const rows = await selectCalendar(db, merchantId, days, CALENDAR_CAMPAIGNS_MAX);
  const live = rows.filter(({ isLive }) => isLive).map(({ lineageId }) => lineageId);
  const changed = await findOutOfStep(db, merchantId, live);
  return {
    view,
    day: shown,
    ...days,
    now: wall,
    timeZone,
    campaigns: rows.map((row) => toCalendarCampaign(row, { now, timeZone, changed })),
    more: Math.max(0, (rows[0]?.found ?? 0) - rows.length),
  };
}

// A year of four digits, as flights have them: what lies beyond is no day of this calendar.
function requireMoment(moment: string): void {
  const year = Number(moment.slice(0, 4));
  if (isFlightMoment(moment) && year > 1 && year < 9999) return;
  throw unprocessable(`${moment} is no day of the calendar.`);
}

const WEEK_DAYS = 7;

function weekOf(day: string) {
  const monday = toMs(day) - ((new Date(toMs(day)).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS) * DAY_MS;
  return { from: toDay(monday), to: toDay(monday + (WEEK_DAYS - 1) * DAY_MS) };
}

// From the Monday before its first day to the Sunday after its last.
function monthOf(day: string) {
  const date = new Date(toMs(day));
  const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
  return { from: weekOf(`${day.slice(0, 'YYYY-MM'.length)}-01`).from, to: weekOf(toDay(last)).to };
}

const toMs = (day: string): number => Date.parse(`${day}T00:00Z`);
const toDay = (ms: number): string => dayOf(new Date(ms).toISOString());

type At = { readonly now: number; readonly timeZone: string; readonly changed: ReadonlySet<string> };

function toCalendarCampaign(row: CalendarRow, { now, timeZone, changed }: At): CalendarCampaign {
  const { lineageId, name, revision, isLive, wasPublished, hasDraft } = row;
  const live = { start: row.flightStart, end: row.flightEnd };
  return {
    lineageId,
    name,
    status: statusAt(now, { isLive, wasPublished, flight: live, timeZone }),
    revision,
    changesNotPublished: isLive && (hasDraft || changed.has(lineageId)),
    live: isLive ? live : null,
    draft: hasDraft ? { start: row.draftStart, end: row.draftEnd } : null,
  };
}

type ScreensDeps = Deps & { readonly store: ObjectStore };

// A minute of the merchant's clocks, or now. Clocks may never show that minute, or twice: then it is the jump, or the first time.
export function toInstant(clock: Clock, timeZone: string, minute: string | undefined): number {
  if (minute === undefined) return clock.now();
  requireMoment(minute);
  return firstInstantAt(timeZone, minute);
}

export async function getScreensAt(
  deps: ScreensDeps,
  { merchantId, timeZone }: PersonPrincipal,
  { query: { at: asked } }: { readonly query: { readonly at?: string } },
): Promise<ScreensAt> {
  const instant = toInstant(deps.clock, timeZone, asked);
  const wall = latestWallClock(timeZone, instant);
  const at = asked ?? wall;
  const { playing, playingCount } = await findPlaying(deps, merchantId, wall);
  const planned = await selectPlanned(deps.db, merchantId, wall, PLAYING_SHOWN_MAX);
  return { at, timeZone, playing, playingCount, planned: planned.map((row) => toPlanned(row, instant, timeZone)) };
}

const toPlanned = (row: PlannedRow, now: number, timeZone: string): ScreensAt['planned'][number] => ({
  lineageId: row.lineageId,
  name: row.name,
  status: statusAt(now, { ...row, flight: { start: row.liveStart, end: row.liveEnd }, timeZone }),
  flight: { start: row.flightStart, end: row.flightEnd },
});

// What is published and plays at that minute, in the order in which screens take turns.
export async function findPlaying(
  { db, store }: { readonly db: Queryable; readonly store: ObjectStore },
  merchantId: MerchantId,
  wall: string,
): Promise<{ playing: PlayingCampaign[]; playingCount: number }> {
  const rows = await selectPlaying(db, merchantId, wall, PLAYING_SHOWN_MAX);
  const changed = await findOutOfStep(
    db,
    merchantId,
    rows.map(({ lineageId }) => lineageId),
  );
  const playing = rows.map((row) => toPlaying(row, changed, store));
  return { playing, playingCount: rows[0]?.found ?? 0 };
}

const toPlaying = (row: PlayingRow, changed: ReadonlySet<string>, store: ObjectStore): PlayingCampaign => ({
  lineageId: row.lineageId,
  name: row.name,
  status: 'running',
  flight: { start: row.flightStart, end: row.flightEnd },
  changesNotPublished: row.hasDraft || changed.has(row.lineageId),
  itemCount: row.itemCount,
  totalDurationSeconds: row.totalSeconds,
  coverUrls: row.coverKeys.map((key) => store.signedGetUrl(key)),
});
