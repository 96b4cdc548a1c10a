import { PLAYLIST_ITEMS_MAX } from '@vitrine/contract/console-limits';
import { withKeys, type DraftItem } from './draft.js';

type Items = readonly DraftItem[];
type Keys = ReadonlySet<string>;

// Those with these keys, together and in their order, so that the first of them stands at `place` among the rest.
export function moveTo(items: Items, keys: Keys, place: number): Items {
  const moved = items.filter(({ key }) => keys.has(key));
  const rest = items.filter(({ key }) => !keys.has(key));
  const at = Math.max(0, Math.min(place, rest.length));
  const after = [...rest.slice(0, at), ...moved, ...rest.slice(at)];
  return after.every((item, index) => item === items[index]) ? items : after;
}

// Before the row that stands at `gap` now; a drop between two rows.
export const moveToGap = (items: Items, keys: Keys, gap: number): Items =>
  moveTo(items, keys, items.slice(0, gap).filter(({ key }) => !keys.has(key)).length);

export const removeItems = (items: Items, keys: Keys): Items => items.filter(({ key }) => !keys.has(key));

export const setSeconds = (items: Items, keys: Keys, ownSeconds: number | null): Items =>
  items.map((item) => (keys.has(item.key) && item.ownSeconds !== ownSeconds ? { ...item, ownSeconds } : item));

// At a place; what the playlist has no room for is left out.
export function insertItems(items: Items, place: number, entries: Parameters<typeof withKeys>[1]): Items {
  const added = withKeys(items, entries).slice(0, PLAYLIST_ITEMS_MAX - items.length);
  return [...items.slice(0, place), ...added, ...items.slice(place)];
}

// Each of these once more, right behind itself.
export function duplicateItems(items: Items, keys: Keys): Items {
  const copies = withKeys(
    items,
    items.filter(({ key }) => keys.has(key)),
  );
  const copyOf = new Map(items.filter(({ key }) => keys.has(key)).map(({ key }, at) => [key, copies[at]]));
  return items.flatMap((item) => [item, copyOf.get(item.key) ?? []].flat()).slice(0, PLAYLIST_ITEMS_MAX);
}
