import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import type { Made, Pictured } from './make-thumbnail.js';

// What this tab has made, by the item's id: a list that was read before knows nothing of it.
const made = new Map<string, Made>();
const listeners = new Set<() => void>();
let queue = Promise.resolve();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const NOTHING: Made = { kind: 'none' };

// Once for each item and tab. The code comes when the first one is needed.
function ask(media: Pictured): void {
  if (made.has(media.id)) return;
  made.set(media.id, NOTHING);
  queue = queue.then(async () => {
    const { makeThumbnail } = await import('./make-thumbnail.js');
    made.set(media.id, await makeThumbnail(media));
    for (const listener of listeners) listener();
  });
  // The item goes without; nobody waits for it.
  queue = queue.catch(() => {});
}

type Place = { readonly place: RefObject<HTMLDivElement | null>; readonly made: Made };

// For an item that has no thumbnail: makes one when its place comes into sight.
export function useMadeThumbnail(media: Pictured | undefined): Place {
  const place = useRef<HTMLDivElement>(null);
  const known = useSyncExternalStore(subscribe, () => (media && made.get(media.id)) ?? NOTHING);
  const latest = useRef(media);
  useEffect(() => void (latest.current = media));
  const id = media?.id;
  useEffect(() => {
    if (id === undefined || place.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true && latest.current !== undefined) ask(latest.current);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [id]);
  return { place, made: known };
}
