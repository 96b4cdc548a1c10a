import type { LibraryFilters } from '@vitrine/contract/library';
import { toTagSet, toWords } from '../http/list-page.js';
import { toDayRange } from '../http/day-range.js';
import type { LibraryFilter } from './library-filter-queries.js';

export const toLibraryFilter = (query: LibraryFilters, timeZone: string): LibraryFilter => ({
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
