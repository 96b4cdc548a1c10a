import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TimeZonePreview } from '@vitrine/contract/merchant';
import { useState, type ReactNode } from 'react';
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
  readonly onChange: (keepsMoments: boolean) => Promise<unknown>;
  readonly onClose: () => void;
};

// Flights are written in local time. In another zone either what is written changes or when it plays: what that means for
// those on screens is said before it is done.
export function TimeZoneDialog({ from, to, onKeep, onChange, onClose }: Props): ReactNode {
  const query = useQuery({ ...endpointQuery('previewTimeZone', { query: { zone: to } }), staleTime: 0, gcTime: 0 });
  const [keepsMoments, setKeepsMoments] = useState(true);
  const save = useMutation({ mutationFn: onChange });
  return (
    <Modal opened onClose={onClose} title={`Change the time zone to ${zoneName(to)}?`} size="lg">
      <Stack>
        <Loaded query={query} what="What would shift" loading={<LoadingRows count={2} />}>
          {(preview) => <Choice preview={preview} keepsMoments={keepsMoments} onChange={setKeepsMoments} />}
        </Loaded>
        {save.isError && <ErrorNotice failure={save.error} title="Nothing was saved" />}
        <Group justify="flex-end">
          <Button variant="default" disabled={save.isPending} onClick={onKeep} data-autofocus>
            Keep {zoneName(from)}
          </Button>
          <Button
            disabled={query.data === undefined}
            loading={save.isPending}
            onClick={() => save.mutate(keepsMoments)}
          >
            Change to {zoneName(to)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type ChoiceProps = {
  readonly preview: TimeZonePreview;
  readonly keepsMoments: boolean;
  readonly onChange: (keepsMoments: boolean) => void;
};

function Choice({ preview, keepsMoments, onChange }: ChoiceProps): ReactNode {
  const { campaigns, from, to, more, otherScreens } = preview;
  if (campaigns.length === 0) {
    return <Text size="sm">No campaign that is running or upcoming has a start or an end, so nothing shifts.</Text>;
  }
  return (
    <>
      <Radio.Group
        label="What stays as it is?"
        value={keepsMoments ? 'moments' : 'dates'}
        onChange={(value) => onChange(value === 'moments')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="moments"
            label="The moments"
            description={`Every campaign starts and ends exactly when it would have. Its dates are written anew, in ${zoneName(to)}.`}
          />
          <Radio
            value="dates"
            label="The dates as they are written"
            description={`They are read in ${zoneName(to)} instead of ${zoneName(from)}, so campaigns start and end earlier or later.`}
          />
        </Stack>
      </Radio.Group>
      <ul className="plain-list time-zone-shifts" aria-label="Running and upcoming campaigns">
        {campaigns.map((campaign) => (
          <Shift key={campaign.lineageId} campaign={campaign} keepsMoments={keepsMoments} />
        ))}
      </ul>
      {more > 0 && <Quiet>And {more} more.</Quiet>}
      {keepsMoments && otherScreens > 0 && (
        <Text size="sm">
          {otherScreens === 1 ? 'One screen has' : `${otherScreens} screens have`} a time zone of{' '}
          {otherScreens === 1 ? 'its' : 'their'} own: there the new dates count, at that place’s time.
        </Text>
      )}
    </>
  );
}

type Campaign = TimeZonePreview['campaigns'][number];
type ShiftProps = { readonly campaign: Campaign; readonly keepsMoments: boolean };

const Shift = ({ campaign, keepsMoments }: ShiftProps): ReactNode => (
  <li>
    <Group gap="xs">
      <Text fw={500}>{campaign.name}</Text>
      {!keepsMoments && campaign.after !== campaign.status && (
        <StatusBadge tone="warning">
          {`${STATUS_LABELS[campaign.status]} → ${STATUS_LABELS[campaign.after].toLowerCase()}, at once`}
        </StatusBadge>
      )}
    </Group>
    <Quiet>{keepsMoments ? keptWords(campaign) : `${flightWords(campaign.flight)} · ${laterWords(campaign)}`}</Quiet>
  </li>
);

const keptWords = ({ flight, kept }: Campaign): string => {
  const [before, after] = [flightWords(flight), flightWords(kept)];
  return before === after ? `${before} · as it is` : `${before} → ${after}`;
};

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
