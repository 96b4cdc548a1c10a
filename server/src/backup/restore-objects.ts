import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeObject } from '../storage/disk-objects.js';
import { parseObjectKey, type ObjectKey } from '../storage/object-key.js';
import { tempDirectory } from '../storage/sweep-temp-files.js';
import { eachAtOnce } from './each-at-once.js';
import { createProgress } from './progress.js';
import type { RestoreDeps } from './restore-backup.js';
import { objectPathsOf, type Backup } from './verify-backup.js';

const WRITES_AT_ONCE = 8;

// Through the store's own write: hashed once more, on the disk, under its name only when whole.
export async function restoreObjects(deps: RestoreDeps, { folder, sums }: Backup): Promise<void> {
  const root = join(deps.dataDir, 'objects');
  await mkdir(tempDirectory(root), { recursive: true });
  const paths = objectPathsOf(sums);
  const progress = createProgress(deps.report, 'Files', paths.length);
  await eachAtOnce(paths, WRITES_AT_ONCE, async (path) => {
    deps.signal.throwIfAborted();
    const sizeBytes = (await stat(join(folder, path))).size;
    const expected = { sizeBytes, sha256: sums.get(path) };
    const outcome = await writeObject(root, toKey(path), createReadStream(join(folder, path)), expected);
    if (outcome !== 'written') throw new Error(`${path} cannot be restored: ${outcome}`);
    await progress(sizeBytes);
  });
}

// objects/ab/abcd….png and objects/staging/ab/abcd….png, to the key that they are stored under.
function toKey(path: string): ObjectKey {
  const parts = path.split('/');
  return parseObjectKey(parts[1] === 'staging' ? `staging/${parts.at(-1)}` : `${parts.at(-1)}`);
}
