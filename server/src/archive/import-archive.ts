import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { type MerchantId, parseMerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { Archive } from './archive-schema.js';
import { whenDeletionsAreAllowed } from '../uploads/hold-deletions.js';
import { checkArchive } from './check-archive.js';
import { checkFiles } from './check-files.js';
import { insertArchive } from './insert-archive.js';
import { analyzeMedia, holdImport, selectNamedAmong, tryHoldImport } from './queries.js';
import { requireFree } from './require-free.js';
import { deleteObjects, keysOf, storeFiles } from './store-files.js';
import { type PersonRow, toPersonRow } from './to-rows.js';

export type ImportDeps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

type ImportOptions = {
  // The folder of the archive file; paths in it are relative to this.
  readonly folder?: string;
  // Whether a merchant of that id may be there; it is then replaced whole.
  readonly replace?: boolean;
  // Whether people whose email has an account here are joined to it; else they are refused.
  readonly joinPeople?: boolean;
  // Whether the operator did it, who is in the activity then; a demo or a test is nobody's doing.
  readonly isRecorded?: boolean;
};

type Imported = { readonly merchantId: MerchantId; readonly counts: ReturnType<typeof toCounts> };

// All of it or nothing. Bytes go to storage first, under keys that nothing knows yet; rows follow in one transaction,
// and when that fails the bytes that no row names are taken away again.
export async function importArchive(deps: ImportDeps, file: unknown, options: ImportOptions = {}): Promise<Imported> {
  const { db, store, clock } = deps;
  const archive = checkArchive(file, clock.now());
  const merchantId = parseMerchantId(archive.merchant.id);
  const { replace = false, joinPeople = false, isRecorded = false } = options;
  const input = { archive, replace, joinPeople };
  // Told before gigabytes are read; asked again inside the transaction, where the answer counts.
  await requireFree(db, merchantId, input);
  const files = await checkFiles(archive.media, options.folder);
  const people: PersonRow[] = [];
  // One at a time: a hash takes 19 MiB and is slow on purpose.
  for (const person of archive.people) people.push(await toPersonRow(person));
  const stored = await storeFiles(store, files);
  const importId = randomUUID();
  const replacedKeys = await db
    .transaction(async (db) => {
      await holdImport(db, importId);
      return insertArchive(db, merchantId, { ...input, people, stored, isRecorded, nowMs: clock.now() });
    })
    .catch(async (error: unknown) => {
      const unnamed = await findUnnamed(db, merchantId, importId, keysOf(stored)).catch((): ObjectKey[] => []);
      await deleteObjects(store, unnamed);
      throw error;
    });
  if (replacedKeys.length > 0) await whenDeletionsAreAllowed(db, () => deleteObjects(store, replacedKeys));
  const counts = toCounts(archive, files.length);
  if (counts.media >= ANALYZE_FROM_MEDIA) await analyzeMedia(db);
  return { merchantId, counts };
}

// A commit that was not answered may have been done, or be under way still, which what it holds tells. What nobody can tell
// stays: the sweep deletes what nothing names for a week.
async function findUnnamed(
  db: Db,
  merchantId: MerchantId,
  importId: string,
  keys: readonly ObjectKey[],
): Promise<ObjectKey[]> {
  if (keys.length === 0) return [];
  return db.transaction(async (db) => {
    if ((await tryHoldImport(db, importId))?.got !== true) return [];
    const named = new Set((await selectNamedAmong(db, merchantId, keys)).map(({ key }) => key));
    return keys.filter((key) => !named.has(key));
  });
}

const ANALYZE_FROM_MEDIA = 1_000;

function toCounts(archive: Archive, files: number) {
  return {
    people: archive.people.length,
    tokens: archive.tokens.length,
    tags: archive.tags.length,
    media: archive.media.length,
    playlists: archive.playlists.length,
    campaigns: archive.campaigns.length,
    files,
  };
}
