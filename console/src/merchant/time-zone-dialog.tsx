import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TimeZonePreview } from '@vitrine/contract/merchant';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { flightWords } from '../ui/flight-words.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { Quiet } from '../ui/quiet.js';
import { STATUS_LABELS, StatusBadge } from '../ui/status-badge.js';
import { zoneName } from '../ui/time-zone-select.js';
import './time-zone-dialog.css';

type Props = {
  readonly from: string;
  readonly to: string;
  readonly onKeep: () => void;
  readonly onChange: () => Promise<unknown>;
  readonly onClose: () => void;
};

// Flights are written in local time. What another zone does to those on screens is said before it is done.
export function TimeZoneDialog({ from, to, onKeep, onChange, onClose }: Props): ReactNode {
  const query = useQuery({ ...endpointQuery('previewTimeZone', { query: { zone: to } }), staleTime: 0, gcTime: 0 });
  const save = useMutation({ mutationFn: onChange });
  return (
    <Modal opened onClose={onClose} title={`Change the time zone to ${zoneName(to)}?`} size="lg">
      <Stack>
        <Loaded query={query} what="What would shift" loading={<LoadingRows count={2} />}>
          {(preview) => <Shifts preview={preview} />}
        </Loaded>
        {save.isError && <ErrorNotice failure={save.error} title="Nothing was saved" />}
        <Group justify="flex-end">
          <Button variant="default" disabled={save.isPending} onClick={onKeep} data-autofocus>
            Keep {zoneName(from)}
          </Button>
          <Button disabled={query.data === undefined} loading={save.isPending} onClick={() => save.mutate()}>
            Change to {zoneName(to)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Shifts({ preview: { campaigns, from, to, more } }: { readonly preview: TimeZonePreview }): ReactNode {
  if (campaigns.length === 0) {
    return <Text size="sm">No campaign that is running or upcoming has a start or an end, so nothing shifts.</Text>;
  }
  const count = campaigns.length + more;
  return (
    <>
      <Text size="sm">
        The dates of {count === 1 ? 'this campaign stay' : `these ${count} campaigns stay`} as they are written, and are
        then read in {zoneName(to)} instead of {zoneName(from)}:
      </Text>
      <ul className="plain-list time-zone-shifts">
        {campaigns.map((campaign) => (
          <Shift key={campaign.lineageId} campaign={campaign} />
        ))}
      </ul>
      {more > 0 && <Quiet>And {more} more.</Quiet>}
    </>
  );
}

type Campaign = TimeZonePreview['campaigns'][number];

const Shift = ({ campaign }: { readonly campaign: Campaign }): ReactNode => (
  <li>
    <Group gap="xs">
      <Text fw={500}>{campaign.name}</Text>
      {campaign.after !== campaign.status && (
        <StatusBadge tone="warning">
          {`${STATUS_LABELS[campaign.status]} → ${STATUS_LABELS[campaign.after].toLowerCase()}, at once`}
        </StatusBadge>
      )}
    </Group>
    <Quiet>
      {flightWords(campaign.flight)} · {laterWords(campaign)}
    </Quiet>
  </li>
);

const HOUR_MS = 3_600_000;

// "6 hours later", "5½ hours earlier". Both ends shift alike, but for a change of the clocks between them.
function laterWords({ startsAt, endsAt }: Campaign): string {
  const shift = endsAt ?? startsAt;
  if (shift === null) return 'no shift';
  const hours = (Date.parse(shift.to) - Date.parse(shift.from)) / HOUR_MS;
  if (hours === 0) return 'no shift';
  const length = Math.abs(hours);
  const whole = Math.floor(length);
  const part = { 0.25: '¼', 0.5: '½', 0.75: '¾' }[length - whole] ?? '';
  const number = whole === 0 && part !== '' ? part : `${whole}${part}`;
  return `${number} ${length <= 1 ? 'hour' : 'hours'} ${hours > 0 ? 'later' : 'earlier'} than now`;
}
