import { join, relative } from 'node:path';
import { objectPath } from '../storage/disk-objects.js';
import { stagingKey, type ObjectKey } from '../storage/object-key.js';
import { copyFile, type Written } from './copy-file.js';
import { eachAtOnce } from './each-at-once.js';
import { createProgress, type Report } from './progress.js';
import type { NamedObject } from './queries.js';

const COPIES_AT_ONCE = 8;

/** Path in the backup to what was written there. */
export type Copied = Map<string, Written>;

export type Place = { readonly dataDir: string; readonly folder: string };

type Work = { readonly copied: Copied; readonly report: Report; readonly signal: AbortSignal };

export type CopyOutcome = { readonly missing: readonly ObjectKey[]; readonly damaged: readonly ObjectKey[] };

// Objects are only ever replaced by others, never written again, so each can be copied by itself. What an earlier
// attempt copied is not read again. Bytes that wait for their finalize come too where they are there.
export async function copyObjects(place: Place, named: readonly NamedObject[], work: Work): Promise<CopyOutcome> {
  const [missing, damaged]: [ObjectKey[], ObjectKey[]] = [[], []];
  const progress = createProgress(work.report, 'Files', named.length);
  await eachAtOnce(named, COPIES_AT_ONCE, async (object) => {
    work.signal.throwIfAborted();
    const written = await copyOnce(place, object.key, work.copied);
    if (!object.isReady) await copyOnce(place, stagingKey(object.key), work.copied);
    else if (written === undefined) missing.push(object.key);
    else if (!isAsDeclared(object, written)) damaged.push(object.key);
    await progress(written?.sizeBytes ?? 0);
  });
  return { missing, damaged };
}

export const backupPath = (key: ObjectKey): string => relative('/', objectPath('/objects', key));

async function copyOnce({ dataDir, folder }: Place, key: ObjectKey, copied: Copied): Promise<Written | undefined> {
  const path = backupPath(key);
  const known = copied.get(path);
  if (known !== undefined) return known;
  const written = await copyFile(objectPath(join(dataDir, 'objects'), key), join(folder, path));
  if (written !== undefined) copied.set(path, written);
  return written;
}

const isAsDeclared = ({ sizeBytes, sha256 }: NamedObject, written: Written): boolean =>
  (sizeBytes === null || sizeBytes === written.sizeBytes) && (sha256 === null || sha256 === written.sha256);
