// The two questions that every list of an archive is asked: is anything in it twice, and is what it names there.
import { type ArchiveError, faultAt, shown } from './archive-error.js';

/** The ids of a list, in lower case, each with its place. */
export type Ids = ReadonlyMap<string, number>;

export function requireUnique<Key>(
  keys: readonly Key[],
  toFault: (at: number, firstAt: number) => ArchiveError,
): ReadonlyMap<Key, number> {
  const places = new Map<Key, number>();
  for (const [at, key] of keys.entries()) {
    const firstAt = places.get(key);
    if (firstAt !== undefined) throw toFault(at, firstAt);
    places.set(key, at);
  }
  return places;
}

export const requireUniqueIds = (list: string, ids: readonly string[], key = 'id'): Ids =>
  requireUnique(
    ids.map((id) => id.toLowerCase()),
    (at, firstAt) =>
      faultAt(`${list}[${at}].${key}`, `is the id of ${list}[${firstAt}] too; an id of its own is expected`),
  );

export function requireKnown(path: string, id: string | null, list: string, known: Ids): void {
  if (id === null || known.has(id.toLowerCase())) return;
  throw faultAt(path, `is ${shown(id)}; the id of an entry of ${list} is expected`);
}

// Each tag once, and each one a tag of this archive.
export function checkTagIds(path: string, tagIds: readonly string[], tags: Ids): void {
  for (const [at, id] of tagIds.entries()) requireKnown(`${path}.tagIds[${at}]`, id, 'tags', tags);
  const keys = tagIds.map((id) => id.toLowerCase());
  requireUnique(keys, (at) =>
    faultAt(`${path}.tagIds[${at}]`, 'stands in this list already; each tag once is expected'),
  );
}
