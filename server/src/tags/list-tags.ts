import type { KeyObject } from 'node:crypto';
import type { TagPage } from '@vitrine/contract/tags';
import type { Db } from '../db/db.js';
import { filtersOf, readPage, toTexts, type ListQuery } from '../http/list-page.js';
import { WrittenJson } from '../http/exchange.js';
import type { Principal } from '../principal.js';
import { selectTagPage } from './queries.js';

type Deps = { readonly db: Db; readonly cursorKey: KeyObject };

export async function listTags(
  deps: Deps,
  principal: Principal,
  { query }: { readonly query: ListQuery },
): Promise<WrittenJson<TagPage>> {
  const { rows, nextCursor } = await readTagPage(deps, principal, 'tags', query);
  let items = '';
  for (const [id, name] of rows) items += `${items === '' ? '' : ','}{"id":"${id}","name":${JSON.stringify(name)}}`;
  return new WrittenJson([`{"items":[${items}],"nextCursor":${JSON.stringify(nextCursor)}}`]);
}

export function readTagPage(deps: Deps, principal: Principal, list: string, query: ListQuery) {
  const { merchantId } = principal;
  const search = toTexts(principal, query.q);
  const scope = { list, merchantId, filters: filtersOf(query) };
  return readPage(deps.cursorKey, scope, query, {
    select: (after, limit) =>
      selectTagPage(deps.db, merchantId, search, after && { keyStart: after[0], id: after[1] }, limit),
    positionOf: ([id, , key]) => [startOf(key), id],
  });
}

// A cursor has at most 512 characters, whatever the names (decisions, Shapes): a character takes at most 6 bytes of it as
// JSON writes it, and base64 makes 4 of 3.
const CURSOR_KEY_CHARACTERS = 50;

const startOf = (key: string): string => Array.from(key).slice(0, CURSOR_KEY_CHARACTERS).join('');
