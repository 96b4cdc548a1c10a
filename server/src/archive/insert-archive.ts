import { notifyAccessChanged } from '../access/access-changes.js';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { Archive } from './archive-schema.js';
import { insertContent } from './insert-content.js';
import { toMediaKeys, toOldKeys } from './object-keys.js';
import * as query from './queries.js';
import { merchantExists, requireFree } from './require-free.js';
import type { StoredFiles } from './store-files.js';
import { toMerchantRow, toTokenRow } from './to-rows.js';

type Insertion = {
  readonly archive: Archive;
  readonly people: readonly query.PersonRow[];
  readonly stored: StoredFiles;
  readonly replace: boolean;
  readonly nowMs: number;
};

// The rows of one merchant, inside the transaction given. Returns the keys of objects that nothing points to any more.
export async function insertArchive(db: Queryable, merchantId: MerchantId, insertion: Insertion): Promise<ObjectKey[]> {
  const { archive, people, stored, replace, nowMs } = insertion;
  await query.allowLongStatements(db);
  await lockMerchant(db, merchantId);
  await requireFree(db, merchantId, insertion);
  // Without leave nothing is deleted: a merchant that another import put here since is met by the insert below.
  const old = replace ? await removeOld(db, merchantId) : NOTHING_OLD;
  if ((await query.insertMerchant(db, toMerchantRow(archive.merchant))) === undefined) throw merchantExists(merchantId);
  await query.insertPeople(db, people);
  await query.insertMemberships(db, merchantId, people);
  await query.insertTokens(db, merchantId, (archive.tokens ?? []).map(toTokenRow));
  const keys = (archive.media ?? []).map((media) =>
    toMediaKeys(media, stored, old.objects.get(media.id.toLowerCase())),
  );
  await insertContent(db, merchantId, { archive, keys });
  await query.insertStorageUsage(db, merchantId);
  // Above every number that a process may have cached for this merchant, whether or not it was there before.
  await query.insertTagVersion(db, merchantId, Math.max(old.tagVersion + 1, nowMs));
  await notifyAccessChanged(db, merchantId);
  const used = new Set(keys.flatMap(({ objectKey, thumbnailKey }) => [objectKey, thumbnailKey]));
  return [...old.objects.values()].flatMap(toOldKeys).filter((key) => !used.has(key));
}

type Old = { readonly objects: ReadonlyMap<string, query.OldObject>; readonly tagVersion: number };

const NOTHING_OLD: Old = { objects: new Map(), tagVersion: 0 };

async function removeOld(db: Queryable, merchantId: MerchantId): Promise<Old> {
  const objects = await query.selectOldObjects(db, merchantId);
  const tagVersion = (await query.findTagVersion(db, merchantId))?.version ?? 0;
  await query.deletePeopleOfMerchantAlone(db, merchantId);
  await query.deleteMerchant(db, merchantId);
  return { objects: new Map(objects.map((object) => [object.id, object])), tagVersion };
}
