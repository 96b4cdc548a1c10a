// Wall-clock times of a time zone as instants, over daylight-saving changes.
import { DAY_MS, MINUTE_MS } from './time-units.js';

const MOMENTS_MAX = 10_000;

// The first instant at which the zone's clocks show that time or a later one: the earlier of two when clocks go back over
// it, the change itself when they jump over it. So a boundary is passed once, whatever the clocks do.
// `wallClock` is `YYYY-MM-DDTHH:MM`.
export function firstInstantAt(timeZone: string, wallClock: string): number {
  const key = `${timeZone} ${wallClock}`;
  const known = moments.get(key);
  if (known !== undefined) return known;
  if (moments.size >= MOMENTS_MAX) moments.clear();
  const instant = computeInstant(timeZone, Date.parse(`${wallClock}Z`));
  moments.set(key, instant);
  return instant;
}

// The latest time, `YYYY-MM-DDTHH:MM`, that the zone's clocks have shown until that instant: what they show now, or, while
// they repeat an hour, the last minute before they went back. So a boundary has been passed exactly when it is not after
// this, which a database can compare as text.
export function latestWallClock(timeZone: string, instant: number): string {
  const wallMs = instant + offsetMs(timeZone, instant);
  let [low, high] = [
    Math.floor(wallMs / MINUTE_MS),
    Math.floor((instant + offsetMs(timeZone, instant - DAY_MS)) / MINUTE_MS),
  ];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (computeInstant(timeZone, middle * MINUTE_MS) <= instant) low = middle;
    else high = middle - 1;
  }
  return new Date(low * MINUTE_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

const moments = new Map<string, number>();

function computeInstant(timeZone: string, wallMs: number): number {
  const before = offsetMs(timeZone, wallMs - DAY_MS);
  const after = offsetMs(timeZone, wallMs + DAY_MS);
  const early = wallMs - before;
  if (early + offsetMs(timeZone, early) === wallMs) return early;
  const late = wallMs - after;
  if (late + offsetMs(timeZone, late) === wallMs) return late;
  return changeBetween(timeZone, late, early);
}

// Clocks jumped over the time: halve the span down to the minute of the change.
function changeBetween(timeZone: string, from: number, to: number): number {
  const offset = offsetMs(timeZone, from);
  let [low, high] = [from / MINUTE_MS, to / MINUTE_MS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMs(timeZone, middle * MINUTE_MS) === offset) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
}

function offsetMs(timeZone: string, instant: number): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const wall = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

// Making a format costs a hundred times what using it does.
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}

// A zone of the IANA list: a campaign's flight is read in it. Plain offsets are refused, they know no summer time.
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
