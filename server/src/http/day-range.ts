import { firstInstantAt } from '@vitrine/contract/local-time';
import { nextDay, requireDay } from './parse-day.js';

type Days = { readonly from?: string; readonly to?: string };
type DayRange = { readonly from: string | undefined; readonly before: string | undefined };

// Days are the merchant's own: from 00:00 of the first to 00:00 after the last, in its time zone.
export function toDayRange({ from, to }: Days, timeZone: string): DayRange {
  const startOf = (day: string): string => new Date(firstInstantAt(timeZone, `${day}T00:00`)).toISOString();
  return {
    from: from === undefined ? undefined : startOf(requireDay('from', from)),
    before: to === undefined ? undefined : startOf(nextDay(requireDay('to', to))),
  };
}
