import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Box, NumberInput } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { DEFAULT_ITEM_SECONDS_MAX } from '@vitrine/contract/console-limits';
import { useId, type ReactNode } from 'react';
import { formatLength } from '../ui/format-length.js';
import { IconButton } from '../ui/icon-button.js';
import '../ui/line-list.css';
import { LinkAnchor } from '../ui/links.js';
import { MEDIA_TYPES, MediaThumbnail } from '../ui/media-thumbnail.js';
import { Quiet } from '../ui/quiet.js';
import { secondsOf, type DraftItem } from './draft.js';

type Props = {
  readonly items: readonly DraftItem[];
  readonly defaultSeconds: number;
  readonly onChange: (items: readonly DraftItem[]) => void;
};

// The order is changed by dragging a handle, or with the keyboard on it.
export function ItemList({ items, defaultSeconds, onChange }: Props): ReactNode {
  const id = useId();
  const sensors = useSensors(
    // A few pixels, so that a press that only trembles does not move anything.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (key: unknown): number => items.findIndex((item) => item.key === key);
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over !== null && active.id !== over.id) onChange(arrayMove([...items], placeOf(active.id), placeOf(over.id)));
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: announcementsFor(items) }}
    >
      <SortableContext items={items.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol className="plain-list line-list" aria-label="Items in play order">
          {items.map((item) => (
            <ItemRow
              key={item.key}
              item={item}
              defaultSeconds={defaultSeconds}
              onTime={(ownSeconds) =>
                onChange(items.map((one) => (one.key === item.key ? { ...one, ownSeconds } : one)))
              }
              onRemove={() => onChange(items.filter(({ key }) => key !== item.key))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

// What is read out while an item is moved.
function announcementsFor(items: readonly DraftItem[]): Announcements {
  const nameOf = (id: UniqueIdentifier): string => items.find(({ key }) => key === id)?.media.name ?? 'The item';
  const placeOf = (id: UniqueIdentifier): string =>
    `place ${items.findIndex(({ key }) => key === id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up, at ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) => (over === null ? undefined : `${nameOf(active.id)} is over ${placeOf(over.id)}.`),
    onDragEnd: ({ active, over }) =>
      over === null
        ? `${nameOf(active.id)} stays where it was.`
        : `${nameOf(active.id)} is now at ${placeOf(over.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
  };
}

type RowProps = {
  readonly item: DraftItem;
  readonly defaultSeconds: number;
  readonly onTime: (seconds: number | null) => void;
  readonly onRemove: () => void;
};

function ItemRow({ item, defaultSeconds, onTime, onRemove }: RowProps): ReactNode {
  const { attributes, listeners, isDragging, transform, transition, setNodeRef, setActivatorNodeRef } = useSortable({
    id: item.key,
  });
  const { name } = item.media;
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'playlist-row playlist-row-dragged' : 'playlist-row'}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        className="playlist-handle"
        label={`Move ${name}`}
        icon={IconGripVertical}
      />
      <MediaThumbnail media={{ type: item.type, thumbnailUrl: item.media.thumbnailUrl }} />
      <Box miw={0}>
        <LinkAnchor to="/media/$id" params={{ id: item.mediaId }} c="inherit" fw={600} display="block" truncate>
          {name}
        </LinkAnchor>
        <Quiet size="xs">
          {MEDIA_TYPES[item.type].label} · plays {formatLength(secondsOf(item, defaultSeconds))}
        </Quiet>
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
      <IconButton label={`Remove ${name}`} icon={IconX} onClick={onRemove} />
    </li>
  );
}
