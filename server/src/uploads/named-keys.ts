import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { isStagingKey, stagingKey, type ObjectKey } from '../storage/object-key.js';
import { selectPartedNames } from './parts-queries.js';
import { selectPendingKeys, selectNamedPage } from './sweep-queries.js';

const PAGE_ROWS = 5_000;
// The least uuid; pages begin with the row that the one before ended with, so that no id is left out.
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

// Whether a row names the object, as of now: of all merchants, one after the other, in a few bytes an object.
export async function gatherNamedKeys(db: Db, signal: AbortSignal): Promise<(key: ObjectKey) => boolean> {
  const names = createKeySet();
  for (const { id } of await selectMerchantIds(db)) {
    await addMedia(db, id, names, signal);
    for (const { object_key } of await selectPendingKeys(db, id)) addBoth(names, object_key);
    for (const { object_key } of await selectPartedNames(db, id)) names.add(object_key);
  }
  return names.has;
}

// What stores call the uploads in parts that a row names, or that are to be aborted.
export async function gatherNamedUploads(db: Db): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const { id } of await selectMerchantIds(db)) {
    for (const { store_upload_id } of await selectPartedNames(db, id)) ids.add(store_upload_id);
  }
  return ids;
}

async function addMedia(db: Db, merchantId: MerchantId, names: KeySet, signal: AbortSignal): Promise<void> {
  for (let from: string | undefined = FIRST_ID; from !== undefined;) {
    signal.throwIfAborted();
    const rows = await selectNamedPage(db, merchantId, from, PAGE_ROWS);
    for (const { state, object_key, thumbnail_key } of rows) {
      const add = state === 'awaiting' ? (key: ObjectKey) => addBoth(names, key) : names.add;
      for (const key of [object_key, thumbnail_key]) if (key !== null) add(key);
    }
    from = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.id;
  }
}

// What is not ready yet, or on its way out, may lie in either place.
function addBoth(names: KeySet, key: ObjectKey): void {
  names.add(key);
  names.add(stagingKey(key));
}

type KeySet = { readonly add: (key: ObjectKey) => void; readonly has: (key: ObjectKey) => boolean };

const FOLDERS = 256;
const DIGITS = 13;

// A million keys as texts are 100 MB. They are random, so that 13 of their 40 digits, as one number, tell them apart; two
// that share them cost an object that is kept. Stores list in the order of keys: a set is made of one 256th at a time.
function createKeySet(): KeySet {
  const numbers: number[][] = Array.from({ length: 2 * FOLDERS }, () => []);
  let slot = -1;
  let current = new Set<number>();
  return {
    add: (key) => void numbers[slotOf(key)]?.push(numberOf(key)),
    has(key) {
      if (slotOf(key) !== slot) {
        slot = slotOf(key);
        current = new Set(numbers[slot]);
      }
      return current.has(numberOf(key));
    },
  };
}

const nameOf = (key: ObjectKey): string => key.slice(key.lastIndexOf('/') + 1);
const slotOf = (key: ObjectKey): number =>
  Number.parseInt(nameOf(key).slice(0, 2), 16) + (isStagingKey(key) ? FOLDERS : 0);
const numberOf = (key: ObjectKey): number => Number.parseInt(nameOf(key).slice(0, DIGITS), 16);
