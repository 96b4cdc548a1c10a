import { Box, Button, Group, SimpleGrid } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPhoto, IconWorldPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ConnectionError } from '@vitrine/client';
import type { ReactNode } from 'react';
import { findChosenMerchant } from '../api/chosen-merchant.js';
import { merchantQuery } from '../api/merchant.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { IconButton } from '../ui/icon-button.js';
import { LinkAnchor } from '../ui/links.js';
import { notifyFailure } from '../ui/notify.js';
import { PageHeader } from '../ui/page-header.js';
import { SearchField } from '../ui/search-field.js';
import { TagFilter } from '../ui/tag-filter.js';
import { parseTagIds } from '../ui/tag-ids.js';
import { AddPageDialog } from './add-page-dialog.js';
import { DropOverlay } from './drop-overlay.js';
import { LibraryGrid } from './library-grid.js';
import { countQuery } from './library.js';
import { LibraryTools, type Changes } from './library-tools.js';
import { parseMediaSearch, toFilters, type MediaSearch } from './media-search.js';
import './media.css';
import { StorageBar, StorageNotice } from './storage-bar.js';
import { UploadButton, UploadFolderButton } from './upload-button.js';
import { uploads } from './uploads/uploads.js';

export function MediaPage(): ReactNode {
  const search = useSearch({ from: '/shell/media' });
  const navigate = useNavigate();
  const addFiles = useAddFiles();
  const [isAddingPage, addingPage] = useDisclosure();
  const isFiltered = Object.keys(toFilters(search)).length > 0;
  // Nothing to look for, and nothing to sort.
  const isEmpty = useQuery(countQuery(search)).data?.count === 0 && !isFiltered;
  const show = (next: Changes): void =>
    void navigate({
      to: '/media',
      search: parseMediaSearch({ ...search, ...next }),
      replace: true,
      // The list begins anew with another search, and stays where it is when nothing but its look changes.
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title="Media"
        description={<MediaLinks />}
        actions={<Actions onAddPage={addingPage.open} onFiles={addFiles} />}
      />
      <StorageNotice />
      {isEmpty ? (
        <div className="media-tools">
          <Room />
        </div>
      ) : (
        <Tools search={search} onChange={show} />
      )}
      <LibraryGrid
        search={search}
        empty={
          !isFiltered ? (
            <EmptyState
              icon={IconPhoto}
              title="Nothing here yet"
              action={<UploadButton label="Choose files" onFiles={addFiles} />}
            >
              Drop pictures and videos anywhere on this page, or choose them. Playlists and campaigns are made of what
              is here.
            </EmptyState>
          ) : (
            <NothingFound onClear={() => void navigate({ to: '/media', search: {}, replace: true })}>
              No item has all of this. Try fewer words, tags or filters.
            </NothingFound>
          )
        }
      />
      <AddPageDialog opened={isAddingPage} onClose={addingPage.close} />
      <DropOverlay onFiles={addFiles} />
    </>
  );
}

type ActionsProps = { readonly onAddPage: () => void; readonly onFiles: (files: readonly File[]) => void };

// On a phone the two that are seldom needed are an icon, and none: its browser knows no folders.
const Actions = ({ onAddPage, onFiles }: ActionsProps): ReactNode => (
  <>
    <Button
      visibleFrom="sm"
      variant="default"
      leftSection={<IconWorldPlus size={18} aria-hidden />}
      onClick={onAddPage}
    >
      Add a web page
    </Button>
    <IconButton
      hiddenFrom="sm"
      variant="default"
      size={36}
      label="Add a web page"
      icon={IconWorldPlus}
      onClick={onAddPage}
    />
    <Box visibleFrom="sm">
      <UploadFolderButton onFiles={onFiles} />
    </Box>
    <UploadButton label="Upload" onFiles={onFiles} />
  </>
);

// On a phone the pictures come first; the notice above says when it matters.
const Room = (): ReactNode => (
  <Box visibleFrom="sm" w="20rem" maw="100%">
    <StorageBar />
  </Box>
);

type ToolsProps = { readonly search: MediaSearch; readonly onChange: (changes: Changes) => void };

const Tools = ({ search, onChange }: ToolsProps): ReactNode => (
  <>
    <div className="two-columns media-tools">
      <SimpleGrid role="search" cols={2} spacing="sm">
        <SearchField
          label="Search the media"
          placeholder="Search name or description"
          value={search.q ?? ''}
          onChange={(q) => onChange({ q })}
        />
        <TagFilter value={parseTagIds(search.tag)} onChange={(ids) => onChange({ tag: ids.join(',') })} />
      </SimpleGrid>
      <Room />
    </div>
    <LibraryTools search={search} onChange={onChange} />
  </>
);

// Files that were chosen or dropped, into the queue. How much room there is, is asked now: it may have changed.
function useAddFiles(): (files: readonly File[]) => void {
  const queryClient = useQueryClient();
  const add = async (files: readonly File[]): Promise<void> => {
    const known = queryClient.getQueryData(merchantQuery.queryKey);
    // Without a network what was known last has to do: the service looks itself, when they are sent.
    const { storage } = await queryClient.fetchQuery({ ...merchantQuery, staleTime: 0 }).catch((thrown: unknown) => {
      if (known === undefined || !(thrown instanceof ConnectionError)) throw thrown;
      return known;
    });
    const freeBytes = storage.quotaBytes - storage.usedBytes - storage.reservedBytes;
    await uploads.add(files, { merchantId: findChosenMerchant(), freeBytes });
  };
  return (files) => {
    if (files.length > 0) void add(files).catch((thrown) => notifyFailure(thrown, 'The upload did not start'));
  };
}

// What belongs to the library and is seldom needed.
const MediaLinks = (): ReactNode => (
  <Group gap="md">
    <LinkAnchor to="/tags" size="sm">
      Tags
    </LinkAnchor>
    <LinkAnchor to="/trash" size="sm">
      Trash
    </LinkAnchor>
  </Group>
);
