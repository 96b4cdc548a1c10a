import type { KeyObject } from 'node:crypto';
import type { MediaPage } from '@vitrine/contract/media';
import type { Db } from '../db/db.js';
import { filtersOf, readPage, refuseList, toSearch, toTagSet, type ListInput } from '../http/list-page.js';
import { WrittenJson, writeJson } from '../http/written-json.js';
import type { ContentPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { TagDictionaries } from '../tags/tag-dictionary.js';
import { positionOf, tagVersionOf } from './media-texts.js';
import { selectMediaPage } from './queries.js';
import { writeMedia } from './write-media.js';

export type MediaDeps = {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly cursorKey: KeyObject;
  readonly tagDictionaries: TagDictionaries;
};

export async function listMedia(
  deps: MediaDeps,
  principal: ContentPrincipal,
  { query, faults }: ListInput,
): Promise<WrittenJson<MediaPage>> {
  const { db, store, tagDictionaries } = deps;
  const { merchantId } = principal;
  const filter = { search: toSearch(query.q), tagIds: toTagSet(query.tag) };
  const scope = { list: 'media', merchantId, filters: filtersOf(query) };
  refuseList(deps.cursorKey, scope, { query, faults });
  const { rows, nextCursor } = await readPage(deps.cursorKey, scope, query, {
    select: (after, limit) =>
      selectMediaPage(db, merchantId, filter, after && { createdAt: after[0], id: after[1] }, limit),
    positionOf,
  });
  // Of two statements that found the page the later one knows the newest names.
  const last = rows.at(-1);
  // Nothing to name, and no row that tells the version: the dictionary would be read anew (1 ms for a search in vain).
  if (last === undefined) return new WrittenJson('{"items":[],"nextCursor":null}');
  const writeTags = await tagDictionaries.findWriter(merchantId, tagVersionOf(last));
  return writeJson((json) => {
    json.ascii('{"items":[');
    writeMedia(json, { store, principal, writeTags }, rows);
    json.ascii(`],"nextCursor":${JSON.stringify(nextCursor)}}`);
    // Promises that waited for the database have grown old meanwhile, and hold what they were given until all memory is
    // looked through: a list that is emptied is nothing to hold.
    rows.length = 0;
  });
}
