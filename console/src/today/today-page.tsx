import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCalendarMonth, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Today } from '@vitrine/contract/today';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { EmptyState } from '../ui/empty-state.js';
import { dayOf, wholeMomentWords } from '../ui/flight-words.js';
import { formatBytes } from '../ui/format-bytes.js';
import { formatLength } from '../ui/format-length.js';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingCards } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { PlayingList } from '../ui/playing-list.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import { Attention, Next } from './coming-up.js';
import { FirstSteps } from './first-steps.js';
import { OnScreens } from './on-screens.js';
import './today.css';

const EVERY_MS = 60_000;

// The first page: what is on now, what comes next, what wants attention. It follows the clock while it stands open.
export function TodayPage(): ReactNode {
  const query = useQuery({ ...endpointQuery('getToday'), staleTime: 0, refetchInterval: EVERY_MS });
  const { data } = query;
  return (
    <>
      <PageHeader
        title="Today"
        description={data === undefined ? ' ' : wholeMomentWords(dayOf(data.now))}
        actions={
          <LinkButton to="/calendar" variant="default" leftSection={<IconCalendarMonth size={18} aria-hidden />}>
            Calendar
          </LinkButton>
        }
      />
      <Loaded query={query} what="Today" loading={<LoadingCards count={4} />}>
        {(today) => <Parts today={today} />}
      </Loaded>
    </>
  );
}

type Props = { readonly today: Today };

// On a phone one below the other, in this order.
const Parts = ({ today }: Props): ReactNode => (
  <div className="today-columns">
    <Stack gap="lg">
      {!today.firstSteps.published && <FirstSteps steps={today.firstSteps} />}
      {today.firstSteps.published && <OnNow today={today} />}
      {(today.firstSteps.published || today.screens.length > 0) && <OnScreens today={today} />}
    </Stack>
    <Stack gap="lg">
      <Attention today={today} />
      {today.storage !== null && <ShortStorage storage={today.storage} />}
      {today.firstSteps.published && <Next today={today} />}
    </Stack>
  </div>
);

function OnNow({ today: { playing, playingCount } }: Props): ReactNode {
  const onBroken = useRefreshBroken('getToday');
  const round = playing.reduce((sum, { totalDurationSeconds }) => sum + totalDurationSeconds, 0);
  if (playing.length === 0) {
    return (
      <EmptyState
        icon={IconPlayerPlay}
        title="Nothing is on"
        action={<LinkButton to="/campaigns">To the campaigns</LinkButton>}
      >
        No campaign runs at the moment. Publish one, or look in the calendar when the next one starts.
      </EmptyState>
    );
  }
  return (
    <Section title="On now" gap="md">
      <Quiet>
        {playing.length === 1
          ? `One campaign plays, again and again. One round takes ${formatLength(round)}.`
          : `${playingCount} campaigns take turns in this order. One round takes ${formatLength(round)}.`}
      </Quiet>
      <PlayingList label="On now" playing={playing} onBroken={onBroken} />
      {playingCount > playing.length && (
        <LinkAnchor to="/campaigns" search={{ show: 'running' }} size="sm">
          And {playingCount - playing.length} more
        </LinkAnchor>
      )}
    </Section>
  );
}

const FULL = 0.95;

function ShortStorage({ storage }: { readonly storage: NonNullable<Today['storage']> }): ReactNode {
  const { usedBytes, reservedBytes, quotaBytes } = storage;
  const taken = usedBytes + reservedBytes;
  const share = quotaBytes === 0 ? 1 : Math.min(1, taken / quotaBytes);
  return (
    <Alert
      color={share >= FULL ? 'red' : 'yellow'}
      title={share >= FULL ? 'The storage is nearly full' : 'Storage runs short'}
    >
      <Stack gap="xs">
        <Progress value={100 * share} color={share >= FULL ? 'red' : 'yellow'} aria-label="Storage that is used" />
        <Text size="sm">
          {formatBytes(Math.max(0, quotaBytes - taken))} of {formatBytes(quotaBytes)} are left.
        </Text>
        <Group>
          <LinkAnchor to="/settings/merchant" size="sm">
            What takes the room
          </LinkAnchor>
        </Group>
      </Stack>
    </Alert>
  );
}
