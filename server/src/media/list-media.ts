import type { KeyObject } from 'node:crypto';
import type { MediaPage } from '@vitrine/contract/media';
import type { Caller } from '../access/caller.js';
import type { Db } from '../db/db.js';
import { readPage, toSearch, toTagSet, type ListQuery } from '../http/list-page.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { TagDictionaries } from '../tags/tag-dictionary.js';
import { selectMediaPage } from './queries.js';
import { toMedia } from './to-media.js';

export type MediaDeps = {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly cursorKey: KeyObject;
  readonly tagDictionaries: TagDictionaries;
};

export async function listMedia(deps: MediaDeps, caller: Caller, query: ListQuery): Promise<MediaPage> {
  const { db, store, tagDictionaries } = deps;
  const { merchantId } = caller;
  const filter = { search: toSearch(query.q), tagIds: toTagSet(query.tag) };
  const walk = { list: 'media', merchantId, filters: [filter.search, ...filter.tagIds] };
  const { rows, nextCursor } = await readPage(deps.cursorKey, walk, query, {
    select: (after, limit) =>
      selectMediaPage(db, merchantId, filter, after && { createdAt: after[0], id: after[1] }, limit),
    positionOf: (row) => [row.created_at, row.id],
  });
  const resolveTags = await tagDictionaries.find(merchantId, rows[0]?.tag_version ?? null);
  return { items: rows.map((row) => toMedia(store, caller, resolveTags, row)), nextCursor };
}
