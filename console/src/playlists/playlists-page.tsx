import { NativeSelect } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { PlaylistCounts, PlaylistKind, PlaylistSort } from '@vitrine/contract/playlists';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { CreateButton } from '../ui/create-button.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import '../ui/filter-tabs.css';
import { formatCount } from '../ui/format-length.js';
import { LinkAnchor } from '../ui/links.js';
import { PageHeader } from '../ui/page-header.js';
import { PagedList } from '../ui/paged-list.js';
import { SearchField } from '../ui/search-field.js';
import { PlaylistLines } from './playlist-lines.js';
import './playlists.css';
import { playlistsQuery } from './playlists-query.js';
import { parsePlaylistsSearch, SORTS, TABS, type PlaylistsSearch } from './playlists-search.js';

const route = getRouteApi('/shell/playlists');

export function PlaylistsPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (changes: PlaylistsSearch): void =>
    void navigate({ search: parsePlaylistsSearch({ ...search, ...changes }), replace: true });
  const { data } = useInfiniteQuery({ ...playlistsQuery(search), placeholderData: keepPreviousData });
  const counts = data?.pages[0]?.counts ?? undefined;
  // Nothing to look for, and nothing to sort.
  const isEmpty = counts?.all === 0 && search.q === undefined;
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
      {!isEmpty && <Tools search={search} counts={counts} onChange={go} />}
      <PagedList
        query={playlistsQuery(search)}
        what="The playlists"
        empty={<Nothing search={isEmpty ? {} : search} onClear={() => go({ q: '' })} />}
      >
        {(playlists) => <PlaylistLines playlists={playlists} search={search} total={counts?.[search.kind ?? 'all']} />}
      </PagedList>
    </>
  );
}

type ToolsProps = {
  readonly search: PlaylistsSearch;
  readonly counts: PlaylistCounts | undefined;
  readonly onChange: (changes: PlaylistsSearch) => void;
};

const Tools = ({ search, counts, onChange }: ToolsProps): ReactNode => (
  <div className="playlists-tools">
    <SearchField
      label="Search the playlists"
      placeholder="Search by name"
      value={search.q ?? ''}
      onChange={(text) => onChange({ q: text })}
    />
    <NativeSelect
      aria-label="Order of the playlists"
      data={SORTS}
      value={search.sort ?? 'updated'}
      onChange={({ currentTarget }) => onChange({ sort: currentTarget.value as PlaylistSort })}
    />
    <nav aria-label="Which playlists" className="filter-tabs playlists-tabs">
      {TABS.map(({ kind, label }) => (
        <Link
          key={label}
          to="/playlists"
          search={parsePlaylistsSearch({ ...search, kind })}
          replace
          className="filter-tab"
          // «All» is a part of every other address: it is the one without anything.
          activeOptions={{ exact: true, explicitUndefined: true }}
          data-current={kind === search.kind}
          aria-current={kind === search.kind ? 'page' : undefined}
        >
          {label} <span className="figures">{counts && formatCount(counts[kind ?? 'all'])}</span>
        </Link>
      ))}
    </nav>
  </div>
);

const NONE: Readonly<Record<PlaylistKind, readonly [title: string, words: string]>> = {
  on: ['Nothing is on now', 'A playlist is on while a campaign runs that was published with it.'],
  used: ['No playlist is in use', 'Choose one in a campaign, and publish it, to bring it to your screens.'],
  unused: ['Every playlist is in use', 'What no campaign shows, and no screen plays while nothing runs, stands here.'],
  empty: ['No playlist is empty', 'A playlist without any items stands here until you add some.'],
};

type NothingProps = { readonly search: PlaylistsSearch; readonly onClear: () => void };

function Nothing({ search: { q, kind }, onClear }: NothingProps): ReactNode {
  if (q !== undefined) {
    return <NothingFound onClear={onClear}>No shared playlist of these has “{q}” in its name.</NothingFound>;
  }
  if (kind !== undefined) {
    const [title, words] = NONE[kind];
    return (
      <EmptyState icon={IconPlaylist} title={title}>
        {words}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconPlaylist} title="No playlist yet" action={<NewPlaylist />}>
      Put media into an order, and give each its time. Then a campaign can show it on your screens.
    </EmptyState>
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
      list="listConsolePlaylists"
      placeholder="Front window"
      maxLength={PLAYLIST_NAME_CHARACTERS_MAX}
      onCreate={create}
    />
  );
}
