import type { Tag } from '@vitrine/contract/tags';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectTagDictionary } from './queries.js';

const DICTIONARIES_MAX = 500;

type Entry = { readonly tag: Tag; readonly rank: number; readonly json: string };
type Dictionary = { readonly version: number | null; readonly entries: ReadonlyMap<string, Entry> };

// Resolves tag ids to tags, by name. A join would cost more than all the rest of a page together, so names are kept per
// merchant; a page's own statement says which version of them it saw.
export type TagDictionaries = {
  readonly find: (merchantId: MerchantId, version: number | null) => Promise<ResolveTags>;
  readonly findWriter: (merchantId: MerchantId, version: number | null) => Promise<WriteTags>;
};
export type ResolveTags = (tagIds: readonly string[]) => Tag[];
// The same as JSON, from PostgreSQL's text of an array.
export type WriteTags = (tagIds: string) => string;

export function createTagDictionaries(db: Db): TagDictionaries {
  const kept = new Map<MerchantId, Dictionary>();
  const find = async (merchantId: MerchantId, version: number | null): Promise<Dictionary> => {
    const known = kept.get(merchantId);
    if (known !== undefined && known.version === version) return known;
    const fresh = await readDictionary(db, merchantId);
    const oldest = kept.keys().next();
    if (kept.size >= DICTIONARIES_MAX && !oldest.done) kept.delete(oldest.value);
    kept.set(merchantId, fresh);
    return fresh;
  };
  return {
    find: async (merchantId, version) => resolver(await find(merchantId, version)),
    findWriter: async (merchantId, version) => writer(await find(merchantId, version)),
  };
}

async function readDictionary(db: Db, merchantId: MerchantId): Promise<Dictionary> {
  const row = await selectTagDictionary(db, merchantId);
  const entries = row?.tags.map((tag, rank) => [tag.id, { tag, rank, json: JSON.stringify(tag) }] as const);
  return { version: row?.version ?? null, entries: new Map(entries) };
}

function resolver({ entries }: Dictionary): ResolveTags {
  return (tagIds) =>
    tagIds
      .flatMap((id) => entries.get(id) ?? [])
      .sort(byRank)
      .map((entry) => entry.tag);
}

const byRank = (a: Entry, b: Entry): number => a.rank - b.rank;

const UUID_CHARACTERS = 36;

// Ids have one length and nothing in them to be escaped, so they are cut out of `{id,id}` by their places.
function writer({ entries }: Dictionary): WriteTags {
  return (tagIds) => {
    const found: Entry[] = [];
    for (let at = 1; at + UUID_CHARACTERS < tagIds.length; at += UUID_CHARACTERS + 1) {
      const entry = entries.get(tagIds.slice(at, at + UUID_CHARACTERS));
      if (entry !== undefined) found.push(entry);
    }
    if (found.length > 1) found.sort(byRank);
    let json = '';
    for (const entry of found) json += json === '' ? entry.json : `,${entry.json}`;
    return `[${json}]`;
  };
}
