import { Button, CloseButton, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ScreensAt } from '@vitrine/contract/calendar';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { flightWords, wholeMomentWords } from '../ui/flight-words.js';
import { onSubmit } from '../ui/form-fields.js';
import { formatLength } from '../ui/format-length.js';
import { LineList } from '../ui/line-list.js';
import { LinkAnchor } from '../ui/links.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { PlayingList } from '../ui/playing-list.js';
import { Quiet } from '../ui/quiet.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';

type FormProps = { readonly at: string; readonly onShow: (at: string) => void };

// "Show me 24 December, 10:00".
export function MomentForm({ at, onShow }: FormProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? at;
  const show = (): void => {
    setTyped(undefined);
    if (value !== '') onShow(value);
  };
  return (
    <form onSubmit={onSubmit(show)} aria-label="What plays at a moment" className="calendar-moment">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          type="datetime-local"
          label="What plays at"
          max="9998-12-31T23:59"
          value={value}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Show
        </Button>
      </Group>
    </form>
  );
}

type Props = { readonly at: string; readonly onClose: () => void };

export function ScreensAtMoment({ at, onClose }: Props): ReactNode {
  const query = useQuery({
    ...endpointQuery('getScreensAt', { query: { at } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <Paper withBorder radius="lg" p="md" mb="md" component="section" aria-label="What plays then">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} ref={heading} tabIndex={-1} className="flight-dock-title">
            {wholeMomentWords(at)}
          </Title>
          <CloseButton aria-label="Close this moment" onClick={onClose} />
        </Group>
        <Loaded query={query} what="What plays then" loading={<LoadingRows count={2} />}>
          {(screens) => <Screens screens={screens} />}
        </Loaded>
      </Stack>
    </Paper>
  );
}

function Screens({ screens: { playing, playingCount, planned } }: { readonly screens: ScreensAt }): ReactNode {
  const onBroken = useRefreshBroken('getScreensAt');
  const round = playing.reduce((sum, { totalDurationSeconds }) => sum + totalDurationSeconds, 0);
  return (
    <>
      {playing.length === 0 ? (
        <Text>Nothing plays then.</Text>
      ) : (
        <>
          <Quiet>
            {turnsWords(playingCount)} {playing.length > 1 && `One round takes ${formatLength(round)}.`}
          </Quiet>
          <PlayingList label="Plays then" playing={playing} onBroken={onBroken} />
          {playingCount > playing.length && <Quiet>And {playingCount - playing.length} more.</Quiet>}
        </>
      )}
      {planned.length > 0 && <Planned planned={planned} />}
    </>
  );
}

const turnsWords = (count: number): string =>
  count === 1 ? 'This one plays, again and again.' : `${count} campaigns take turns in this order.`;

const Planned = ({ planned }: { readonly planned: ScreensAt['planned'] }): ReactNode => (
  <Stack gap="xs" component="section" aria-label="Not published">
    <Title order={3}>Would play if it were published</Title>
    <LineList label="Would play if it were published">
      {planned.map(({ lineageId, name, flight }) => (
        <li key={lineageId} className="line-link">
          <LinkAnchor to="/campaigns/$lineageId" params={{ lineageId }} fw={500}>
            {name}
          </LinkAnchor>
          <Quiet>{flightWords(flight)}</Quiet>
        </li>
      ))}
    </LineList>
  </Stack>
);
