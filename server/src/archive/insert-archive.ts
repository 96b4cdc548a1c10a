import { notifyAccessChanged } from '../merchants/access-changes.js';
import { insertActivity, type Deed, type Doer } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { Refusal } from '../errors.js';
import type { MerchantId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { Archive } from './archive-schema.js';
import { insertContent } from './insert-content.js';
import { toMediaKeys, toOldKeys } from './object-keys.js';
import * as query from './queries.js';
import { merchantExists, requireFree } from './require-free.js';
import { requireOwnPeople } from './require-own-people.js';
import type { StoredFiles } from './store-files.js';
import { toMerchantRow, toTokenRow } from './to-rows.js';

type Insertion = {
  readonly archive: Archive;
  readonly people: readonly query.PersonRow[];
  readonly stored: StoredFiles;
  readonly replace: boolean;
  readonly joinPeople: boolean;
  readonly nowMs: number;
  readonly by: Doer | undefined;
};

// The rows of one merchant, inside the transaction given. Returns the keys of objects that nothing points to any more.
export async function insertArchive(db: Queryable, merchantId: MerchantId, insertion: Insertion): Promise<ObjectKey[]> {
  const { archive, stored, replace, nowMs, by } = insertion;
  await query.allowLongStatements(db);
  if (replace) await query.lockContent(db, merchantId);
  await lockMerchant(db, merchantId);
  await requireFree(db, merchantId, insertion);
  // Without leave nothing is deleted: a merchant that another import put here since is met by the insert below.
  const old = replace ? await removeOld(db, merchantId) : NOTHING_OLD;
  if ((await query.insertMerchant(db, toMerchantRow(archive.merchant))) === undefined) throw merchantExists(merchantId);
  await insertPeople(db, merchantId, { ...insertion, members: old.members });
  await query.insertTokens(db, merchantId, (archive.tokens ?? []).map(toTokenRow));
  const keys = (archive.media ?? []).map((media) =>
    toMediaKeys(media, stored, old.objects.get(media.id.toLowerCase())),
  );
  await insertContent(db, merchantId, { archive, keys });
  await query.insertStorageUsage(db, merchantId);
  // Above every number that a process may have cached for this merchant, whether or not it was there before.
  await query.insertTagVersion(db, merchantId, Math.max(old.tagVersion + 1, nowMs));
  await notifyAccessChanged(db, merchantId);
  if (by !== undefined) await insertActivity(db, merchantId, toDeed(insertion, by));
  const used = new Set(keys.flatMap(({ objectKey, thumbnailKey }) => [objectKey, thumbnailKey]));
  return [...old.objects.values()].flatMap(toOldKeys).filter((key) => !used.has(key));
}

const toDeed = ({ archive, replace, nowMs }: Insertion, by: Doer): Deed => ({
  kind: 'merchant.imported',
  at: new Date(nowMs).toISOString(),
  details: { name: archive.merchant.name, replaced: replace },
  ...by,
});

type Old = {
  readonly objects: ReadonlyMap<string, query.OldObject>;
  readonly tagVersion: number;
  // The emails of its people.
  readonly members: ReadonlySet<string>;
};

const NOTHING_OLD: Old = { objects: new Map(), tagVersion: 0, members: new Set() };

// Asked once more of what was met here, because accounts come and go until the rows are in.
async function insertPeople(
  db: Queryable,
  merchantId: MerchantId,
  { people, members, ...asked }: Insertion & Pick<Old, 'members'>,
): Promise<void> {
  await query.deleteForsakenPeople(db, people);
  const added = new Set((await query.insertPeople(db, people)).map((row) => row.emailKey));
  const met = people.map(({ emailKey }) => emailKey).filter((key) => !added.has(key) && !members.has(key));
  requireOwnPeople(new Set(met), asked);
  const joined = await query.insertMemberships(db, merchantId, people);
  if (joined.length !== people.length) throw new Refusal('An account changed while it was joined. Import again.');
}

async function removeOld(db: Queryable, merchantId: MerchantId): Promise<Old> {
  const objects = await query.selectOldObjects(db, merchantId);
  const tagVersion = (await query.findTagVersion(db, merchantId))?.version ?? 0;
  const members = new Set((await query.lockPeopleOf(db, merchantId)).map((row) => row.emailKey));
  await query.deletePeopleOfMerchantAlone(db, merchantId);
  await query.deleteMerchant(db, merchantId);
  return { objects: new Map(objects.map((object) => [object.id, object])), tagVersion, members };
}
