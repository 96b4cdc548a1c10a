import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconPlaylist, IconSpeakerphone, IconTag, IconTrashX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Trashed } from '@vitrine/contract/trash';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { formatBytes } from '../ui/format-bytes.js';
import { IconButton } from '../ui/icon-button.js';
import { MediaThumbnail } from '../ui/media-thumbnail.js';
import { notifyFailure } from '../ui/notify.js';
import { Quiet } from '../ui/quiet.js';
import { SelectBox } from '../ui/select-box.js';
import { usePurge, useRestore } from './use-trash.js';

type Props = {
  readonly item: Trashed;
  readonly at: number;
  readonly isAdmin: boolean;
  readonly isSelected: boolean;
  readonly onGone: (ids: readonly string[]) => void;
};

export function TrashRow({ item, at, isAdmin, isSelected, onGone }: Props): ReactNode {
  const [isPurging, purging] = useDisclosure();
  const restore = useRestore(onGone);
  const restoring = useMutation({
    mutationFn: () => restore([item.id], `“${item.name}” is ${WHERE[item.kind]} again.`),
    onError: (thrown) => notifyFailure(thrown, 'It was not brought back'),
  });
  const purge = usePurge(onGone);
  return (
    <li className="trash-line" data-at={at} data-selected={isSelected}>
      <SelectBox name={item.name} isSelected={isSelected} />
      <div className="trash-picture">
        <Picture item={item} />
      </div>
      <div className="trash-words">
        <Text size="sm" fw={500} truncate>
          {item.name}
        </Text>
        <Quiet size="xs">
          {[whatWords(item), item.sizeBytes > 0 && formatBytes(item.sizeBytes), daysLeft(item.goneAt)]
            .filter(Boolean)
            .join(' · ')}
        </Quiet>
      </div>
      <Group gap="xs" wrap="nowrap" data-apart>
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
        onConfirm={() => purge([item.id])}
      >
        Nobody can bring it back after that.{' '}
        {item.sizeBytes > 0 && `${formatBytes(item.sizeBytes)} of the storage become free.`}
      </ConfirmDialog>
    </li>
  );
}

const DAY_MS = 24 * 3_600_000;

function daysLeft(goneAt: string): string {
  const days = Math.max(0, Math.ceil((Date.parse(goneAt) - Date.now()) / DAY_MS));
  return days === 1 ? '1 day left' : `${days} days left`;
}

const WHAT = { media: undefined, playlist: 'Playlist', campaign: 'Campaign', tag: 'Tag' };
const WHERE = {
  media: 'in the library',
  playlist: 'among the playlists',
  campaign: 'among the campaigns',
  tag: 'on what had it',
};
const ICONS = { playlist: IconPlaylist, campaign: IconSpeakerphone, tag: IconTag };

const whatWords = ({ kind, mergedInto }: Trashed): string | undefined =>
  mergedInto === null ? WHAT[kind] : `Tag, merged into “${mergedInto}”`;

function Picture({ item: { kind, type, thumbnailUrl } }: { readonly item: Trashed }): ReactNode {
  if (type !== null || kind === 'media') return <MediaThumbnail media={{ type: type ?? 'image', thumbnailUrl }} />;
  const Icon = ICONS[kind];
  return (
    <div className="media-thumbnail">
      <Icon size={32} stroke={1.4} aria-hidden />
    </div>
  );
}
