import { Select } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly description: string;
  // What stands before all zones and is one of them by another name, such as the merchant's.
  readonly first?: { readonly value: string; readonly label: string };
};

const ZONES = Intl.supportedValuesOf('timeZone');

const SHOWN_MAX = 100;

export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

// The zones that this browser knows, and the one that is chosen when it is an older name of one.
export function TimeZoneSelect({ value, onChange, description, first }: Props): ReactNode {
  const isListed = value === first?.value || ZONES.includes(value);
  const zones = (isListed ? ZONES : [value, ...ZONES]).map((zone) => ({ value: zone, label: zone }));
  return (
    <Select
      label="Time zone"
      description={description}
      data={first === undefined ? zones : [first, ...zones]}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      allowDeselect={false}
      searchable
      limit={SHOWN_MAX}
      nothingFoundMessage="No such zone"
    />
  );
}
