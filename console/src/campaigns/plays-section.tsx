import { Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import type { CampaignPlays } from '@vitrine/contract/screens';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { DayChart } from '../ui/day-chart.js';
import { ExportButton } from '../ui/export-button.js';
import { formatCount, spanWords } from '../ui/format-length.js';
import { LinkAnchor } from '../ui/links.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';

type Props = { readonly campaign: ConsoleCampaign };

// How often screens have shown it, by day and by item.
export function PlaysSection({ campaign }: Props): ReactNode {
  const { lineageId } = campaign;
  const [span, setSpan] = useState<Span>(30);
  // Its last day is today, as the merchant's clocks have it.
  const latest = useQuery({ ...endpointQuery('getCampaignPlays', { params: { lineageId }, query: {} }), staleTime: 0 });
  const query = span === 30 || latest.data === undefined ? {} : { from: daysBefore(latest.data.to, span - 1) };
  const shown = useQuery({
    ...endpointQuery('getCampaignPlays', { params: { lineageId }, query }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title="Plays">
      <Loaded query={shown} what="The plays" loading={<LoadingRows count={2} />}>
        {(plays) => (
          <>
            <Group justify="space-between" gap="sm">
              <NativeSelect
                aria-label="Of which days"
                size="xs"
                data={SPANS.map(([days, label]) => ({ value: String(days), label }))}
                value={String(span)}
                onChange={({ currentTarget }) => setSpan(toSpan(currentTarget.value))}
              />
              {plays.total.plays > 0 && (
                <ExportButton
                  size="xs"
                  read={() => call('exportCampaignPlays', { params: { lineageId }, query: spanOf(plays) })}
                  fileName={`${campaign.name} ${plays.from} ${plays.to}.csv`}
                />
              )}
            </Group>
            {plays.total.plays === 0 ? <NoPlays campaign={campaign} /> : <Plays plays={plays} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

const spanOf = ({ from, to }: CampaignPlays) => ({ from, to });

const SPANS = [
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
  [90, 'Last 90 days'],
  [365, 'Last 12 months'],
] as const;

type Span = (typeof SPANS)[number][0];

const toSpan = (value: string): Span => SPANS.find(([days]) => String(days) === value)?.[0] ?? 30;

const DAY_MS = 86_400_000;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) - days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

const NoPlays = ({ campaign: { status } }: Props): ReactNode => (
  <Quiet>
    {status === 'draft'
      ? 'It was never published, so no screen has played it.'
      : 'No screen has played it in this time.'}{' '}
    Plays are counted by the screens that you add under{' '}
    <LinkAnchor to="/screens" size="sm" underline="always">
      Screens
    </LinkAnchor>
    .
  </Quiet>
);

type PlaysProps = { readonly plays: CampaignPlays };

const playsWords = (count: number): string => `${formatCount(count)} ${count === 1 ? 'play' : 'plays'}`;

function Plays({ plays: { total, days, media } }: PlaysProps): ReactNode {
  return (
    <Stack gap="sm">
      <Text size="sm">
        <b>{playsWords(total.plays)}</b>, {spanWords(total.seconds)} altogether
      </Text>
      <DayChart
        days={days}
        partsOf={({ plays }) => [['day-chart-bar', plays]]}
        wordsOf={({ plays }) => playsWords(plays)}
        caption="Plays by day"
        columns={[
          ['Plays', ({ plays }) => formatCount(plays)],
          ['Time', ({ seconds }) => spanWords(seconds)],
        ]}
      />
      <MediaTable media={media} />
    </Stack>
  );
}

const MEDIA_SHOWN = 8;

function MediaTable({ media }: Pick<CampaignPlays, 'media'>): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? media : media.slice(0, MEDIA_SHOWN);
  return (
    <>
      <Table className="plays-media" verticalSpacing={6} horizontalSpacing={0} aria-label="Plays by item">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Item</Table.Th>
            <Table.Th scope="col">Plays</Table.Th>
            <Table.Th scope="col">Time</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ mediaId, name, plays, seconds }) => (
            <Table.Tr key={mediaId}>
              <Table.Th scope="row">
                {name === null ? (
                  <Quiet>Deleted since</Quiet>
                ) : (
                  <LinkAnchor to="/media/$id" params={{ id: mediaId }} size="sm" c="inherit">
                    {name}
                  </LinkAnchor>
                )}
              </Table.Th>
              <Table.Td>{formatCount(plays)}</Table.Td>
              <Table.Td>{spanWords(seconds)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {media.length > shown.length && (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            Show all {media.length} items
          </Button>
        </Group>
      )}
    </>
  );
}
