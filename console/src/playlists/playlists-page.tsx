import { Box, Stack, Text } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { PlaylistSummary } from '@vitrine/contract/playlists';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { CreateButton } from '../ui/create-button.js';
import { DateTime } from '../ui/date-time.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { countItems, formatLength } from '../ui/format-length.js';
import { LineList } from '../ui/line-list.js';
import { MediaThumbnail } from '../ui/media-thumbnail.js';
import { PageHeader } from '../ui/page-header.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { Quiet } from '../ui/quiet.js';
import { SearchField } from '../ui/search-field.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import './playlists.css';

const route = getRouteApi('/shell/playlists');

export function PlaylistsPage(): ReactNode {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const search = (text: string): void => void navigate({ search: text === '' ? {} : { q: text }, replace: true });
  return (
    <>
      <PageHeader
        title="Playlists"
        description="Media in the order in which screens show them. Campaigns decide when a playlist is shown."
        actions={<NewPlaylist />}
      />
      <Box mb="lg">
        <SearchField label="Search the playlists" placeholder="Search by name" value={q} onChange={search} />
      </Box>
      <PlaylistList
        search={q}
        empty={
          q === '' ? (
            <EmptyState icon={IconPlaylist} title="No playlist yet" action={<NewPlaylist />}>
              Put media into an order, and give each its time. Then a campaign can show it on your screens.
            </EmptyState>
          ) : (
            <NothingFound onClear={() => search('')}>No shared playlist has «{q}» in its name.</NothingFound>
          )
        }
      />
    </>
  );
}

function NewPlaylist(): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = async (id: string, name: string): Promise<void> => {
    const playlist = await call('createPlaylist', { body: { id, name } });
    queryClient.setQueryData(endpointQuery('getConsolePlaylist', { params: { id } }).queryKey, playlist);
    void queryClient.invalidateQueries({ queryKey: ['listConsolePlaylists'] });
    await navigate({ to: '/playlists/$id', params: { id } });
  };
  return (
    <CreateButton
      noun="playlist"
      placeholder="Front window"
      maxLength={PLAYLIST_NAME_CHARACTERS_MAX}
      onCreate={create}
    />
  );
}

type ListProps = { readonly search: string; readonly empty: ReactNode };

const playlistsQuery = (q: string) =>
  pagesQuery(['listConsolePlaylists', q], (start, signal) =>
    call('listConsolePlaylists', { query: { q, ...start } }, signal),
  );

function PlaylistList({ search, empty }: ListProps): ReactNode {
  const onBroken = useRefreshBroken('listConsolePlaylists');
  return (
    <PagedList query={playlistsQuery(search)} what="The playlists" empty={empty}>
      {(playlists) => (
        <LineList label="Playlists">
          {playlists.map((playlist) => (
            <PlaylistLine key={playlist.id} playlist={playlist} onBroken={onBroken} />
          ))}
        </LineList>
      )}
    </PagedList>
  );
}

type LineProps = { readonly playlist: PlaylistSummary; readonly onBroken: () => void };

const PlaylistLine = ({ playlist, onBroken }: LineProps): ReactNode => (
  <li>
    <Link to="/playlists/$id" params={{ id: playlist.id }} className="line-link playlist-line">
      <Covers urls={playlist.coverUrls} onBroken={onBroken} />
      <Stack gap={2} flex="1" miw={0}>
        <Text fw={600} truncate>
          {playlist.name}
        </Text>
        <Quiet>
          {playlist.itemCount === 0 ? 'Empty' : countItems(playlist.itemCount)}
          {playlist.itemCount > 0 && ` · ${formatLength(playlist.totalDurationSeconds)}`} · changed{' '}
          <DateTime value={playlist.updatedAt} />
        </Quiet>
      </Stack>
    </Link>
  </li>
);

const Covers = ({ urls, onBroken }: { readonly urls: readonly string[]; readonly onBroken: () => void }): ReactNode => (
  <div className="playlist-covers" data-count={Math.max(1, urls.length)} aria-hidden>
    {(urls.length === 0 ? [null] : urls).map((url, at) => (
      <MediaThumbnail key={at} media={{ type: 'image', thumbnailUrl: url }} onBroken={onBroken} />
    ))}
  </div>
);
