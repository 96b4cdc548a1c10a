import type { ActivityFilters } from '@vitrine/contract/activity';
import { firstInstantAt } from '../local-time.js';
import { nextDay, requireDay } from '../http/parse-day.js';
import type { ActivityFilter } from './queries.js';

// Days are the merchant's own: from 00:00 of the first to 00:00 after the last, in its time zone.
export function toFilter(query: ActivityFilters, timeZone: string): ActivityFilter {
  const startOf = (day: string): string => new Date(firstInstantAt(timeZone, `${day}T00:00`)).toISOString();
  return {
    tokenId: query.token?.toLowerCase(),
    personId: query.person?.toLowerCase(),
    kind: query.kind,
    from: query.from === undefined ? undefined : startOf(requireDay('from', query.from)),
    before: query.to === undefined ? undefined : startOf(nextDay(requireDay('to', query.to))),
  };
}
