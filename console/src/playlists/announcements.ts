import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import type { DraftItem } from './draft.js';

// What is read out while an item is moved.
export function announcementsFor(items: readonly DraftItem[]): Announcements {
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
