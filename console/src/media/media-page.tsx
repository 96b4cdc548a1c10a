import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPhoto, IconSearchOff, IconWorldPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.js';
import { PageHeader } from '../ui/page-header.js';
import { AddPageDialog } from './add-page-dialog.js';
import { DropOverlay } from './drop-overlay.js';
import { LibraryGrid } from './library-grid.js';
import './media.css';
import { parseMediaSearch, tagsOf, type MediaSearch } from './media-search.js';
import { SearchField } from '../ui/search-field.js';
import { StorageBar } from './storage-bar.js';
import { TagFilter } from './tag-filter.js';
import { UploadButton } from './upload-button.js';
import { useAddFiles } from './use-add-files.js';

export function MediaPage(): ReactNode {
  const search = parseMediaSearch(useSearch({ from: '/shell/media' }));
  const navigate = useNavigate();
  const addFiles = useAddFiles();
  const [isAddingPage, addingPage] = useDisclosure();
  const show = (next: { [Key in keyof MediaSearch]?: MediaSearch[Key] | undefined }): void =>
    void navigate({ to: '/media', search: parseMediaSearch({ ...search, ...next }), replace: true });
  return (
    <>
      <PageHeader
        title="Media"
        actions={
          <>
            <Button variant="default" leftSection={<IconWorldPlus size={18} aria-hidden />} onClick={addingPage.open}>
              Add a web page
            </Button>
            <UploadButton label="Upload" onFiles={addFiles} />
          </>
        }
      />
      <div className="media-tools">
        <div className="media-filters" role="search">
          <SearchField
            label="Search the media"
            placeholder="Search name or description"
            value={search.q ?? ''}
            onChange={(q) => show({ q })}
          />
          <TagFilter value={tagsOf(search)} onChange={(ids) => show({ tag: ids.join(',') })} />
        </div>
        <StorageBar />
      </div>
      <LibraryGrid
        search={search}
        empty={
          Object.keys(search).length === 0 ? (
            <NothingYet onFiles={addFiles} />
          ) : (
            <NothingFound onClear={() => show({ q: undefined, tag: undefined })} />
          )
        }
      />
      <AddPageDialog opened={isAddingPage} onClose={addingPage.close} />
      <DropOverlay onFiles={addFiles} />
    </>
  );
}

const NothingYet = ({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode => (
  <EmptyState
    icon={IconPhoto}
    title="Nothing here yet"
    action={<UploadButton label="Choose files" onFiles={onFiles} />}
  >
    Drop pictures and videos anywhere on this page, or choose them. Playlists and campaigns are made of what is here.
  </EmptyState>
);

const NothingFound = ({ onClear }: { readonly onClear: () => void }): ReactNode => (
  <EmptyState
    icon={IconSearchOff}
    title="Nothing found"
    action={
      <Button variant="default" onClick={onClear}>
        Clear the filters
      </Button>
    }
  >
    No item has all of this. Try fewer words or fewer tags.
  </EmptyState>
);
