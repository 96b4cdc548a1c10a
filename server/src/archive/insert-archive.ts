import { recordActivity } from '../activity/queries.js';
import { touchClock } from '../changes/clock-queries.js';
import { insertFeed } from '../changes/queries.js';
import type { Queryable } from '../db/db.js';
import { insertDeleted } from '../deleted/queries.js';
import { CommandError } from '../errors.js';
import type { MerchantId } from '../ids.js';
import { changeUsage } from '../media/ledger-queries.js';
import { notifyAccessChanged, lockMerchant } from '../merchants/queries.js';
import type { ObjectKey } from '../storage/object-key.js';
import { insertDeletedTag, insertPlaces, PLACE_KINDS } from '../tags/deleted-queries.js';
import { giveUpUploads } from '../uploads/drop-abandoned.js';
import type { ArchiveMedia } from './archive-schema.js';
import * as insert from './insert-queries.js';
import * as query from './queries.js';
import { type ImportInput, merchantExists, requireFree, requireOwnPeople } from './require-free.js';
import { type MediaKeys, type StoredFiles, toMediaKeys, toOldKeys } from './store-files.js';
import * as rows from './to-rows.js';

type InsertInput = ImportInput & {
  readonly people: readonly rows.PersonRow[];
  readonly stored: StoredFiles;
  readonly nowMs: number;
  readonly isRecorded: boolean;
};

// The rows of one merchant, inside the transaction given. Returns the keys of objects that nothing points to any more.
export async function insertArchive(db: Queryable, merchantId: MerchantId, input: InsertInput): Promise<ObjectKey[]> {
  const { archive, replace, nowMs, isRecorded } = input;
  await query.allowLongStatements(db);
  if (replace) await query.lockContent(db, merchantId);
  await lockMerchant(db, merchantId);
  await requireFree(db, merchantId, input);
  // Without leave nothing is deleted: a merchant that another import put here since is met by the insert below.
  const old = replace ? await removeOld(db, merchantId, new Date(nowMs).toISOString()) : NOTHING_OLD;
  if ((await insert.insertMerchant(db, rows.toMerchantRow(archive.merchant))) === undefined)
    throw merchantExists(merchantId);
  await insertPeople(db, merchantId, input, old.members);
  await insert.insertTokens(db, merchantId, archive.tokens.map(rows.toTokenRow));
  const media = archive.media.map((item) => ({
    item,
    keys: toMediaKeys(item, input.stored, old.objects.get(item.id.toLowerCase())),
  }));
  // Above every number that a page still shows: a save made on what was replaced is refused.
  const revision = old.revision + 1;
  await insertContent(db, merchantId, { ...archive, media, revision });
  await insertTrash(db, merchantId, { ...archive, revision });
  await insert.insertScreens(db, merchantId, revision, (archive.screens ?? []).map(rows.toScreenRow));
  await insert.restoreKeys(db, merchantId, old.keys);
  await insert.insertStorageUsage(db, merchantId);
  const used = new Set<string | null>(media.flatMap(({ keys }) => [keys.objectKey, keys.thumbnailKey]));
  await goOnHolding(
    db,
    merchantId,
    old.held.filter(({ key }) => !used.has(key)),
  );
  // Above every number that a process may have cached for this merchant, whether or not it was there before.
  await insert.insertTagVersion(db, merchantId, Math.max(old.tagVersion + 1, nowMs));
  await insertFeed(db, merchantId);
  await touchClock(db, merchantId, new Date(nowMs).toISOString());
  await notifyAccessChanged(db, merchantId);
  if (isRecorded) {
    const details = { name: archive.merchant.name, replaced: replace };
    await recordActivity(db, { merchantId }, { kind: 'merchant.imported', at: new Date(nowMs).toISOString(), details });
  }
  return [...old.objects.values()].flatMap(toOldKeys).filter((key) => !used.has(key));
}

type Old = {
  readonly objects: ReadonlyMap<string, query.OldObject>;
  readonly tagVersion: number;
  // The greatest of its rows.
  readonly revision: number;
  // The emails of its people.
  readonly members: ReadonlySet<string>;
  readonly keys: readonly query.OldKey[];
  readonly held: readonly query.HeldObject[];
};

const NOTHING_OLD: Old = { objects: new Map(), tagVersion: 0, revision: 0, members: new Set(), keys: [], held: [] };

