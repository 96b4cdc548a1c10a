import type { Tag } from '@vitrine/contract/tags';
import { createBoundedMap } from '../bounded-map.js';
import type { Queryable } from '../db/db.js';
import type { HomeOf } from '../db/homes.js';
import { readRowsTogether } from '../db/read-together.js';
import { isAt, type TextPlace } from '../db/text-place.js';
import { UUID_CHARACTERS, type MerchantId } from '../ids.js';
import { selectTagDictionary, selectTagVersion } from './queries.js';

// Some 180,000 tags, of as many merchants as they are of.
const DICTIONARIES_BYTES_MAX = 64 * 1024 * 1024;
// By what the process grows: an object, a place in a map and in a list, and the name as it is, as a key and in JSON.
const TAG_BYTES = 300;
const DICTIONARY_BYTES = 400;

const bytesOf = ({ sorted }: Dictionary): number =>
  sorted.reduce((bytes, { tag }) => bytes + TAG_BYTES + 4 * tag.name.length, DICTIONARY_BYTES);

// A tag as a page of tags needs it.
export type TagLine = { readonly id: string; readonly key: string; readonly json: string };

type Entry = TagLine & { readonly tag: Tag; readonly rank: number };
type Dictionary = {
  readonly version: number | null;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly sorted: readonly Entry[];
};

// Resolves tag ids to tags, by name. A join would cost more than all the rest of a page together, so names are kept per
// merchant; a page's own statement says which version of them it saw.
export type TagDictionaries = {
  readonly find: (merchantId: MerchantId, version: number | null) => Promise<ResolveTags>;
  readonly findWriter: (merchantId: MerchantId, version: number | null) => Promise<WriteTags>;
  // The tags after the cursor as they are now; undefined where its tag is gone or renamed: the database knows what follows.
  readonly findLines: (merchantId: MerchantId, after: TextPlace | undefined, limit: number) => Promise<Lines>;
};
type Lines = TagLine[] | undefined;
export type ResolveTags = (tagIds: readonly string[]) => Tag[];
// The same as JSON, from PostgreSQL's text of an array.
export type WriteTags = (tagIds: string) => string;

export function createTagDictionaries(homeOf: HomeOf): TagDictionaries {
  const kept = createBoundedMap<MerchantId, Dictionary>(DICTIONARIES_BYTES_MAX, bytesOf);
  // A new tag sends everybody who asks for the merchant's content here at once.
  const read = readRowsTogether<readonly [string, Dictionary], MerchantId>(async (db, merchantId) => [
    [merchantId, await readDictionary(db, merchantId)],
  ]);
  const find = async (merchantId: MerchantId, version: number | null): Promise<Dictionary> => {
    const known = kept.get(merchantId);
    if (known !== undefined && known.version === version) return known;
    const [, fresh] = (await read(homeOf(merchantId), merchantId, merchantId)) ?? [merchantId, NOTHING];
    kept.set(merchantId, fresh);
    return fresh;
  };
  return {
    find: async (merchantId, version) => resolver(await find(merchantId, version)),
    findWriter: async (merchantId, version) => writer(await find(merchantId, version)),
    async findLines(merchantId, after, limit) {
      const { entries, sorted } = await find(merchantId, await selectTagVersion(homeOf(merchantId), merchantId));
      if (after === undefined) return sorted.slice(0, limit);
      const last = entries.get(after[1]);
      return last && isAt(after, last.key) ? sorted.slice(last.rank + 1, last.rank + 1 + limit) : undefined;
    },
  };
}

const NOTHING: Dictionary = { version: null, entries: new Map(), sorted: [] };

async function readDictionary(db: Queryable, merchantId: MerchantId): Promise<Dictionary> {
  const row = await selectTagDictionary(db, merchantId);
  const sorted = (row?.tags ?? []).map(({ id, name, key }, rank) => {
    const tag = { id, name };
    return { id, key, json: JSON.stringify(tag), tag, rank };
  });
  return { version: row?.version ?? null, entries: new Map(sorted.map((entry) => [entry.id, entry])), sorted };
}

function resolver({ entries }: Dictionary): ResolveTags {
  return (tagIds) =>
    tagIds
      .flatMap((id) => entries.get(id) ?? [])
      .sort(byRank)
      .map((entry) => entry.tag);
}

const byRank = (a: Entry, b: Entry): number => a.rank - b.rank;

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
