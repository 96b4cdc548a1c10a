import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { Flight } from '@vitrine/contract/campaigns';
import type { ReactNode } from 'react';
import { useTimeZone } from '../api/merchant.js';
import { flightWords } from './flight-words.js';

type Props = { readonly flight: Flight; readonly disabled: boolean; readonly onChange: (flight: Flight) => void };

export function FlightFields({ flight, disabled, onChange }: Props): ReactNode {
  const timeZone = useTimeZone();
  return (
    <Stack gap="xs" role="group" aria-label="When it plays">
      <MomentField
        label="Start"
        open="When it is published"
        value={flight.start}
        disabled={disabled}
        onChange={(start) => onChange({ ...flight, start })}
      />
      <MomentField
        label="End"
        open="When it is withdrawn"
        value={flight.end}
        disabled={disabled}
        onChange={(end) => onChange({ ...flight, end })}
      />
      <Text size="sm" c="dimmed">
        {flightWords(flight)}. A day as end is played to its last minute. Times are {timeZone}.
      </Text>
    </Stack>
  );
}

type MomentProps = {
  readonly label: 'Start' | 'End';
  readonly open: string;
  readonly value: string | null;
  readonly disabled: boolean;
  readonly onChange: (moment: string | null) => void;
};

type Kind = 'open' | 'day' | 'minute';

const kindOf = (value: string | null): Kind => {
  if (value === null) return 'open';
  return value.includes('T') ? 'minute' : 'day';
};

// Open, a day, or a minute.
function MomentField({ label, open, value, disabled, onChange }: MomentProps): ReactNode {
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
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(toKind(value, currentTarget.value, label))}
      />
      {kind !== 'open' && (
        <TextInput
          flex="1"
          type={kind === 'day' ? 'date' : 'datetime-local'}
          aria-label={`${label} ${kind === 'day' ? 'day' : 'day and time'}`}
          value={value ?? ''}
          max={kind === 'day' ? '9999-12-31' : '9999-12-31T23:59'}
          disabled={disabled}
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
