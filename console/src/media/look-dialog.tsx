import { Group, Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { LibraryItem } from '@vitrine/contract/library';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.js';
import { LinkButton } from '../ui/links.js';
import { MediaPlayer } from '../ui/media-player.js';
import type { MediaSearch } from './media-search.js';

type Props = {
  readonly media: LibraryItem;
  readonly search: MediaSearch;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
  readonly onBroken: () => void;
};

// The item as large as the window has room, without leaving the library: arrows go on, Space puts it back.
export function LookDialog({ media, search, onStep, onClose, onBroken }: Props): ReactNode {
  useHotkeys([
    ['ArrowLeft', () => onStep(-1)],
    ['ArrowRight', () => onStep(1)],
    ['Space', ({ target }) => target instanceof HTMLButtonElement || onClose(), { preventDefault: false }],
  ]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={media.name}
      returnFocus={false}
      size="min(72rem, 94vw)"
      classNames={{ body: 'media-look' }}
    >
      <MediaPlayer key={media.id} media={media} onBroken={onBroken} />
      <Group justify="space-between" mt="sm">
        <LinkButton variant="default" to="/media/$id" params={{ id: media.id }} state={{ library: search }}>
          Open the item
        </LinkButton>
        <Group gap="xs">
          <IconButton label="Previous item" icon={IconChevronLeft} size={36} onClick={() => onStep(-1)} />
          <IconButton label="Next item" icon={IconChevronRight} size={36} onClick={() => onStep(1)} />
        </Group>
      </Group>
    </Modal>
  );
}
