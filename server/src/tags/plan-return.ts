import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { Place } from './deleted-queries.js';
import { leaveToOthers, type Carrier, type Places } from './restore-queries.js';

type Wanted = {
  readonly carriers: readonly Carrier[];
  readonly taken: readonly Place[];
  readonly tagsMax: number;
};

type ReturnPlan = {
  // What gets the tag: in the place of the one that it got by a merge, or besides all that it carries.
  readonly returns: readonly { readonly insteadOf: string | null; readonly ids: readonly string[] }[];
  readonly leftOut: number;
};

// What a merge gave, it takes again when it is undone, unless another tag that was merged into the same one stands behind it.
export async function findPlan(
  db: Queryable,
  merchantId: MerchantId,
  places: Places,
  { carriers, taken, tagsMax }: Wanted,
): Promise<ReturnPlan> {
  const given = new Map(taken.map(({ id, givenId }) => [id, givenId]));
  const lacking = carriers.filter(({ id, tagIds }) => given.has(id) && !tagIds.includes(places.tagId));
  const returns = [];
  const freed = new Set<string>();
  for (const givenId of new Set(given.values())) {
    if (givenId === null) continue;
    const having = lacking.filter(({ id, tagIds }) => given.get(id) === givenId && tagIds.includes(givenId));
    const ids = having.map(({ id }) => id);
    const needed = new Set(await leaveToOthers(db, merchantId, places, { ids, givenId }));
    const free = ids.filter((id) => !needed.has(id));
    for (const id of free) freed.add(id);
    if (free.length > 0) returns.push({ insteadOf: givenId, ids: free });
  }
  const rest = lacking.filter(({ id }) => !freed.has(id));
  const room = rest.filter(({ tagIds }) => tagIds.length < tagsMax).map(({ id }) => id);
  if (room.length > 0) returns.push({ insteadOf: null, ids: room });
  return { returns, leftOut: rest.length - room.length };
}
