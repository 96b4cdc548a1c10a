import { createBoundedMap } from '../bounded-map.js';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';

// Filters that less than a page matched when it was last asked for. Who asks for them again, as a program that looks once a
// minute does, is spared the scan of a thousand items that finds nothing. Only where to look is remembered: a
// filter that has come to match more is answered rightly all the same, only dearer, and then forgotten.

type Filter = { readonly search: string; readonly tagIds: readonly string[] };

type RareFilters = {
  readonly has: (merchantId: MerchantId, filter: Filter) => boolean;
  readonly add: (merchantId: MerchantId, filter: Filter) => void;
  readonly delete: (merchantId: MerchantId, filter: Filter) => void;
};

const BYTES_MAX = 256 * 1024;
// Of an entry, beside its text.
const ENTRY_BYTES = 100;

const known = new WeakMap<Queryable, RareFilters>();

// Of those who ask this database.
export function rareFiltersOf(db: Queryable): RareFilters {
  const found = known.get(db) ?? createRareFilters();
  known.set(db, found);
  return found;
}

function createRareFilters(): RareFilters {
  const filters = createBoundedMap<string, string>(BYTES_MAX, (key) => ENTRY_BYTES + 2 * key.length);
  const keyOf = (merchantId: MerchantId, { search, tagIds }: Filter): string =>
    `${merchantId} ${tagIds.join(' ')} ${search}`;
  return {
    has: (merchantId, filter) => filters.get(keyOf(merchantId, filter)) !== undefined,
    add(merchantId, filter) {
      const key = keyOf(merchantId, filter);
      filters.set(key, key);
    },
    delete: (merchantId, filter) => filters.delete(keyOf(merchantId, filter)),
  };
}
