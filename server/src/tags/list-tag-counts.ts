import type { KeyObject } from 'node:crypto';
import type { CountedTag, CountedTagPage, TagCountsQuery } from '@vitrine/contract/tags';
import type { Db, Queryable } from '../db/db.js';
import { placeOf } from '../db/text-place.js';
import type { Position } from '../http/cursor.js';
import { filtersOf, readPage, toTexts } from '../http/list-page.js';
import type { MerchantId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { countTags, findCountedTag, selectCountedPage, type CountedAfter, type CountedRow } from './count-queries.js';

type Deps = { readonly db: Db; readonly cursorKey: KeyObject };

export async function listTagCounts(
  { db, cursorKey }: Deps,
  principal: PersonPrincipal,
  { query }: { readonly query: TagCountsQuery },
): Promise<CountedTagPage> {
  const { merchantId } = principal;
  const { q, sort = 'name', unused } = query;
  const words = toTexts(principal, q);
  const scope = { list: 'tag counts', merchantId, filters: [...filtersOf(query), sort, unused ?? 'false'] };
  const { rows, nextCursor } = await readPage(cursorKey, scope, query, {
    select: (position, limit) =>
      selectCountedPage(db, merchantId, {
        words,
        sort,
        isUnused: unused === 'true',
        after: position && toAfter(position),
        limit,
      }),
    positionOf,
  });
  const counts = (await countTags(db, merchantId, words)) ?? { all: 0, unused: 0 };
  return { items: rows.map(toCounted), nextCursor, counts };
}

function positionOf(row: CountedRow): Position {
  const [text, ...rest] = placeOf(row.key, row.id);
  return [`${usesOf(row)} ${text}`, ...rest];
}

const usesOf = ({ media, campaigns, screens }: CountedRow): number => media + campaigns + screens;

function toAfter([text, ...rest]: Position): CountedAfter {
  const space = text.indexOf(' ');
  return { uses: Number(text.slice(0, space)), place: [text.slice(space + 1), ...rest] };
}

const toCounted = ({ id, name, media, campaigns, screens }: CountedRow): CountedTag => ({
  id,
  name,
  mediaCount: media,
  campaignCount: campaigns,
  screenCount: screens,
});

export async function findCounted(
  db: Queryable,
  merchantId: MerchantId,
  tagId: string,
): Promise<CountedTag | undefined> {
  const row = await findCountedTag(db, merchantId, tagId);
  return row && toCounted(row);
}
