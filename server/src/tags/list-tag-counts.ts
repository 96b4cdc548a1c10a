import type { KeyObject } from 'node:crypto';
import type { CountedTag, CountedTagPage } from '@vitrine/contract/tags';
import type { Db, Queryable } from '../db/db.js';
import type { ListQuery } from '../http/list-page.js';
import type { MerchantId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { readTagPage } from './list-tags.js';
import { countTagged } from './manage-queries.js';

type Deps = { readonly db: Db; readonly cursorKey: KeyObject };

export async function listTagCounts(
  deps: Deps,
  principal: PersonPrincipal,
  { query }: { readonly query: ListQuery },
): Promise<CountedTagPage> {
  const { rows, nextCursor } = await readTagPage(deps, principal, 'tag counts', query);
  const tags = rows.map(([id, name]) => ({ id, name }));
  return { items: await withCounts(deps.db, principal.merchantId, tags), nextCursor };
}

type NamedTag = { readonly id: string; readonly name: string };

export async function withCounts(
  db: Queryable,
  merchantId: MerchantId,
  tags: readonly NamedTag[],
): Promise<CountedTag[]> {
  const ids = tags.map(({ id }) => id);
  const counts = new Map((await countTagged(db, merchantId, ids)).map((count) => [count.id, count]));
  return tags.map(({ id, name }) => ({
    id,
    name,
    mediaCount: counts.get(id)?.media ?? 0,
    campaignCount: counts.get(id)?.campaigns ?? 0,
  }));
}
