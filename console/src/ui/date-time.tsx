import type { ReactNode } from 'react';
import { useTimeZone } from '../api/merchant.js';
import { formatDate, type DatePrecision } from './format-date.js';

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
