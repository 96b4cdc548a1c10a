import type { FreedRoom, HeldRoom } from '@vitrine/contract/held-room';
import type { Db, Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { changeUsage, lockUsage } from '../media/ledger-queries.js';
import type { ContentPrincipal } from '../principal.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { WINDOW_SIGNED_FOR_SECONDS } from '../storage/presign-object.js';
import {
  releasePending,
  selectHeldUploads,
  selectPendingWithRoom,
  selectReserved,
  sumPending,
} from './held-queries.js';
import { afterLastUrl } from './pending-deletions.js';
import type { PartsDeps } from './settle-parts.js';

const UPLOADS_MAX = 200;

// Which room is taken by what is not in the library, and until when.
export async function listHeldRoom({ db, store }: PartsDeps, { merchantId }: ContentPrincipal): Promise<HeldRoom> {
  const [uploads, other] = await Promise.all([
    selectHeldUploads(db, merchantId, UPLOADS_MAX),
    sumPending(db, merchantId),
  ]);
  return {
    uploads: uploads.map(({ id, name, reserved_bytes: bytes, ticketed_at: lastAskedAt }) => ({
      id,
      name,
      bytes,
      lastAskedAt,
      heldUntil: afterLastUrl(lastAskedAt),
    })),
    otherBytes: other?.bytes ?? 0,
    otherUntil: other?.until ?? null,
    canFree: store.canRefuse,
  };
}

// What was deleted or finished within the last day. What was handed out for reading goes on to its end.
export async function freeHeldRoom(deps: PartsDeps, { merchantId }: ContentPrincipal): Promise<FreedRoom> {
  const pending = await selectPendingWithRoom(deps.db, merchantId);
  const keys = pending.map(({ object_key }) => object_key);
  const readableUntil = new Date(deps.clock.now() + WINDOW_SIGNED_FOR_SECONDS * 1000).toISOString();
  const freedBytes = await releaseKeys(deps.db, merchantId, await refuseKeys(deps.store, keys), readableUntil);
  return { freedBytes, heldUntil: (await sumPending(deps.db, merchantId))?.until ?? null };
}

// Returns the keys that no URL writes any more: none where the store cannot refuse keys.
export async function refuseKeys(store: ObjectStore, keys: readonly ObjectKey[]): Promise<readonly ObjectKey[]> {
  const refused: ObjectKey[] = [];
  for (const key of keys) {
    if ((await store.refuse(key)) && (await store.refuse(stagingKey(key)))) refused.push(key);
  }
  return refused;
}

// Frees the room of refused keys; returns how much.
export async function releaseKeys(
  db: Db,
  merchantId: MerchantId,
  refused: readonly ObjectKey[],
  deleteAfter: string,
): Promise<number> {
  if (refused.length === 0) return 0;
  return db.transaction((db) => release(db, merchantId, refused, deleteAfter));
}

async function release(
  db: Queryable,
  merchantId: MerchantId,
  keys: readonly ObjectKey[],
  deleteAfter: string,
): Promise<number> {
  await lockUsage(db, merchantId);
  const rows = await selectReserved(db, merchantId, keys);
  const bytes = rows.reduce((sum, { reserved_bytes }) => sum + reserved_bytes, 0);
  await releasePending(db, merchantId, keys, deleteAfter);
  await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes: -bytes });
  return bytes;
}
