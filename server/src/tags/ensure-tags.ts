import { randomUUID } from 'node:crypto';
import type { Tag } from '@vitrine/contract/tags';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { bumpTagVersion, insertMissingTags, selectTagsByKey, type NewTag } from './queries.js';
import { cleanTagName, tagNameKey } from './tag-name.js';

// The merchant's tags of these names, each once, by name; those it does not have are made. Within a transaction: when the
// rest of it is refused, they are not left behind.
export async function ensureTags(db: Queryable, merchantId: MerchantId, names: readonly string[]): Promise<Tag[]> {
  if (names.length === 0) return [];
  const wanted = toWanted(names);
  const made = await insertMissingTags(db, merchantId, wanted);
  if (made.length > 0) await bumpTagVersion(db, merchantId);
  return selectTagsByKey(
    db,
    merchantId,
    wanted.map(({ key }) => key),
  );
}

// Each name once, in the order of their keys: two calls that make the same tags wait for each other in one order.
function toWanted(names: readonly string[]): NewTag[] {
  const byKey = new Map<string, NewTag>();
  for (const name of names.map((text) => cleanTagName(text.toWellFormed()))) {
    const key = tagNameKey(name);
    if (!byKey.has(key)) byKey.set(key, { id: randomUUID(), name, key });
  }
  return [...byKey.values()].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
}
