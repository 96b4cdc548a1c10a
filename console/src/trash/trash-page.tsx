import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconPlaylist, IconSpeakerphone, IconTrash, IconTrashX } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import type { Trashed } from '@vitrine/contract/trash';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { useMember } from '../api/me.js';
import { BackLink } from '../ui/back-link.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { EmptyState } from '../ui/empty-state.js';
import { formatBytes } from '../ui/format-bytes.js';
import { countItems } from '../ui/format-length.js';
import { IconButton } from '../ui/icon-button.js';
import { LineList } from '../ui/line-list.js';
import { LinkButton } from '../ui/links.js';
import { MediaThumbnail } from '../ui/media-thumbnail.js';
import { notifyDone, notifyFailure } from '../ui/notify.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
import './trash.css';

const trashQuery = pagesQuery(['listTrash'], (start, signal) => call('listTrash', { query: start }, signal));

export function TrashPage(): ReactNode {
  const { isAdmin } = useMember();
  return (
    <>
      <BackLink to="/media">Media</BackLink>
      <PageHeader
        title="Trash"
        description={`What was deleted, for ${TRASH_DAYS} days. It takes room until it is gone for good.`}
        actions={isAdmin && <EmptyButton />}
      />
      <PagedList query={trashQuery} what="The trash" empty={<NothingDeleted />}>
        {(items) => (
          <LineList label="Deleted">
            {items.map((item) => (
              <TrashRow key={`${item.kind} ${item.id}`} item={item} isAdmin={isAdmin} />
            ))}
          </LineList>
        )}
      </PagedList>
    </>
  );
}

const NothingDeleted = (): ReactNode => (
  <EmptyState icon={IconTrash} title="The trash is empty" action={<LinkButton to="/media">Go to the media</LinkButton>}>
    Media, playlists and campaigns that you delete can be brought back from here.
  </EmptyState>
);

const DAY_MS = 24 * 3_600_000;

function daysLeft(goneAt: string): string {
  const days = Math.max(0, Math.ceil((Date.parse(goneAt) - Date.now()) / DAY_MS));
  return days === 1 ? '1 day left' : `${days} days left`;
}

const WHAT = { media: undefined, playlist: 'Playlist', campaign: 'Campaign' };
const WHERE = { media: 'in the library', playlist: 'among the playlists', campaign: 'among the campaigns' };

function Picture({ item: { kind, type, thumbnailUrl } }: { readonly item: Trashed }): ReactNode {
  if (type !== null) return <MediaThumbnail media={{ type, thumbnailUrl }} />;
  const Icon = kind === 'playlist' ? IconPlaylist : IconSpeakerphone;
  return (
    <div className="media-thumbnail">
      <Icon size={32} stroke={1.4} aria-hidden />
    </div>
  );
}

function TrashRow({ item, isAdmin }: { readonly item: Trashed; readonly isAdmin: boolean }): ReactNode {
  const [isPurging, purging] = useDisclosure();
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: () => call('restoreTrashed', { body: { ids: [item.id] } }),
    onSuccess: () => {
      notifyDone(`“${item.name}” is ${WHERE[item.kind]} again.`);
      void queryClient.invalidateQueries();
    },
    onError: (thrown) => notifyFailure(thrown, 'It was not brought back'),
  });
  return (
    <Group component="li" px="md" py="sm" wrap="nowrap" gap="md">
      <div className="trash-picture">
        <Picture item={item} />
      </div>
      <div className="trash-words">
        <Text size="sm" fw={500} truncate>
          {item.name}
        </Text>
        <Quiet size="xs">
          {[WHAT[item.kind], item.sizeBytes > 0 && formatBytes(item.sizeBytes), daysLeft(item.goneAt)]
            .filter(Boolean)
            .join(' · ')}
        </Quiet>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={restoring.isPending}
          aria-label={`Bring back ${item.name}`}
          onClick={() => restoring.mutate()}
        >
          Bring back
        </Button>
        {isAdmin && <IconButton label={`Delete ${item.name} for good`} icon={IconTrashX} onClick={purging.open} />}
      </Group>
      <ConfirmDialog
        opened={isPurging}
        onClose={purging.close}
        title={`Delete “${item.name}” for good?`}
        confirmLabel="Delete for good"
        isDangerous
        onConfirm={async () => {
          await call('purgeTrashed', { params: { id: item.id } });
          await queryClient.invalidateQueries({ queryKey: ['listTrash'] });
          void queryClient.invalidateQueries({ queryKey: ['getMerchant'] });
        }}
      >
        Nobody can bring it back after that.{' '}
        {item.sizeBytes > 0 && `${formatBytes(item.sizeBytes)} of the storage become free.`}
      </ConfirmDialog>
    </Group>
  );
}

function EmptyButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const isEmpty = useInfiniteQuery(trashQuery).data?.pages.every(({ items }) => items.length === 0) ?? true;
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
