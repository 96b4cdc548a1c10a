import type { EmptiedTrash } from '@vitrine/contract/trash';
import { recordActivity } from '../activity/queries.js';
import { raiseFault } from '../changes/drop-old-changes.js';
import type { Db, Deps } from '../db/db.js';
import { findDeletedBefore, removeDeletedBefore } from '../deleted/queries.js';
import type { MerchantId } from '../ids.js';
import { selectMerchantIds } from '../merchants/queries.js';
import type { Actor, PersonPrincipal } from '../principal.js';
import { findDeletedTagBefore, lockDeletedTagsBefore, removeDeletedTags } from '../tags/deleted-queries.js';
import { lockUsage } from './ledger-queries.js';
import { TRASH_MS } from './list-trash.js';
import { scheduleFiles } from './purge-trashed.js';
import { deleteTrashedBefore, findTrashedBefore } from './trash-queries.js';

// Everything that is there now. What is deleted meanwhile stays.
export function emptyTrash(deps: Deps, principal: PersonPrincipal): Promise<EmptiedTrash> {
  return emptyBefore(deps, principal, new Date(deps.clock.now() + 1).toISOString());
}

// What has been there for its days, of every merchant; how many items that were. Done twice at once it happens once. A
// merchant at whom it fails keeps nobody else from it.
export async function dropOldTrash(deps: Deps, onFault = raiseFault): Promise<number> {
  const before = new Date(deps.clock.now() - TRASH_MS).toISOString();
  let items = 0;
  for (const { id: merchantId } of await selectMerchantIds(deps.db)) {
    try {
      if (await isDue(deps.db, merchantId, before)) items += (await emptyBefore(deps, { merchantId }, before)).items;
    } catch (error) {
      onFault({ merchantId, error });
    }
  }
  return items;
}

async function isDue(db: Db, merchantId: MerchantId, before: string): Promise<boolean> {
  const found = [findTrashedBefore, findDeletedBefore, findDeletedTagBefore].map((find) =>
    find(db, merchantId, before),
  );
  return (await Promise.all(found)).some((row) => row !== undefined);
}

const ITEMS_AT_ONCE = 200;

// Some at a time, so that nobody waits long for the merchant's lock.
async function emptyBefore({ db, clock }: Deps, actor: Actor, before: string): Promise<EmptiedTrash> {
  const { merchantId } = actor;
  const now = clock.now();
  const at = new Date(now).toISOString();
  const deleted = await emptyDeleted(db, actor, before, at);
  const emptied = { items: deleted + (await emptyTags(db, actor, before, at)), bytes: 0 };
  for (let count = ITEMS_AT_ONCE; count === ITEMS_AT_ONCE;) {
    const part = await db.transaction(async (db) => {
      await lockUsage(db, merchantId);
      const rows = await deleteTrashedBefore(db, merchantId, before, ITEMS_AT_ONCE);
      let bytes = 0;
      for (const row of rows) bytes += await scheduleFiles(db, merchantId, row, now);
      const details = { items: rows.length, bytes };
      if (rows.length > 0) await recordActivity(db, actor, { kind: 'trash.emptied', at, details });
      return { items: rows.length, bytes };
    });
    count = part.items;
    emptied.items += part.items;
    emptied.bytes += part.bytes;
  }
  return emptied;
}

// Playlists and campaigns, which take no room. Apart from media: who brings a playlist back locks it before its media.
function emptyDeleted(db: Db, actor: Actor, before: string, at: string): Promise<number> {
  return db.transaction(async (db) => {
    const { length: items } = await removeDeletedBefore(db, actor.merchantId, before);
    if (items > 0) await recordActivity(db, actor, { kind: 'trash.emptied', at, details: { items, bytes: 0 } });
    return items;
  });
}

// Tags go with all their places, which may be thousands of each. What somebody is at work on stays.
const TAGS_AT_ONCE = 20;

async function emptyTags(db: Db, actor: Actor, before: string, at: string): Promise<number> {
  let items = 0;
  for (let count = TAGS_AT_ONCE; count === TAGS_AT_ONCE;) {
    const part = await db.transaction(async (db) => {
      const some = await lockDeletedTagsBefore(db, actor.merchantId, before, TAGS_AT_ONCE);
      const ids = some.map(({ id }) => id);
      const { length } = await removeDeletedTags(db, actor.merchantId, ids);
      const details = { items: length, bytes: 0 };
      if (length > 0) await recordActivity(db, actor, { kind: 'trash.emptied', at, details });
      return { found: ids.length, removed: length };
    });
    count = part.found;
    items += part.removed;
  }
  return items;
}
