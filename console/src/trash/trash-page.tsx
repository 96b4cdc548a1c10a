import { Button, Group } from '@mantine/core';
import { IconTrash, IconTrashX } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { useMember } from '../api/me.js';
import { BackLink } from '../ui/back-link.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { formatBytes } from '../ui/format-bytes.js';
import { countItems } from '../ui/format-length.js';
import { LineList } from '../ui/line-list.js';
import { LinkButton } from '../ui/links.js';
import { notifyDone } from '../ui/notify.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { PageHeader } from '../ui/page-header.js';
import { SearchField } from '../ui/search-field.js';
import { ChosenTrash } from './chosen-trash.js';
import { TrashRow } from './trash-row.js';
import './trash.css';

const trashQuery = (q = '') =>
  pagesQuery(['listTrash', q], (start, signal) =>
    call('listTrash', { query: { ...start, ...(q !== '' && { q }) } }, signal),
  );

export function TrashPage(): ReactNode {
  const { isAdmin } = useMember();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const isEmpty = useIsEmpty();
  const toggle = (id: string): void =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  return (
    <>
      <BackLink to="/media">Media</BackLink>
      <PageHeader
        title="Trash"
        description={`What was deleted, for ${TRASH_DAYS} days. Files take room until they are gone for good.`}
        actions={isAdmin && <EmptyButton />}
      />
      {!isEmpty && (
        <Group mb="md" justify="space-between">
          <SearchField label="Search the trash" placeholder="Search by name" value={q} onChange={setQ} />
          {chosen.size > 0 && <ChosenTrash ids={[...chosen]} isAdmin={isAdmin} onDone={() => setChosen(NONE)} />}
        </Group>
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
        {(items) => (
          <LineList label="Deleted">
            {items.map((item) => (
              <TrashRow
                key={`${item.kind} ${item.id}`}
                item={item}
                isAdmin={isAdmin}
                isChosen={chosen.has(item.id)}
                onChoose={() => toggle(item.id)}
              />
            ))}
          </LineList>
        )}
      </PagedList>
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

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
