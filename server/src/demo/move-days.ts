const DAY_MS = 24 * 60 * 60 * 1000;

// What holds a moment in an archive: an instant, a day, or a minute of a screen's own time.
const MOMENTS = new Set(['createdAt', 'updatedAt', 'changedAt', 'withdrawnAt', 'publishedAt', 'start', 'end']);

// The same archive so many days later: hours and minutes stay.
export function moveDays(archive: string, days: number): unknown {
  return JSON.parse(archive, (key, value: unknown) =>
    MOMENTS.has(key) && typeof value === 'string' ? moveDay(value, days) : value,
  );
}

function moveDay(moment: string, days: number): string {
  const day = new Date(Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) + days * DAY_MS);
  return day.toISOString().slice(0, 10) + moment.slice(10);
}

export function daysBetween(day: string, now: number, timeZone: string): number {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  return (Date.parse(today) - Date.parse(day)) / DAY_MS;
}
