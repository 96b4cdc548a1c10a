import type { KeyObject } from 'node:crypto';
import type { TagPage } from '@vitrine/contract/tags';
import type { Db } from '../db/db.js';
import { filtersOf, readPage, toSearch, type ListQuery } from '../http/list-page.js';
import { WrittenJson } from '../http/exchange.js';
import type { Principal } from '../principal.js';
import { addTags } from './add-tags.js';
import { selectTagPage } from './queries.js';

export const tagHandlers = { listTags, listConsoleTags: listTags, addTags };

type Deps = { readonly db: Db; readonly cursorKey: KeyObject };

async function listTags(
  deps: Deps,
  { merchantId }: Principal,
  { query }: { readonly query: ListQuery },
): Promise<WrittenJson<TagPage>> {
  const search = toSearch(query.q);
  const scope = { list: 'tags', merchantId, filters: filtersOf(query) };
  const { rows, nextCursor } = await readPage(deps.cursorKey, scope, query, {
    select: (after, limit) =>
      selectTagPage(deps.db, merchantId, search, after && { keyStart: after[0], id: after[1] }, limit),
    positionOf: ([id, , key]) => [startOf(key), id],
  });
  let items = '';
  for (const [id, name] of rows) items += `${items === '' ? '' : ','}{"id":"${id}","name":${JSON.stringify(name)}}`;
  return new WrittenJson([`{"items":[${items}],"nextCursor":${JSON.stringify(nextCursor)}}`]);
}

// A cursor has at most 512 characters, whatever the names (decisions, Shapes): a character takes at most 6 bytes of it as
// JSON writes it, and base64 makes 4 of 3.
const CURSOR_KEY_CHARACTERS = 50;

const startOf = (key: string): string => Array.from(key).slice(0, CURSOR_KEY_CHARACTERS).join('');
