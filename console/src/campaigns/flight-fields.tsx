import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Flight } from '@vitrine/contract/campaign-content';
import type { ReactNode } from 'react';
import { formatWall } from '../ui/date-time.js';
import { useTimeZone } from '../api/merchant.js';
import { Quiet } from '../ui/quiet.js';

type Props = { readonly flight: Flight; readonly onChange: (flight: Flight) => void };

export function FlightFields({ flight, onChange }: Props): ReactNode {
  const timeZone = useTimeZone();
  return (
    <Stack gap="xs" role="group" aria-label="When it plays">
      <MomentField
        label="Start"
        open="When it is published"
        value={flight.start}
        onChange={(start) => onChange({ ...flight, start })}
      />
      <MomentField
        label="End"
        open="When it is withdrawn"
        value={flight.end}
        onChange={(end) => onChange({ ...flight, end })}
      />
      <Quiet>
        {flightWords(flight)}. A day as end is played to its last minute. Times are {timeZone}.
      </Quiet>
    </Stack>
  );
}

type MomentProps = {
  readonly label: 'Start' | 'End';
  readonly open: string;
  readonly value: string | null;
  readonly onChange: (moment: string | null) => void;
};

type Kind = 'open' | 'day' | 'minute';

const kindOf = (value: string | null): Kind => {
  if (value === null) return 'open';
  return value.includes('T') ? 'minute' : 'day';
};

// Open, a day, or a minute.
function MomentField({ label, open, value, onChange }: MomentProps): ReactNode {
  const kind = kindOf(value);
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <NativeSelect
        label={label}
        flex="1"
        data={[
          { value: 'open', label: open },
          { value: 'day', label: 'On a day' },
          { value: 'minute', label: 'At a minute' },
        ]}
        value={kind}
        onChange={({ currentTarget }) => onChange(toKind(value, currentTarget.value, label))}
      />
      {kind !== 'open' && (
        <TextInput
          flex="1"
          type={kind === 'day' ? 'date' : 'datetime-local'}
          aria-label={`${label} ${kind === 'day' ? 'day' : 'day and time'}`}
          value={value ?? ''}
          max={kind === 'day' ? '9999-12-31' : '9999-12-31T23:59'}
          onChange={({ currentTarget }) => {
            // A date that is being typed is empty for a while: the last whole one stays.
            if (currentTarget.value !== '') onChange(currentTarget.value);
          }}
        />
      )}
    </Group>
  );
}

function toKind(value: string | null, kind: string, label: MomentProps['label']): string | null {
  if (kind === 'open') return null;
  const day = value?.slice(0, 'YYYY-MM-DD'.length) ?? today();
  if (kind === 'day') return day;
  return `${day}T${label === 'Start' ? '08:00' : '18:00'}`;
}

const today = (): string => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(new Date());

export function flightWords({ start, end }: Flight): string {
  if (start === null && end === null) return 'From publishing until it is withdrawn';
  if (end === null) return `From ${formatWall(start ?? '')}, until it is withdrawn`;
  if (start === null) return `Until ${formatWall(end)}`;
  return start === end ? formatWall(start) : `${formatWall(start)} – ${formatWall(end)}`;
}
