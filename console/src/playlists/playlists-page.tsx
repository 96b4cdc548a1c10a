import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlaylist, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.js';
import { PageHeader } from '../ui/page-header.js';
import { SearchField } from '../ui/search-field.js';
import { CreateDialog } from './create-dialog.js';
import { PlaylistList } from './playlist-list.js';

const route = getRouteApi('/shell/playlists');

export function PlaylistsPage(): ReactNode {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, creating] = useDisclosure(false);
  const search = (text: string): void => void navigate({ search: text === '' ? {} : { q: text }, replace: true });
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={creating.open}>
      New playlist
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Playlists"
        description="Media in the order in which screens show them. Campaigns decide when a playlist is shown."
        actions={create}
      />
      <SearchField label="Search the playlists" placeholder="Search by name" value={q} onChange={search} />
      <PlaylistList
        search={q}
        empty={
          q === '' ? (
            <EmptyState icon={IconPlaylist} title="No playlist yet" action={create}>
              Put media into an order, and give each its time. Then a campaign can show it on your screens.
            </EmptyState>
          ) : (
            <EmptyState
              icon={IconPlaylist}
              title="Nothing found"
              action={
                <Button variant="default" onClick={() => search('')}>
                  Clear the search
                </Button>
              }
            >
              No shared playlist has «{q}» in its name.
            </EmptyState>
          )
        }
      />
      <CreateDialog opened={isCreating} onClose={creating.close} />
    </>
  );
}
