import { Button } from '@mantine/core';
import { IconTrash, IconTrashX } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import type { Trashed } from '@vitrine/contract/trash';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { useMember } from '../api/me.js';
import { BackLink } from '../ui/back-link.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { formatBytes } from '../ui/format-bytes.js';
import { countItems } from '../ui/format-length.js';
import { LinkButton } from '../ui/links.js';
import { notifyDone } from '../ui/notify.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { PageHeader } from '../ui/page-header.js';
import { SearchField } from '../ui/search-field.js';
import { SelectableLines } from '../ui/selectable-lines.js';
import { useListSelection } from '../ui/use-list-selection.js';
import { TrashRow } from './trash-row.js';
import { TrashSelection } from './trash-selection.js';
import './trash.css';

const trashQuery = (q = '') =>
  pagesQuery(['listTrash', q], (start, signal) =>
    call('listTrash', { query: { ...start, ...(q !== '' && { q }) } }, signal),
  );

export function TrashPage(): ReactNode {
  const { isAdmin } = useMember();
  const [q, setQ] = useState('');
  const isEmpty = useIsEmpty();
  return (
    <>
      <BackLink to="/media">Media</BackLink>
      <PageHeader
        title="Trash"
        description={`What was deleted, for ${TRASH_DAYS} days. Files take room until they are gone for good.`}
        actions={isAdmin && <EmptyButton />}
      />
      {!isEmpty && (
        <div className="trash-tools">
          <SearchField label="Search the trash" placeholder="Search by name" value={q} onChange={setQ} />
        </div>
      )}
      <PagedList
        query={trashQuery(q)}
        what="The trash"
        empty={
          q === '' ? (
            <NothingDeleted />
          ) : (
            <NothingFound onClear={() => setQ('')}>Nothing in the trash has this name.</NothingFound>
          )
        }
      >
        {(items) => <TrashLines items={items} searchKey={q} isAdmin={isAdmin} />}
      </PagedList>
    </>
  );
}

type LinesProps = { readonly items: readonly Trashed[]; readonly searchKey: string; readonly isAdmin: boolean };

function TrashLines({ items, searchKey, isAdmin }: LinesProps): ReactNode {
  const selection = useListSelection(items, searchKey);
  return (
    <>
      <TrashSelection selection={selection} isAdmin={isAdmin} />
      <SelectableLines label="Deleted" selection={selection}>
        {items.map((item, at) => (
          <TrashRow
            key={`${item.kind} ${item.id}`}
            item={item}
            at={at}
            isAdmin={isAdmin}
            isSelected={selection.ids.has(item.id)}
            onGone={selection.drop}
          />
        ))}
      </SelectableLines>
    </>
  );
}

const useIsEmpty = (): boolean =>
  useInfiniteQuery(trashQuery()).data?.pages.every(({ items }) => items.length === 0) ?? true;

const NothingDeleted = (): ReactNode => (
  <EmptyState icon={IconTrash} title="The trash is empty" action={<LinkButton to="/media">Go to the media</LinkButton>}>
    Media, playlists, campaigns and tags that you delete can be brought back from here.
  </EmptyState>
);

function EmptyButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const isEmpty = useIsEmpty();
  if (isEmpty && !isOpen) return null;
  return (
    <>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrashX size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Empty the trash
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Empty the trash?"
        confirmLabel="Delete all for good"
        isDangerous
        onConfirm={async () => {
          const { items, bytes } = await call('emptyTrash', {});
          await queryClient.invalidateQueries({ queryKey: ['listTrash'] });
          void queryClient.invalidateQueries({ queryKey: ['getMerchant'] });
          notifyDone(`${countItems(items)} deleted for good, ${formatBytes(bytes)} freed.`);
        }}
      >
        Everything in it is gone for good after that, and its room is free.
      </ConfirmDialog>
    </>
  );
}
