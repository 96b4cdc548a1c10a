import { CommandError } from '../errors.js';

// Why an archive was not imported or not written.
export class ArchiveError extends CommandError {
  override readonly name = 'ArchiveError';
}

// An import's message begins with the path of the fault, `campaigns[3].versions[0].flight.start: …`, and says what is
// there and what is expected.
export const faultAt = (path: string, message: string): ArchiveError => new ArchiveError(`${path}: ${message}`);

const CHARACTERS_SHOWN = 60;

// A value of the file inside a sentence: on one line, and cut. Of objects and lists only the kind, because a password
// may stand in one, and messages end up in logs.
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  if (/^[{[]../.test(text)) return text.startsWith('[') ? '[…]' : '{…}';
  // A cut through a pair of surrogates must not leave half of it in the sentence.
  return text.length <= CHARACTERS_SHOWN ? text : `${text.slice(0, CHARACTERS_SHOWN).toWellFormed()}…`;
}

// The two questions that every list of an archive is asked: is anything in it twice, and is what it names there.

// The ids of a list, in lower case, each with its place.
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
