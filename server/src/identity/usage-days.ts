import { USAGE_DAYS_DEFAULT, USAGE_DAYS_MAX } from '@vitrine/contract/console-limits';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { UsageQuery } from '@vitrine/contract/tokens';
import type { Clock } from '../clock.js';
import { invalidRequest } from '../errors.js';
import { requireDay, toDay } from '../http/parse-day.js';

// Every day of the span that is asked for, the first first.
export function toUsageDays({ from, to }: UsageQuery, clock: Clock): string[] {
  const last = Date.parse(to === undefined ? toDay(clock.now()) : requireDay('to', to));
  const first = from === undefined ? last - (USAGE_DAYS_DEFAULT - 1) * DAY_MS : Date.parse(requireDay('from', from));
  const count = Math.round((last - first) / DAY_MS) + 1;
  if (count < 1) throw invalidRequest('from: must not be after to.');
  if (count > USAGE_DAYS_MAX) throw invalidRequest(`from: must be at most ${USAGE_DAYS_MAX} days before to.`);
  return Array.from({ length: count }, (_, at) => toDay(first + at * DAY_MS));
}
