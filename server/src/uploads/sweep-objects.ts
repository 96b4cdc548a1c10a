import { DAY_MS } from '@vitrine/contract/time-units';
import { withAdvisoryLock } from '../db/advisory-lock.js';
import type { Db } from '../db/db.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { DROP_LOCK } from './drop-abandoned.js';
import { gatherNamedKeys, gatherNamedUploads } from './named-keys.js';

type Deps = { readonly db: Db; readonly store: ObjectStore };

// Far beyond any URL, any PUT and any import, which stores its files before it names them.
const AGE_MS_MIN = 7 * DAY_MS;
// What is beyond waits for the next day.
const DELETIONS_MAX = 10_000;

type Swept =
  | { readonly kind: 'swept'; readonly objects: number }
  // More files that nothing names than files that something does: rather the database is the wrong one.
  | { readonly kind: 'doubtful'; readonly named: number; readonly unnamed: number };

// Deletes what nothing names: bytes that came after their row was dropped, files of an import that was killed. Rows are read
// once and not asked for each object. One instance at a time, and not beside a backup; undefined then.
export function sweepObjects({ db, store }: Deps, signal: AbortSignal): Promise<Swept | undefined> {
  return withAdvisoryLock(db, DROP_LOCK, async () => {
    const { named, unnamed } = await findUnnamed(store, await gatherNamedKeys(db, signal), signal);
    if (unnamed.length > named) return { kind: 'doubtful', named, unnamed: unnamed.length };
    for (const key of unnamed) {
      signal.throwIfAborted();
      await store.delete(key);
    }
    return { kind: 'swept', objects: unnamed.length + (await sweepUploads({ db, store }, signal)) };
  });
}

// Uploads in parts that nothing names: begun by a process that was killed before it wrote them down, or of a merchant that
// was replaced.
async function sweepUploads({ db, store }: Deps, signal: AbortSignal): Promise<number> {
  const named = await gatherNamedUploads(db);
  let aborted = 0;
  for await (const uploads of store.listUploads()) {
    for (const upload of uploads) {
      signal.throwIfAborted();
      if (upload.ageMs < AGE_MS_MIN || named.has(upload.uploadId)) continue;
      await store.abortParts(upload);
      aborted += 1;
    }
  }
  return aborted;
}

// Keys are random, so that the part which is listed before there is enough to do is as good as the whole.
async function findUnnamed(store: ObjectStore, isNamed: (key: ObjectKey) => boolean, signal: AbortSignal) {
  const unnamed: ObjectKey[] = [];
  let named = 0;
  for await (const keys of store.list()) {
    signal.throwIfAborted();
    for (const key of keys) {
      if (isNamed(key)) named += 1;
      else if (((await store.ageMs(key)) ?? 0) >= AGE_MS_MIN) unnamed.push(key);
    }
    if (unnamed.length >= DELETIONS_MAX) break;
  }
  return { named, unnamed };
}
