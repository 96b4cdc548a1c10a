import { FOUND_MAX } from '@vitrine/contract/console-limits';
import type {
  LibraryCount,
  LibraryFilters,
  LibraryIds,
  LibraryItem,
  LibraryPage,
  LibraryQuery,
  LibrarySort,
  MediaAdder,
} from '@vitrine/contract/library';
import { PAGE_ITEMS_DEFAULT } from '@vitrine/contract/limits';
import type { Db } from '../db/db.js';
import { placeOf } from '../db/text-place.js';
import { openCursor, sealCursor } from '../http/cursor.js';
import { toDayRange } from '../http/day-range.js';
import { toTagSet, toWords } from '../http/list-page.js';
import type { PersonPrincipal } from '../principal.js';
import { countLibrary } from './count-queries.js';
import { hasTerms, isPlain, type LibraryFilter } from './library-filter-queries.js';
import {
  findByTerms,
  scanLibrary,
  selectAdders,
  selectLibraryIds,
  type LibraryRow,
  type LibraryScan,
  type WholePlace,
} from './library-queries.js';
import type { MediaDeps } from './list-media.js';
import { toMedia } from './to-media.js';
import { warningsOf } from './warnings.js';

// Rows that are looked at for a page: what is common is found among the first; what is rare by its terms, or, where no
// word and no tag is given, among as many again as a request may take. Then the page is short and the next goes on there.
const NEAR_ROWS_MAX = 1_000;
const FAR_ROWS_MAX = 20_000;
const CANDIDATES_MAX = 5_000;
// For a count and for the ids of all.
const ALL_ROWS_MAX = 100_000;

export async function listConsoleMedia(
  deps: MediaDeps,
  principal: PersonPrincipal,
  { query }: { readonly query: LibraryQuery },
): Promise<LibraryPage> {
  const { merchantId } = principal;
  const sort = query.sort ?? 'newest';
  const limit = query.limit ?? PAGE_ITEMS_DEFAULT;
  const filter = toLibraryFilter(query, principal.timeZone);
  const scope = { list: 'library', merchantId, filters: [JSON.stringify(filter), sort] };
  const after = query.cursor === undefined ? undefined : openCursor(deps.cursorKey, scope, query.cursor);
  const { rows, next } = await readLibrary(deps.db, principal, { filter, sort, after, limit });
  const resolveTags = await deps.tagDictionaries.find(merchantId, rows[0]?.tag_version ?? null);
  const items = rows.map((row): LibraryItem => ({
    ...toMedia(deps.store, principal, resolveTags, row),
    sizeBytes: row.size_bytes,
    addedBy: toAdder(row),
    warnings: warningsOf(row).map(({ code }) => code),
    isBroken: row.is_broken,
  }));
  return { items, nextCursor: next === undefined ? null : sealCursor(deps.cursorKey, scope, placeOf(...next)) };
}

export async function countConsoleMedia(
  { db }: { readonly db: Db },
  { merchantId, timeZone }: PersonPrincipal,
  { query }: { readonly query: LibraryFilters },
): Promise<LibraryCount> {
  return countLibrary(db, merchantId, { filter: toLibraryFilter(query, timeZone), timeZone, rowsMax: ALL_ROWS_MAX });
}

export async function listConsoleMediaIds(
  { db }: { readonly db: Db },
  { merchantId, timeZone }: PersonPrincipal,
  { query }: { readonly query: LibraryFilters & { readonly sort?: LibrarySort } },
): Promise<LibraryIds> {
  const search = { filter: toLibraryFilter(query, timeZone), sort: query.sort ?? 'newest' };
  const ids = await selectLibraryIds(db, merchantId, search, ALL_ROWS_MAX);
  return { ids: ids.slice(0, FOUND_MAX), isComplete: ids.length <= FOUND_MAX };
}

export async function listMediaAdders(
  { db }: { readonly db: Db },
  { merchantId }: PersonPrincipal,
): Promise<{ items: MediaAdder[] }> {
  return { items: await selectAdders(db, merchantId) };
}

type Read = { readonly rows: readonly LibraryRow[]; readonly next: WholePlace | undefined };

// One row more than asked for is read: it tells whether there is a next page.
async function readLibrary(db: Db, { merchantId }: PersonPrincipal, scan: LibraryScan): Promise<Read> {
  const { filter, limit } = scan;
  const nearRows = isPlain(filter) ? limit + 1 : Math.max(NEAR_ROWS_MAX, limit + 1);
  const near = await scanLibrary(db, merchantId, { ...scan, limit: limit + 1 }, nearRows);
  if (near.end === undefined) return toRead(near.rows, limit);
  const rest = { ...scan, after: near.end, limit: limit + 1 - near.rows.length };
  const byTerms = hasTerms(filter) ? await findByTerms(db, merchantId, rest, CANDIDATES_MAX) : 'too many';
  if (byTerms !== 'too many') return toRead([...near.rows, ...byTerms], limit);
  const far = await scanLibrary(db, merchantId, rest, FAR_ROWS_MAX);
  const read = toRead([...near.rows, ...far.rows], limit);
  return { rows: read.rows, next: read.next ?? far.end };
}

function toRead(rows: readonly LibraryRow[], limit: number): Read {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last && [last.sort_key, last.id] };
}

const toAdder = ({ added_by_kind: kind, added_by_id: id, added_by_name: name }: LibraryRow): MediaAdder | null =>
  kind === null || id === null || name === null ? null : { id, kind, name };

const toLibraryFilter = (query: LibraryFilters, timeZone: string): LibraryFilter => ({
  words: toWords(query.q),
  tagIds: toTagSet(query.tag),
  types: [...new Set(query.type ?? [])].sort(),
  orientation: query.orientation,
  isUnused: query.unused === 'true',
  addedBy: query.addedBy?.toLowerCase(),
  minBytes: query.minBytes,
  maxBytes: query.maxBytes,
  ...toDayRange(query, timeZone),
});
