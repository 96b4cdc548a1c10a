import type { CountedTag, MergeTagRequest } from '@vitrine/contract/tags';
import { recordActivity } from '../activity/queries.js';
import type { Db, Deps, Queryable } from '../db/db.js';
import { bumpTagVersion } from '../db/fold-tag-names.js';
import { ApiError, changedMeanwhile, requireFound } from '../errors.js';
import { parseTagId, type ById, type MerchantId, type TagId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { withCounts } from './list-tag-counts.js';
import { deleteTagRow, lockTagged, lockTags, replaceTagged } from './manage-queries.js';

export async function mergeTag(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params, body }: ById & { readonly body: MergeTagRequest },
): Promise<CountedTag> {
  const { merchantId } = principal;
  const [tagId, into] = [parseTagId(params.id), parseTagId(body.into)];
  if (tagId === into) throw new ApiError('unprocessable', 'into: a tag cannot be merged into itself.', 'invalid');
  const at = new Date(clock.now()).toISOString();
  return untilFree(db, merchantId, tagId, async (db) => {
    const tags = await lockTags(db, merchantId, [tagId, into]);
    const gone = requireFound(
      tags.find(({ id }) => id === tagId),
      'tag',
    );
    const kept = tags.find(({ id }) => id === into);
    if (kept === undefined) throw new ApiError('unprocessable', 'into: there is no such tag.', 'invalid');
    await takeAway(db, merchantId, tagId, into);
    const details = { tagId: into, name: kept.name, from: gone.name };
    await recordActivity(db, principal, { kind: 'tag.merged', at, details });
    const [counted] = await withCounts(db, merchantId, [kept]);
    return requireFound(counted, 'tag');
  });
}

export async function deleteTag(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params }: ById,
): Promise<{ id: TagId }> {
  const { merchantId } = principal;
  const tagId = parseTagId(params.id);
  const at = new Date(clock.now()).toISOString();
  return untilFree(db, merchantId, tagId, async (db) => {
    const [found] = await lockTags(db, merchantId, [tagId]);
    const { name } = requireFound(found, 'tag');
    await takeAway(db, merchantId, tagId, null);
    await recordActivity(db, principal, { kind: 'tag.deleted', at, details: { tagId, name } });
    return { id: tagId };
  });
}

async function takeAway(db: Queryable, merchantId: MerchantId, tagId: TagId, into: TagId | null): Promise<void> {
  await lockTagged(db, merchantId, tagId, 'nowait');
  await replaceTagged(db, merchantId, tagId, into);
  await deleteTagRow(db, merchantId, tagId);
  await bumpTagVersion(db, merchantId);
}

const ATTEMPTS_MAX = 20;
const LOCK_NOT_AVAILABLE = '55P03';

// Everybody else locks an item first and then the tags that they give to it. Here it must be the other way round, so that
// no item gets the tag meanwhile. So this never waits for an item while it holds the tag: it lets go, waits, and tries
// again, and transactions cannot deadlock.
async function untilFree<Result>(
  db: Db,
  merchantId: MerchantId,
  tagId: TagId,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (!isLocked(error)) throw error;
      await db.transaction((db) => lockTagged(db, merchantId, tagId, 'wait'));
    }
  }
  throw changedMeanwhile('tag');
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
