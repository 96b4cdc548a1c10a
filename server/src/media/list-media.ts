import type { KeyObject } from 'node:crypto';
import type { MediaPage } from '@vitrine/contract/media';
import type { Db } from '../db/db.js';
import { filtersOf, readPage, toSearch, toTagSet, type ListQuery } from '../http/list-page.js';
import { WrittenJson } from '../http/exchange.js';
import type { Principal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { TagDictionaries } from '../tags/tag-dictionary.js';
import { positionOf, selectMediaPage, tagVersionOf } from './queries.js';
import { writeMedia } from './write-media.js';

export type MediaDeps = {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly cursorKey: KeyObject;
  readonly tagDictionaries: TagDictionaries;
};

export async function listMedia(
  deps: MediaDeps,
  principal: Principal,
  { query }: { readonly query: ListQuery },
): Promise<WrittenJson<MediaPage>> {
  const { db, store, tagDictionaries } = deps;
  const { merchantId } = principal;
  const filter = { search: toSearch(query.q), tagIds: toTagSet(query.tag) };
  const scope = { list: 'media', merchantId, filters: filtersOf(query) };
  const { rows, nextCursor } = await readPage(deps.cursorKey, scope, query, {
    select: (after, limit) =>
      selectMediaPage(db, merchantId, filter, after && { createdAt: after[0], id: after[1] }, limit),
    positionOf,
  });
  const [first] = rows;
  // Nothing to name, and no row that tells the version: the dictionary would be read anew (1 ms for a search in vain).
  if (first === undefined) return new WrittenJson(['{"items":[],"nextCursor":null}']);
  const writeTags = await tagDictionaries.findWriter(merchantId, tagVersionOf(first));
  const items = rows.map((row, at) => (at === 0 ? '' : ',') + writeMedia(store, principal, writeTags, row));
  return new WrittenJson(['{"items":[', ...items, `],"nextCursor":${JSON.stringify(nextCursor)}}`]);
}
