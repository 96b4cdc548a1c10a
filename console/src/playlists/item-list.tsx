import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useId, type ReactNode } from 'react';
import { announcementsFor } from './announcements.js';
import { type DraftItem } from './draft.js';
import { ItemRow } from './item-row.js';

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
        <ol className="playlist-items" aria-label="Items in play order">
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
