import { tagNameKey } from '@vitrine/contract/tag-name';
import type { Db } from '../db/db.js';
import { ApiError } from '../errors.js';
import type { MerchantId } from '../ids.js';
import { selectTagsByKey } from '../tags/queries.js';

// The ids of tags by their names, whatever case and spacing; a name that nobody has is told.
export async function findTagIds(
  { db }: { readonly db: Db },
  merchantId: MerchantId,
  names: readonly string[] = [],
): Promise<string[]> {
  if (names.length === 0) return [];
  const keys = [...new Set(names.map(tagNameKey))];
  const known = await selectTagsByKey(db, merchantId, keys);
  const found = new Set(known.map(({ name }) => tagNameKey(name)));
  const missing = names.filter((name) => !found.has(tagNameKey(name)));
  if (missing.length === 0) return known.map(({ id }) => id);
  const words = missing.map((name) => `«${name}»`).join(', ');
  throw new ApiError('not_found', `There is no tag ${words}. list_tags says which there are.`);
}
