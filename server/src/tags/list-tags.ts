import type { KeyObject } from 'node:crypto';
import type { TagPage } from '@vitrine/contract/tags';
import type { Db } from '../db/db.js';
import { readPage, toSearch, type ListQuery } from '../http/list-page.js';
import type { MerchantId } from '../ids.js';
import { selectTagPage } from './queries.js';

type Deps = { readonly db: Db; readonly cursorKey: KeyObject };

export async function listTags(deps: Deps, merchantId: MerchantId, query: ListQuery): Promise<TagPage> {
  const search = toSearch(query.q);
  const walk = { list: 'tags', merchantId, filters: [search] };
  const { rows, nextCursor } = await readPage(deps.cursorKey, walk, query, {
    select: (after, limit) =>
      selectTagPage(deps.db, merchantId, search, after && { key: after[0], id: after[1] }, limit),
    positionOf: (row) => [row.name_key, row.id],
  });
  return { items: rows.map(({ id, name }) => ({ id, name })), nextCursor };
}
