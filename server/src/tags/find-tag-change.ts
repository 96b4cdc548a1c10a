import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { ContentLimits } from '../merchants/content-limits.js';
import { ensureTags } from './ensure-tags.js';
import { selectTagNames } from './queries.js';

// From what to what, by the names of that day; undefined where the tags stay as they are, in whatever order.
export async function findTagChange(
  db: Queryable,
  merchantId: MerchantId,
  {
    at,
    limits,
    tagIds,
    wanted,
  }: {
    readonly at: string;
    readonly limits: ContentLimits;
    readonly tagIds: readonly string[];
    readonly wanted: readonly string[] | undefined;
  },
) {
  if (wanted === undefined) return undefined;
  const { tags, changes } = await ensureTags(db, merchantId, { at, names: wanted, limits });
  const ids = tags.map(({ id }) => id);
  if (isDeepStrictEqual(new Set(ids), new Set(tagIds))) return undefined;
  const from = (await selectTagNames(db, merchantId, tagIds)).map(({ name }) => name);
  return { ids, changes, names: { from, to: tags.map(({ name }) => name) } };
}
