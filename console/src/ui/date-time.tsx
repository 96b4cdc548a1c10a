import type { ReactNode } from 'react';
import { useTimeZone } from '../api/merchant.js';
import { dateFormat, useDateLanguage } from './date-language.js';

const OPTIONS = {
  day: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  full: { dateStyle: 'full', timeStyle: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type DatePrecision = keyof typeof OPTIONS;

type Props = { readonly value: string; readonly precision?: DatePrecision };

// A moment in the merchant's time zone; pointing at it shows the second and the zone.
export function DateTime({ value, precision = 'minute' }: Props): ReactNode {
  const timeZone = useTimeZone();
  useDateLanguage();
  return (
    <time dateTime={value} title={`${formatDate(value, timeZone, 'full')} · ${timeZone}`}>
      {formatDate(value, timeZone, precision)}
    </time>
  );
}

// "15 Jun 2026, 14:00": as the clock on the merchant's wall shows it, in the way the person's own language writes it.
export function formatDate(moment: string, timeZone: string, precision: DatePrecision = 'minute'): string {
  return dateFormat({ ...OPTIONS[precision], timeZone }).format(new Date(moment));
}

// A day of the calendar, 2026-06-15, whatever the time zone.
export const formatDay = (day: string): string => formatDate(`${day}T00:00Z`, 'UTC', 'day');
