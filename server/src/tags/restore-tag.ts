import { TAGS_PER_CAMPAIGN_MAX } from '@vitrine/contract/console-limits';
import { TAGS_PER_SCREEN_MAX } from '@vitrine/contract/screen-limits';
import { tagNameKey } from '@vitrine/contract/tag-name';
import { recordActivity } from '../activity/queries.js';
import { changesOf, changesOfRows, recordChanges } from '../changes/record-changes.js';
import type { Db, Queryable } from '../db/db.js';
import { requireFound } from '../errors.js';
import { searchText } from '../fold.js';
import type { MerchantId, TagId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import type { AddTagsDeps } from './add-tags.js';
import { holdTags } from './manage-queries.js';
import { findPlan } from './plan-return.js';
import { insertMissingTags } from './queries.js';
import {
  CAMPAIGNS,
  DELETED_CAMPAIGNS,
  findDeletedTag,
  lockDeletedTag,
  MEDIA,
  removeRestored,
  SCREENS,
  selectPlaceIds,
  takePlaces,
  tagsWith,
  type Shelf,
} from './restore-queries.js';
import { bumpTagVersion } from './tag-version.js';

type RestoredTag =
  // What has all the tags it can stays without it.
  | { readonly kind: 'restored'; readonly leftOut: number }
  | { readonly kind: 'name_taken'; readonly name: string }
  // It is not in the trash any more.
  | { readonly kind: 'gone' };

// Under its id and its name, on everything that had it and is still there. First the tag, then what carries it, some at a
// time; it is in the trash until the last has it. So whatever is cut off is gone on with by the same call, and of two at
// once each does a part.
export async function restoreTag(
  { db, clock, maxTagsPerMedia }: Omit<AddTagsDeps, 'limits'>,
  principal: PersonPrincipal,
  tagId: TagId,
): Promise<RestoredTag> {
  const { merchantId } = principal;
  const at = new Date(clock.now()).toISOString();
  const begun = await db.transaction((db) => bringBack(db, merchantId, tagId, at));
  if (begun.kind !== 'restored') return begun;
  let leftOut = 0;
  for (const part of partsOf(maxTagsPerMedia)) leftOut += await putBack(db, merchantId, { ...part, tagId, at });
  await db.transaction(async (db) => {
    // Deleted once more meanwhile, it stays in the trash.
    if ((await holdTags(db, merchantId, [tagId])).length === 0) return;
    await lockDeletedTag(db, merchantId, tagId);
    const done = await removeRestored(db, merchantId, tagId);
    if (done === undefined) return;
    await recordActivity(db, principal, { kind: 'tag.undeleted', at, details: { tagId, name: done.name } });
  });
  return { kind: 'restored', leftOut };
}

// A tag that is there already, because somebody was cut off, is gone on with.
async function bringBack(db: Queryable, merchantId: MerchantId, tagId: TagId, at: string): Promise<RestoredTag> {
  const deleted = await findDeletedTag(db, merchantId, tagId);
  if (deleted === undefined) return { kind: 'gone' };
  const { name } = deleted;
  const tag = { id: tagId, name, key: tagNameKey(name), searchText: searchText(name) };
  const made = await insertMissingTags(db, merchantId, [tag]);
  if (made.length === 0) {
    const [there] = await holdTags(db, merchantId, [tagId]);
    return there === undefined ? { kind: 'name_taken', name } : RESTORED;
  }
  requireFound(await lockDeletedTag(db, merchantId, tagId), 'item');
  await bumpTagVersion(db, merchantId, at);
  await recordChanges(db, merchantId, at, changesOf('tag.created', [tagId]));
  return RESTORED;
}

const RESTORED: RestoredTag = { kind: 'restored', leftOut: 0 };

type Part = {
  readonly shelf: Shelf;
  readonly tagsMax: number;
  readonly itemsAtOnce: number;
  // Places of what is not found there are looked for elsewhere.
  readonly isFoundElsewhere?: boolean;
};

const ITEMS_AT_ONCE = 200;

// Campaigns before screens: a screen with a tag plays those that carry it. A campaign may go into the trash or come out of
// it meanwhile, so it is looked for there and then here again. In the trash one by one: who empties it locks several in no
// order, and transactions cannot deadlock.
function partsOf(maxTagsPerMedia: number): Part[] {
  const ofCampaigns = { tagsMax: TAGS_PER_CAMPAIGN_MAX, itemsAtOnce: ITEMS_AT_ONCE };
  return [
    { shelf: MEDIA, tagsMax: maxTagsPerMedia, itemsAtOnce: ITEMS_AT_ONCE },
    { shelf: CAMPAIGNS, ...ofCampaigns, isFoundElsewhere: true },
    { shelf: DELETED_CAMPAIGNS, ...ofCampaigns, itemsAtOnce: 1, isFoundElsewhere: true },
    { shelf: CAMPAIGNS, ...ofCampaigns },
    { shelf: SCREENS, tagsMax: TAGS_PER_SCREEN_MAX, itemsAtOnce: ITEMS_AT_ONCE },
  ];
}

type Returning = Part & { readonly tagId: TagId; readonly at: string };

const FIRST = '00000000-0000-0000-0000-000000000000';

// How many were left out.
async function putBack(db: Db, merchantId: MerchantId, part: Returning): Promise<number> {
  const places = { tagId: part.tagId, kind: part.shelf.kind };
  const page = (after: string) => selectPlaceIds(db, merchantId, places, { after, limit: part.itemsAtOnce });
  let leftOut = 0;
  for (let ids = await page(FIRST); ids.length > 0; ids = await page(ids.at(-1)?.id ?? FIRST)) {
    const some = ids.map(({ id }) => id);
    leftOut += await db.transaction((db) => putBackSome(db, merchantId, part, some));
  }
  return leftOut;
}

// Items before tags, as everybody locks them. A tag that somebody deletes again meanwhile keeps its places.
async function putBackSome(
  db: Queryable,
  merchantId: MerchantId,
  { shelf, tagsMax, tagId, at, isFoundElsewhere = false }: Returning,
  ids: readonly string[],
): Promise<number> {
  const places = { tagId, kind: shelf.kind };
  const carriers = await shelf.lock(db, merchantId, ids);
  if ((await holdTags(db, merchantId, [tagId])).length === 0) return 0;
  const found = carriers.map(({ id }) => id);
  const taken = await takePlaces(db, merchantId, places, isFoundElsewhere ? found : ids);
  const { returns, leftOut } = await findPlan(db, merchantId, places, { carriers, taken, tagsMax });
  const changed = [];
  for (const { insteadOf, ids } of returns) {
    changed.push(...(await shelf.update(db, merchantId, ids, { tagIds: tagsWith(tagId, insteadOf), at })));
  }
  const told = changed.filter(({ isTold }) => isTold);
  await recordChanges(
    db,
    merchantId,
    at,
    changesOfRows(shelf.kind === 'media' ? 'media.changed' : 'campaign.changed', told),
  );
  return leftOut;
}
