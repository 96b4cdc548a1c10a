import type { KeyObject } from 'node:crypto';
import type { TagPage } from '@vitrine/contract/tags';
import type { Db } from '../db/db.js';
import { placeOf, type TextPlace } from '../db/text-place.js';
import { filtersOf, readPage, refuseList, toTexts, type ListInput } from '../http/list-page.js';
import { WrittenJson } from '../http/written-json.js';
import type { ContentPrincipal } from '../principal.js';
import { selectTagPage, type TagTexts } from './queries.js';
import type { TagDictionaries, TagLine } from './tag-dictionary.js';

type Deps = { readonly db: Db; readonly cursorKey: KeyObject };
type KeptDeps = Deps & { readonly tagDictionaries: TagDictionaries };

export async function listTags(
  deps: KeptDeps,
  principal: ContentPrincipal,
  { query, faults }: ListInput,
): Promise<WrittenJson<TagPage>> {
  const scope = { list: 'tags', merchantId: principal.merchantId, filters: filtersOf(query) };
  refuseList(deps.cursorKey, scope, { query, faults });
  const { rows, nextCursor } = await readPage(deps.cursorKey, scope, query, {
    select: (after, limit) => selectLines(deps, principal, query.q, after, limit),
    positionOf: ({ key, id }) => placeOf(key, id),
  });
  const items = rows.map(({ json }) => json).join(',');
  return new WrittenJson(`{"items":[${items}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

// All tags of a merchant are kept in their order for its pages of media: a list of them is cut out of that. What is searched
// for is the database's to find.
async function selectLines(
  { db, tagDictionaries }: KeptDeps,
  principal: ContentPrincipal,
  q: string | undefined,
  after: TextPlace | undefined,
  limit: number,
): Promise<TagLine[]> {
  const search = toTexts(principal, q);
  const { merchantId } = principal;
  const kept = search.length === 0 ? await tagDictionaries.findLines(merchantId, after, limit) : undefined;
  return kept ?? (await selectTagPage(db, merchantId, search, after, limit)).map(toLine);
}

const toLine = ([id, name, key]: TagTexts): TagLine => ({
  id,
  key,
  json: JSON.stringify({ id, name }),
});
