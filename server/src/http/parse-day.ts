import { DAY_MS } from '@vitrine/contract/time-units';
import { invalidRequest } from '../errors.js';

const DAY_CHARACTERS = 'YYYY-MM-DD'.length;

export const toDay = (instant: number): string => new Date(instant).toISOString().slice(0, DAY_CHARACTERS);

export const nextDay = (day: string): string => toDay(Date.parse(day) + DAY_MS);

// A day of the right shape may still be none: 2026-02-30. Years far from ours are slips of the hand.
export function requireDay(field: string, day: string): string {
  const instant = Date.parse(day);
  if (Number.isNaN(instant) || toDay(instant) !== day || day < '1970' || day > '9000') {
    throw invalidRequest(`${field}: must be a day such as 2026-06-15.`);
  }
  return day;
}
