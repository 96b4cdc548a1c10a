import { setTimeout as sleep } from 'node:timers/promises';
import type { CountedTag, MergeTagRequest } from '@vitrine/contract/tags';
import { recordActivity } from '../activity/queries.js';
import { campaignChanges, changesOfRows, recordChanges, type Change } from '../changes/record-changes.js';
import type { Db, Deps, Queryable } from '../db/db.js';
import { isLocked } from '../db/is-locked.js';
import { changedMeanwhile, requireFound, unprocessable } from '../errors.js';
import { parseTagId, type ById, type MerchantId, type TagId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { insertDeletedTag, insertPlaces, type Place } from './deleted-queries.js';
import { findCounted } from './list-tag-counts.js';
import {
  deleteTagRow,
  holdTags,
  lockMediaWith,
  lockSomeTagged,
  lockTagged,
  lockTags,
  replaceSome,
  replaceTagged,
  type Tagged,
  type TakenTag,
} from './manage-queries.js';
import { bumpTagVersion } from './tag-version.js';

// Into the trash, with where it was: what got the other one by this loses it when the tag is brought back.
export async function mergeTag(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params, body }: ById & { readonly body: MergeTagRequest },
): Promise<CountedTag> {
  const { merchantId } = principal;
  const [tagId, into] = [parseTagId(params.id), parseTagId(body.into)];
  if (tagId === into) throw unprocessable('A tag cannot be merged into itself.');
  const at = new Date(clock.now()).toISOString();
  const taken = { tagId, into, at };
  await takeFromMost(db, merchantId, taken);
  return untilFree(db, merchantId, tagId, async (db) => {
    const tags = await lockTags(db, merchantId, [tagId, into]);
    const gone = requireFound(
      tags.find(({ id }) => id === tagId),
      'tag',
    );
    const kept = tags.find(({ id }) => id === into);
    if (kept === undefined) throw unprocessable('The tag to merge into is no longer there. Choose another one.');
    const changes = await takeAway(db, merchantId, taken, gone.name);
    const details = { tagId: into, name: kept.name, from: gone.name };
    const counted = await findCounted(db, merchantId, into);
    await recordActivity(db, principal, { kind: 'tag.merged', at, details, objectIds: [tagId] }, changes);
    return requireFound(counted, 'tag');
  });
}

// The same, with nothing in its place.
export async function deleteTag(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params }: ById,
): Promise<{ id: TagId }> {
  const { merchantId } = principal;
  const tagId = parseTagId(params.id);
  const at = new Date(clock.now()).toISOString();
  const taken = { tagId, into: null, at };
  await takeFromMost(db, merchantId, taken);
  return untilFree(db, merchantId, tagId, async (db) => {
    const [found] = await lockTags(db, merchantId, [tagId]);
    const { name } = requireFound(found, 'tag');
    const changes = await takeAway(db, merchantId, taken, name);
    await recordActivity(db, principal, { kind: 'tag.deleted', at, details: { tagId, name } }, changes);
    return { id: tagId };
  });
}

const ITEMS_AT_ONCE = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

// Of a tag that thousands carry, some items at a time, each in a transaction of its own: an item takes the indexes of the
// library some milliseconds, and one statement for all of them would take longer than a statement may. What is left, fewer
// than are taken at once, goes together with the tag. Cut off in between, the same call goes on where this one was.
async function takeFromMost(db: Db, merchantId: MerchantId, taken: Taking): Promise<void> {
  const takeSome = (after: string): Promise<string | undefined> =>
    db.transaction((db) => takeFromSome(db, merchantId, taken, after));
  for (let last = await takeSome(FIRST); last !== undefined;) last = await takeSome(last);
}

type Taking = TakenTag & { readonly at: string };

// Items before tags, as everybody locks them. Returns the last one; nothing when the rest is few, or there is no tag to take
// the other's place.
async function takeFromSome(
  db: Queryable,
  merchantId: MerchantId,
  taken: Taking,
  after: string,
): Promise<string | undefined> {
  const { tagId, into, at } = taken;
  const some = await lockSomeTagged(db, merchantId, taken, { after, limit: ITEMS_AT_ONCE });
  if (some.length < ITEMS_AT_ONCE) return undefined;
  const tags = await holdTags(db, merchantId, into === null ? [tagId] : [tagId, into]);
  const gone = tags.find(({ id }) => id === tagId);
  if (gone === undefined || (into !== null && tags.length < 2)) return undefined;
  await insertDeletedTag(db, merchantId, { id: tagId, name: gone.name, mergedInto: into }, at);
  await insertPlaces(db, merchantId, { tagId, kind: 'media' }, toPlaces(some, into));
  const ids = some.map(({ id }) => id);
  const changed = await replaceSome(db, merchantId, taken, ids);
  await recordChanges(db, merchantId, at, ofReady(changed));
  return ids.at(-1);
}

async function takeAway(db: Queryable, merchantId: MerchantId, taken: Taking, name: string): Promise<Change[]> {
  const { tagId, into, at } = taken;
  const tagged = await lockTagged(db, merchantId, taken);
  await insertDeletedTag(db, merchantId, { id: tagId, name, mergedInto: into }, at);
  await insertPlaces(db, merchantId, { tagId, kind: 'media' }, toPlaces(tagged.media, into));
  await insertPlaces(db, merchantId, { tagId, kind: 'campaign' }, toPlaces(tagged.campaigns, into));
  await insertPlaces(db, merchantId, { tagId, kind: 'screen' }, toPlaces(tagged.screens, into));
  const { media, campaigns } = await replaceTagged(db, merchantId, taken);
  await deleteTagRow(db, merchantId, tagId);
  await bumpTagVersion(db, merchantId, at);
  return [...ofReady(media), ...campaignChanges(campaigns), { type: 'tag.deleted', id: tagId }];
}

const toPlaces = (tagged: readonly Tagged[], into: TagId | null): Place[] =>
  tagged.map(({ id, hasOther }) => ({ id, givenId: hasOther ? null : into }));

// What lies in the trash is in no list.
const ofReady = (media: readonly { readonly id: string; readonly state: string }[]): Change[] =>
  changesOfRows(
    'media.changed',
    media.filter(({ state }) => state === 'ready'),
  );

const ATTEMPTS_MAX = 20;
const PAUSE_MS = 10;

// Everybody locks items first and then the tags that they give to them, and so does this: who tags media all day cannot
// keep it waiting for ever. What got the tag in between, and what else carries it, is locked while the tag is held, so
// that nothing gets it any more. That never waits, so that transactions cannot deadlock: if one of these few is locked,
// everything is let go and tried again.
async function untilFree<Result>(
  db: Db,
  merchantId: MerchantId,
  tagId: TagId,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    try {
      return await db.transaction(async (db) => {
        await lockMediaWith(db, merchantId, { tagId, into: null }, 'wait');
        return work(db);
      });
    } catch (error) {
      if (!isLocked(error)) throw error;
      await sleep(PAUSE_MS * attempt);
    }
  }
  throw changedMeanwhile('tag');
}
