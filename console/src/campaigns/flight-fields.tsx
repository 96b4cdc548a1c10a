import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Flight } from '@vitrine/contract/campaign-content';
import type { ReactNode } from 'react';
import { useTimeZone } from '../api/merchant.js';
import { dayOf, flightFault, flightWords } from '../ui/flight-words.js';
import { Quiet } from '../ui/quiet.js';

type Props = { readonly flight: Flight; readonly onChange: (flight: Flight) => void };

export function FlightFields({ flight, onChange }: Props): ReactNode {
  const timeZone = useTimeZone();
  const fault = flightFault(flight);
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
        from={flight.start}
        fault={fault}
        onChange={(end) => onChange({ ...flight, end })}
      />
      {fault === undefined && (
        <Quiet>
          {flightWords(flight)}. A day as end is played to its last minute. Times are {timeZone}.
        </Quiet>
      )}
    </Stack>
  );
}

type MomentProps = {
  readonly label: 'Start' | 'End';
  readonly open: string;
  readonly value: string | null;
  // What a first day is chosen after.
  readonly from?: string | null;
  readonly fault?: string | undefined;
  readonly onChange: (moment: string | null) => void;
};

type Kind = 'open' | 'day' | 'minute';

const kindOf = (value: string | null): Kind => {
  if (value === null) return 'open';
  return value.includes('T') ? 'minute' : 'day';
};

// Open, a day, or a minute.
function MomentField({ label, open, value, from, fault, onChange }: MomentProps): ReactNode {
  const kind = kindOf(value);
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <NativeSelect
        label={label}
        flex="1"
        data={[
          { value: 'open', label: open },
          { value: 'day', label: 'On a day' },
          { value: 'minute', label: 'At a minute' },
        ]}
        value={kind}
        onChange={({ currentTarget }) => onChange(toKind(value ?? from ?? null, currentTarget.value, label))}
      />
      {kind !== 'open' && (
        <TextInput
          flex="1"
          label={kind === 'day' ? 'Day' : 'Day and time'}
          type={kind === 'day' ? 'date' : 'datetime-local'}
          aria-label={`${label} ${kind === 'day' ? 'day' : 'day and time'}`}
          value={value ?? ''}
          max={kind === 'day' ? '9999-12-31' : '9999-12-31T23:59'}
          error={fault}
          errorProps={{ role: 'alert' }}
          onChange={({ currentTarget }) => {
            // A date that is being typed is empty for a while: the last whole one stays.
            if (currentTarget.value !== '') onChange(currentTarget.value);
          }}
        />
      )}
    </Group>
  );
}

// An end begins with the day of the start, which is after every start of that day.
function toKind(value: string | null, kind: string, label: MomentProps['label']): string | null {
  if (kind === 'open') return null;
  const day = value === null ? today() : dayOf(value);
  if (kind === 'day') return day;
  return `${day}T${label === 'Start' ? '08:00' : '18:00'}`;
}

const today = (): string => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(new Date());