async function removeOld(db: Queryable, merchantId: MerchantId, now: string): Promise<Old> {
  const objects = await query.selectOldObjects(db, merchantId);
  const tagVersion = (await query.findTagVersion(db, merchantId))?.version ?? 0;
  const revision = (await query.findGreatestRevision(db, merchantId))?.revision ?? 0;
  const members = new Set((await query.lockPeopleOf(db, merchantId)).map((row) => row.emailKey));
  const keys = await query.selectOldKeys(db, merchantId);
  await giveUpUploads(db, merchantId, now);
  const held = await query.selectHeld(db, merchantId);
  await query.deletePeopleOfMerchantAlone(db, merchantId);
  await query.deleteMerchant(db, merchantId);
  return { objects: new Map(objects.map((object) => [object.id, object])), tagVersion, revision, members, keys, held };
}

// Room is never free while a URL can still fill it.
async function goOnHolding(db: Queryable, merchantId: MerchantId, held: Old['held']): Promise<void> {
  await inChunks(held, (some) => insert.insertHeld(db, merchantId, some));
  const reservedBytes = held.reduce((sum, object) => sum + object.reservedBytes, 0);
  await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes });
}

// Asked once more of what was met here, because accounts come and go until the rows are in.
async function insertPeople(db: Queryable, merchantId: MerchantId, input: InsertInput, members: Old['members']) {
  const emails = input.people.map(({ emailKey }) => emailKey);
  await query.deletePeopleWithoutMerchant(db, emails);
  const added = new Set((await insert.insertPeople(db, input.people)).map((row) => row.emailKey));
  requireOwnPeople(new Set(emails.filter((email) => !added.has(email) && !members.has(email))), input);
  const joined = await insert.insertMemberships(db, merchantId, input.people);
  if (joined.length !== emails.length) throw new CommandError('An account changed while it was joined. Import again.');
}

type Content = Pick<ImportInput['archive'], 'tags' | 'playlists' | 'campaigns'> & {
  readonly revision: number;
  readonly media: readonly { readonly item: ArchiveMedia; readonly keys: MediaKeys }[];
};

async function insertContent(db: Queryable, merchantId: MerchantId, content: Content): Promise<void> {
  const { tags, media, playlists, campaigns, revision } = content;
  const items = playlists.flatMap(rows.toPlaylistItemRows);
  const versions = campaigns.flatMap(rows.toVersionRows);
  await inChunks(tags, (some) => insert.insertTags(db, merchantId, some.map(rows.toTagRow)));
  await inChunks(media, (some) => {
    const mediaRows = some.map(({ item, keys }) => rows.toMediaRow(item, keys));
    return insert.insertMedia(db, merchantId, revision, mediaRows);
  });
  await inChunks(playlists, (some) => insert.insertPlaylists(db, merchantId, revision, some.map(rows.toPlaylistRow)));
  await inChunks(items, (some) => insert.insertPlaylistItems(db, merchantId, some));
  await inChunks(campaigns, (some) => insert.insertCampaigns(db, merchantId, revision, some.map(rows.toCampaignRow)));
  await inChunks(versions, (some) => insert.insertVersions(db, merchantId, some));
}

type Trash = Pick<ImportInput['archive'], 'deletedPlaylists' | 'deletedCampaigns' | 'deletedTags'> & {
  readonly revision: number;
};

async function insertTrash(db: Queryable, merchantId: MerchantId, trash: Trash): Promise<void> {
  const { deletedPlaylists = [], deletedCampaigns = [], deletedTags = [], revision } = trash;
  for (const { trashedAt, ...playlist } of deletedPlaylists.map((one) => rows.toDeletedPlaylist(one, revision))) {
    await insertDeleted(db, merchantId, playlist, trashedAt);
  }
  for (const { trashedAt, ...campaign } of deletedCampaigns.map((one) => rows.toDeletedCampaign(one, revision))) {
    await insertDeleted(db, merchantId, campaign, trashedAt);
  }
  for (const { tag, trashedAt, places } of deletedTags.map(rows.toDeletedTag)) {
    await insertDeletedTag(db, merchantId, tag, trashedAt);
    for (const kind of PLACE_KINDS) {
      const ofKind = places.filter((place) => place.kind === kind);
      await inChunks(ofKind, (some) => insertPlaces(db, merchantId, { tagId: tag.id, kind }, some));
    }
  }
}

// Enough rows that the round trips do not count, few enough that one statement's JSON stays small in memory.
const ROWS_PER_STATEMENT = 5_000;

// Rows are made a chunk at a time, so that those of a large library never stand in memory all at once.
async function inChunks<Entry>(all: readonly Entry[], insertSome: (some: Entry[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += ROWS_PER_STATEMENT) await insertSome(all.slice(at, at + ROWS_PER_STATEMENT));
}
