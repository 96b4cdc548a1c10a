import { randomUUID } from 'node:crypto';
import { cleanTagName, tagNameKey } from '@vitrine/contract/tag-name';
import type { Tag } from '@vitrine/contract/tags';
import { changesOf, type Change } from '../changes/record-changes.js';
import type { Queryable } from '../db/db.js';
import { searchText } from '../fold.js';
import type { MerchantId } from '../ids.js';
import { requireContentRoom, type ContentLimits } from '../merchants/content-limits.js';
import { insertMissingTags, selectTagsByKey, type NewTag } from './queries.js';
import { bumpTagVersion } from './tag-version.js';

type EnsuredTags = {
  readonly tags: readonly Tag[];
  // What the caller is to record of it, at the end of its transaction.
  readonly changes: readonly Change[];
};

// The merchant's tags of these names, each once, by name; those it does not have are made. Within a transaction: when the
// rest of it is refused, they are not left behind.
export async function ensureTags(
  db: Queryable,
  merchantId: MerchantId,
  { at, names, limits }: { readonly at: string; readonly names: readonly string[]; readonly limits: ContentLimits },
): Promise<EnsuredTags> {
  if (names.length === 0) return NO_TAGS;
  const wanted = toWanted(names);
  const keys = wanted.map(({ key }) => key);
  const known = await selectTagsByKey(db, merchantId, keys);
  if (known.length === wanted.length) return { tags: known, changes: [] };
  const made = await insertMissingTags(db, merchantId, wanted);
  if (made.length > 0) {
    // Locks the row of the version, so that two transactions cannot both make the last tag.
    await bumpTagVersion(db, merchantId, at);
    await requireContentRoom(db, merchantId, limits, ['tags']);
  }
  const tags = await selectTagsByKey(db, merchantId, keys);
  return {
    tags,
    changes: changesOf(
      'tag.created',
      made.map(({ id }) => id),
    ),
  };
}

const NO_TAGS: EnsuredTags = { tags: [], changes: [] };

// Each name once, in the order of their keys: two calls that make the same tags wait for each other in one order.
function toWanted(names: readonly string[]): NewTag[] {
  const byKey = new Map<string, NewTag>();
  for (const name of names.map((text) => cleanTagName(text.toWellFormed()))) {
    const key = tagNameKey(name);
    if (!byKey.has(key)) byKey.set(key, { id: randomUUID(), name, key, searchText: searchText(name) });
  }
  return [...byKey.values()].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
}
