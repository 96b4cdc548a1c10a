import type { ReactNode } from 'react';
import { useTimeZone } from '../api/merchant.js';

const formats = new Map<string, Intl.DateTimeFormat>();

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const MINUTE: Intl.DateTimeFormatOptions = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const FULL: Intl.DateTimeFormatOptions = { ...MINUTE, second: '2-digit', timeZoneName: 'short' };
const OPTIONS = { day: DAY, minute: MINUTE, full: FULL };

type DatePrecision = keyof typeof OPTIONS;

type Props = { readonly value: string; readonly precision?: DatePrecision };

// A moment in the merchant's time zone; pointing at it shows the second and the zone.
export function DateTime({ value, precision = 'minute' }: Props): ReactNode {
  const timeZone = useTimeZone();
  return (
    <time dateTime={value} title={`${formatDate(value, timeZone, 'full')} · ${timeZone}`}>
      {formatDate(value, timeZone, precision)}
    </time>
  );
}

// "15 Jun 2026, 14:00", as the clock on the merchant's wall shows it.
function formatDate(moment: string, timeZone: string, precision: DatePrecision = 'minute'): string {
  return formatOf(timeZone, precision).format(new Date(moment));
}

// Making one takes longer than using it a thousand times.
function formatOf(timeZone: string, precision: DatePrecision): Intl.DateTimeFormat {
  const key = `${timeZone} ${precision}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...OPTIONS[precision], timeZone });
  formats.set(key, format);
  return format;
}
