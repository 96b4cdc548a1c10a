// What waits under a staging key can be changed by its PUT URL until that runs out. So whoever takes it in makes a copy of
// its own, out of reach of the URL and of other calls, and looks at that: looked at first, it could change before the copy.
// What the URL wrote stays until the copy is taken, for a call that was cut off.
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import type { FileType } from '../storage/file-type.js';
import { newObjectKey, stagingKey, type ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { keepObject, lockUsage, scheduleDeletion } from './ledger-queries.js';

type Deps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

export type OwnCopy = { readonly key: ObjectKey; readonly copyOf: ObjectKey };

type Place = { readonly key: ObjectKey; readonly type: FileType };

// Undefined when it is not right, or nothing waits there. Deleted in a day, unless an item takes it (`keepObject`).
export async function makeOwnCopy(
  deps: Deps,
  merchantId: MerchantId,
  { key: copyOf, type }: Place,
  isRight: (key: ObjectKey) => Promise<boolean>,
): Promise<OwnCopy | undefined> {
  const { db, store, clock } = deps;
  const key = newObjectKey(type);
  const inADay = new Date(clock.now() + DROP_AFTER_MS).toISOString();
  await db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    await scheduleDeletion(db, merchantId, [{ key, reservedBytes: 0 }], inADay);
  });
  await store.copy(stagingKey(copyOf), key);
  if (await isRight(key)) return { key, copyOf };
  await dropCopy(deps, merchantId, key);
  return undefined;
}

// Of a copy that was taken, what it was made of goes; else the copy. In a day they are deleted all the same: a store that
// fails now has failed nobody.
export async function tidyUp(
  deps: Deps,
  merchantId: MerchantId,
  { key, copyOf }: OwnCopy,
  isTaken: boolean,
): Promise<void> {
  const dropping = isTaken ? deps.store.delete(stagingKey(copyOf)) : dropCopy(deps, merchantId, key);
  await dropping.catch(() => undefined);
}

async function dropCopy({ db, store }: Deps, merchantId: MerchantId, key: ObjectKey): Promise<void> {
  await store.delete(key);
  await keepObject(db, merchantId, key);
}
