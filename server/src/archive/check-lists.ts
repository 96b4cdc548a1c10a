// The two questions that every list of the archive is asked: does anything stand twice, and does what is named exist.
import { idOf, listOf } from './document.js';
import { type Fault, type Segment, shown } from './fault.js';

type Path = readonly Segment[];
type Keyed = { readonly key: string | undefined; readonly path: Path };

export function findRepeated(entries: readonly Keyed[], toMessage: (firstPath: Path) => string): Fault[] {
  const seen = new Map<string, Path>();
  return entries.flatMap(({ key, path }) => {
    if (key === undefined) return [];
    const first = seen.get(key);
    if (first !== undefined) return [{ path, message: toMessage(first) }];
    seen.set(key, path);
    return [];
  });
}

export function findRepeatedIds(document: unknown, list: string, key = 'id'): Fault[] {
  const entries = listOf(document, list).map((entry, at) => ({ key: idOf(entry, key), path: [list, at, key] }));
  return findRepeated(entries, (first) => `is the id of ${first[0]}[${first[1]}] too; an id of its own is expected`);
}

export function idsOf(document: unknown, list: string): ReadonlySet<string> {
  return new Set(listOf(document, list).flatMap((entry) => idOf(entry, 'id') ?? []));
}

export function findUnknown(id: unknown, path: Path, list: string, known: ReadonlySet<string>): Fault[] {
  if (typeof id !== 'string' || known.has(id.toLowerCase())) return [];
  return [{ path, message: `is ${shown(id)}; the id of an entry of ${list} is expected` }];
}

// Each tag once, and each one a tag of this archive.
export function checkTagIds(entry: unknown, path: Path, tags: ReadonlySet<string>): Fault[] {
  const ids = listOf(entry, 'tagIds').map((id, at) => ({ id, path: [...path, 'tagIds', at] }));
  if (ids.length === 0) return [];
  const keyed = ids.map(({ id, path }) => ({ key: typeof id === 'string' ? id.toLowerCase() : undefined, path }));
  return [
    ...ids.flatMap(({ id, path }) => findUnknown(id, path, 'tags', tags)),
    ...findRepeated(keyed, () => 'stands in this list already; each tag once is expected'),
  ];
}
