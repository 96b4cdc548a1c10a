import { Box, Menu, NativeSelect } from '@mantine/core';
import { IconCopy, IconDots, IconPlaylist } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { PlaylistSort, PlaylistSummary } from '@vitrine/contract/playlists';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { CreateButton } from '../ui/create-button.js';
import { DateTime } from '../ui/date-time.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { countItems, formatLength } from '../ui/format-length.js';
import { IconButton } from '../ui/icon-button.js';
import { LineList } from '../ui/line-list.js';
import { LinkAnchor } from '../ui/links.js';
import { MediaThumbnail } from '../ui/media-thumbnail.js';
import { notifyFailure } from '../ui/notify.js';
import { PageHeader } from '../ui/page-header.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { Quiet } from '../ui/quiet.js';
import { SearchField } from '../ui/search-field.js';
import { StatusBadge } from '../ui/status-badge.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import './playlists.css';
import { parsePlaylistsSearch, SORTS, type PlaylistsSearch } from './playlists-search.js';
import { useCopyPlaylist } from './use-copy-playlist.js';

const route = getRouteApi('/shell/playlists');

export function PlaylistsPage(): ReactNode {
  const { q = '', sort = 'updated' } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (search: PlaylistsSearch): void =>
    void navigate({ search: parsePlaylistsSearch({ q, sort, ...search }), replace: true });
  return (
    <>
      <PageHeader
        title="Playlists"
        description={
          <>
            Media in the order in which screens show them. Campaigns decide when a playlist is shown.{' '}
            <LinkAnchor to="/trash" size="sm" underline="always">
              Trash
            </LinkAnchor>
          </>
        }
        actions={<NewPlaylist />}
      />
      <div className="playlists-tools">
        <SearchField
          label="Search the playlists"
          placeholder="Search by name"
          value={q}
          onChange={(text) => go({ q: text })}
        />
        <NativeSelect
          aria-label="Order of the playlists"
          data={SORTS}
          value={sort}
          onChange={({ currentTarget }) => go({ sort: currentTarget.value as PlaylistSort })}
        />
      </div>
      <PlaylistList
        search={{ q, sort }}
        empty={
          q === '' ? (
            <EmptyState icon={IconPlaylist} title="No playlist yet" action={<NewPlaylist />}>
              Put media into an order, and give each its time. Then a campaign can show it on your screens.
            </EmptyState>
          ) : (
            <NothingFound onClear={() => go({ q: '' })}>No shared playlist has “{q}” in its name.</NothingFound>
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

type ListProps = { readonly search: Required<PlaylistsSearch>; readonly empty: ReactNode };

const playlistsQuery = (search: Required<PlaylistsSearch>) =>
  pagesQuery(['listConsolePlaylists', search], (start, signal) =>
    call('listConsolePlaylists', { query: { ...search, ...start } }, signal),
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
  <li className="playlist-line">
    <Covers urls={playlist.coverUrls} onBroken={onBroken} />
    <Box miw={0}>
      <Link to="/playlists/$id" params={{ id: playlist.id }} className="playlist-line-name">
        {playlist.name}
      </Link>
      <Quiet size="xs" className="figures">
        {playlist.itemCount === 0 ? 'Empty' : countItems(playlist.itemCount)}
        {playlist.itemCount > 0 && ` · ${formatLength(playlist.totalDurationSeconds)}`} · changed{' '}
        <DateTime value={playlist.updatedAt} precision="day" />
      </Quiet>
    </Box>
    <Uses uses={playlist.usedIn} />
    <LineMenu playlist={playlist} />
  </li>
);

const USES_SHOWN = 2;

// Which campaigns play it, and whether they are up to date.
function Uses({ uses }: { readonly uses: PlaylistSummary['usedIn'] }): ReactNode {
  const rest = uses.length - USES_SHOWN;
  return (
    <div className="playlist-line-uses">
      {uses.length === 0 ? (
        <Quiet size="xs">Not used yet</Quiet>
      ) : (
        <Quiet size="xs">
          In{' '}
          {uses
            .slice(0, USES_SHOWN)
            .map(({ name }) => name)
            .join(', ')}
          {rest > 0 && ` and ${rest} more`}
        </Quiet>
      )}
      {uses.some(({ changesNotPublished }) => changesNotPublished) && (
        <StatusBadge tone="warning">Changes not published</StatusBadge>
      )}
    </div>
  );
}

function LineMenu({ playlist }: { readonly playlist: PlaylistSummary }): ReactNode {
  const copy = useCopyPlaylist();
  const onCopy = (): void => void copy(playlist).catch((thrown) => notifyFailure(thrown, 'It was not copied'));
  return (
    <div className="playlist-line-menu">
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton size={36} label={`More for ${playlist.name}`} icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={onCopy}>
            Copy
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

const Covers = ({ urls, onBroken }: { readonly urls: readonly string[]; readonly onBroken: () => void }): ReactNode => (
  <div className="playlist-covers" data-count={Math.max(1, urls.length)} aria-hidden>
    {(urls.length === 0 ? [null] : urls).map((url, at) => (
      <MediaThumbnail key={at} media={{ type: 'image', thumbnailUrl: url }} onBroken={onBroken} />
    ))}
  </div>
);
