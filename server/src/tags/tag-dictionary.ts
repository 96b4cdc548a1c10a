import type { Tag } from '@vitrine/contract/tags';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectTagDictionary } from './queries.js';

const DICTIONARIES_MAX = 500;

type Entry = { readonly tag: Tag; readonly rank: number };
type Dictionary = { readonly version: number | null; readonly entries: ReadonlyMap<string, Entry> };

// Resolves tag ids to tags, by name. A join would cost more than all the rest of a page together, so names are kept per
// merchant; a page's own statement says which version of them it saw.
export type TagDictionaries = {
  readonly find: (merchantId: MerchantId, version: number | null) => Promise<ResolveTags>;
};
export type ResolveTags = (tagIds: readonly string[]) => Tag[];

export function createTagDictionaries(db: Db): TagDictionaries {
  const kept = new Map<MerchantId, Dictionary>();
  return {
    async find(merchantId, version) {
      const known = kept.get(merchantId);
      if (known !== undefined && known.version === version) return resolver(known);
      const fresh = await readDictionary(db, merchantId);
      const oldest = kept.keys().next();
      if (kept.size >= DICTIONARIES_MAX && !oldest.done) kept.delete(oldest.value);
      kept.set(merchantId, fresh);
      return resolver(fresh);
    },
  };
}

async function readDictionary(db: Db, merchantId: MerchantId): Promise<Dictionary> {
  const row = await selectTagDictionary(db, merchantId);
  return { version: row?.version ?? null, entries: new Map(row?.tags.map((tag, rank) => [tag.id, { tag, rank }])) };
}

function resolver({ entries }: Dictionary): ResolveTags {
  return (tagIds) =>
    tagIds
      .flatMap((id) => entries.get(id) ?? [])
      .sort((a, b) => a.rank - b.rank)
      .map((entry) => entry.tag);
}
