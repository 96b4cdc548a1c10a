import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlaylistSummary } from '@vitrine/contract/console/playlists';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { DateTime } from '../ui/date-time.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { formatLength } from '../ui/format-length.js';
import { LineList } from '../ui/line-list.js';
import { LoadMore } from '../ui/load-more.js';
import { LoadingRows } from '../ui/loading.js';
import { MediaThumbnail } from '../ui/media-thumbnail.js';
import { useRefreshBroken } from '../ui/use-refresh-broken.js';
import './playlists.css';

const FIRST: string | undefined = undefined;

type Props = { readonly search: string; readonly empty: ReactNode };

export function PlaylistList({ search, empty }: Props): ReactNode {
  const list = useInfiniteQuery({
    queryKey: ['listConsolePlaylists', search],
    queryFn: ({ pageParam, signal }) =>
      call(
        'listConsolePlaylists',
        { query: { q: search, ...(pageParam !== undefined && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const onBroken = useRefreshBroken('listConsolePlaylists');
  if (list.isPending) return <LoadingRows />;
  if (list.data === undefined) {
    return (
      <ErrorNotice failure={list.error} title="The playlists could not be loaded" onRetry={() => void list.refetch()} />
    );
  }
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !list.isPlaceholderData) return <div className="playlists-empty">{empty}</div>;
  return (
    <div className="playlists-list">
      <LineList label="Playlists">
        {items.map((playlist) => (
          <PlaylistLine key={playlist.id} playlist={playlist} onBroken={onBroken} />
        ))}
      </LineList>
      {list.hasNextPage && <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
    </div>
  );
}

type LineProps = { readonly playlist: PlaylistSummary; readonly onBroken: () => void };

const PlaylistLine = ({ playlist, onBroken }: LineProps): ReactNode => (
  <li>
    <Link to="/playlists/$id" params={{ id: playlist.id }} className="playlist-line">
      <Covers urls={playlist.coverUrls} onBroken={onBroken} />
      <Stack gap={2} flex="1" miw={0}>
        <Text fw={600} truncate>
          {playlist.name}
        </Text>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {itemWords(playlist.itemCount)}
            {playlist.itemCount > 0 && ` · ${formatLength(playlist.totalDurationSeconds)}`} · changed{' '}
            <DateTime value={playlist.updatedAt} />
          </Text>
        </Group>
      </Stack>
    </Link>
  </li>
);

export const itemWords = (count: number): string =>
  count === 0 ? 'Empty' : `${count} ${count === 1 ? 'item' : 'items'}`;

const Covers = ({ urls, onBroken }: { readonly urls: readonly string[]; readonly onBroken: () => void }): ReactNode => (
  <div className="playlist-covers" data-count={Math.max(1, urls.length)} aria-hidden>
    {(urls.length === 0 ? [null] : urls).map((url, at) => (
      <MediaThumbnail key={at} media={{ type: 'image', thumbnailUrl: url }} onBroken={onBroken} />
    ))}
  </div>
);
