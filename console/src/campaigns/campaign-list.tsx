import { Group, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CampaignSummary } from '@vitrine/contract/console/campaigns';
import { useMemo, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { useTimeZone } from '../api/merchant.js';
import { CampaignStatusBadge } from '../ui/campaign-status-badge.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LineList } from '../ui/line-list.js';
import { LoadMore } from '../ui/load-more.js';
import { LoadingRows } from '../ui/loading.js';
import { StatusBadge } from '../ui/status-badge.js';
import './campaigns.css';
import type { CampaignsSearch } from './campaigns-search.js';
import { flightWords } from './flight-words.js';
import { TimeAxis, TimeBar } from './time-line.js';
import { toTimeWindow, type TimeWindow } from './time-window.js';

const FIRST: string | undefined = undefined;

type Props = { readonly search: CampaignsSearch; readonly empty: ReactNode };

export function CampaignList({ search, empty }: Props): ReactNode {
  const list = useInfiniteQuery({
    queryKey: ['listConsoleCampaigns', search],
    queryFn: ({ pageParam, signal }) => call('listConsoleCampaigns', { query: toQuery(search, pageParam) }, signal),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const window = useTimeWindow(items);
  if (list.isPending) return <LoadingRows />;
  if (list.data === undefined) {
    return (
      <ErrorNotice failure={list.error} title="The campaigns could not be loaded" onRetry={() => void list.refetch()} />
    );
  }
  if (items.length === 0 && !list.isPlaceholderData) return empty;
  return (
    <>
      <TimeAxis window={window} />
      <LineList label="Campaigns">
        {items.map((campaign) => (
          <CampaignLine key={campaign.lineageId} campaign={campaign} window={window} />
        ))}
      </LineList>
      {list.hasNextPage && <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
    </>
  );
}

const toQuery = ({ q, archived }: CampaignsSearch, cursor: string | undefined) => ({
  ...(q !== undefined && { q }),
  ...(archived === true && { archived: 'true' as const }),
  ...(cursor !== undefined && { cursor }),
});

function useTimeWindow(items: readonly CampaignSummary[]): TimeWindow {
  const timeZone = useTimeZone();
  return useMemo(
    () =>
      toTimeWindow(
        items.map(({ flight }) => flight),
        timeZone,
      ),
    [items, timeZone],
  );
}

type LineProps = { readonly campaign: CampaignSummary; readonly window: TimeWindow };

const CampaignLine = ({ campaign, window }: LineProps): ReactNode => (
  <li>
    <Link to="/campaigns/$lineageId" params={{ lineageId: campaign.lineageId }} className="campaign-line">
      <Group justify="space-between" gap="xs">
        <Text fw={600} truncate miw={0}>
          {campaign.name}
        </Text>
        <Group gap="xs">
          {campaign.liveVersion !== null && campaign.draftVersion !== null && (
            <StatusBadge tone="warning">Changes not published</StatusBadge>
          )}
          <CampaignStatusBadge status={campaign.status} />
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {flightWords(campaign.flight)}
        {campaign.tags.length > 0 && ` · ${campaign.tags.map(({ name }) => name).join(', ')}`}
      </Text>
      <TimeBar flight={campaign.flight} status={campaign.status} window={window} />
    </Link>
  </li>
);
