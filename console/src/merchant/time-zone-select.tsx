import { Select } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { readonly value: string; readonly onChange: (zone: string) => void; readonly disabled: boolean };

const ZONES = Intl.supportedValuesOf('timeZone');

// The zones that this browser knows, and the merchant's own when it is an older name of one.
export function TimeZoneSelect({ value, onChange, disabled }: Props): ReactNode {
  const zones = ZONES.includes(value) ? ZONES : [value, ...ZONES];
  return (
    <Select
      label="Time zone"
      description="Flights of campaigns and dates in this console are read in it."
      data={zones}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      allowDeselect={false}
      searchable
      limit={100}
      nothingFoundMessage="No such zone"
      disabled={disabled}
    />
  );
}
