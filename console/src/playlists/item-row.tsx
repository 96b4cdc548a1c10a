import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Box, NumberInput, Text } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { DEFAULT_ITEM_SECONDS_MAX } from '@vitrine/contract/console/console-limits';
import type { ReactNode } from 'react';
import { formatLength } from '../ui/format-length.js';
import { LinkAnchor } from '../ui/links.js';
import { MediaThumbnail } from '../ui/media-thumbnail.js';
import { secondsOf, type DraftItem } from './draft.js';

type Props = {
  readonly item: DraftItem;
  readonly defaultSeconds: number;
  readonly onTime: (seconds: number | null) => void;
  readonly onRemove: () => void;
};

const TYPE_WORDS = { image: 'Image', video: 'Video', web: 'Web page' } as const;

export function ItemRow({ item, defaultSeconds, onTime, onRemove }: Props): ReactNode {
  const { attributes, listeners, isDragging, transform, transition, setNodeRef, setActivatorNodeRef } = useSortable({
    id: item.key,
  });
  const { name } = item.media;
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'playlist-row playlist-row-dragged' : 'playlist-row'}
      style={{ transform: CSS.Translate.toString(transform), transition: transition }}
    >
      <ActionIcon
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        variant="subtle"
        color="gray"
        className="playlist-handle"
        aria-label={`Move ${name}`}
      >
        <IconGripVertical size={18} aria-hidden />
      </ActionIcon>
      <MediaThumbnail media={{ type: item.type, thumbnailUrl: item.media.thumbnailUrl }} />
      <Box miw={0}>
        <LinkAnchor to="/media/$id" params={{ id: item.mediaId }} c="inherit" fw={600} className="playlist-row-name">
          {name}
        </LinkAnchor>
        <Text size="xs" c="dimmed">
          {TYPE_WORDS[item.type]} · plays {formatLength(secondsOf(item, defaultSeconds))}
        </Text>
      </Box>
      <NumberInput
        className="playlist-row-time"
        aria-label={`Own play time of ${name} in seconds`}
        placeholder={String(Math.round(secondsOf({ ...item, ownSeconds: null }, defaultSeconds)))}
        suffix=" s"
        size="xs"
        w="6.5rem"
        min={0.1}
        max={DEFAULT_ITEM_SECONDS_MAX}
        decimalScale={3}
        clampBehavior="blur"
        value={item.ownSeconds ?? ''}
        onChange={(value) => onTime(value === '' || Number(value) <= 0 ? null : Number(value))}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Take ${name} out`} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
