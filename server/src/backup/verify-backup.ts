import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@vitrine/disk-s3';
import { CommandError } from '../errors.js';
import { hashFile } from '../storage/write-hashed.js';
import {
  CHECKSUMS,
  type Checksums,
  keptPath,
  MANIFEST,
  type Manifest,
  parseManifest,
  readChecksums,
  tablePath,
} from './backup-folder.js';
import { eachAtOnce, type Watch } from './copy-file.js';

export type Backup = { readonly folder: string; readonly manifest: Manifest; readonly sums: Checksums };

const READS_AT_ONCE = 4;

// Reads every byte of a backup and compares it; refuses one with a part that is missing or changed.
export async function verifyBackup(deps: Watch, folder: string): Promise<Backup> {
  await requireFolder(folder);
  const sums = await readChecksums(folder);
  await deps.report(`Checking ${sums.size} parts of the backup …`);
  const faults: string[] = [];
  await eachAtOnce(deps, { noun: 'Checked', atOnce: READS_AT_ONCE }, [...sums], async ([path, sha256]) => {
    const found = await hashFile(join(folder, path)).catch(unlessMissing);
    if (found?.sha256 !== sha256) faults.push(path);
    return found?.sizeBytes ?? 0;
  });
  if (faults.length > 0 || !sums.has(MANIFEST)) throw damaged(folder, faults);
  const manifest = parseManifest(await readFile(join(folder, MANIFEST), 'utf8'));
  requireEveryPart({ folder, manifest, sums });
  return { folder, manifest, sums };
}

export const objectPathsOf = (sums: Checksums): string[] =>
  [...sums.keys()].filter((path) => path.startsWith('objects/'));

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(unlessMissing);
  if (found?.isDirectory() !== true) throw new CommandError(`${folder} is no folder with a backup.`);
}

// A line that is lost from the checksums would hide a part: the manifest knows how many there are.
function requireEveryPart({ folder, manifest, sums }: Backup): void {
  const parts = [...manifest.tables.map(({ name }) => tablePath(name)), ...manifest.kept.map(keptPath)];
  const lost = parts.filter((path) => !sums.has(path));
  if (lost.length > 0 || objectPathsOf(sums).length !== manifest.objects.files) throw damaged(folder, lost);
}

const SHOWN_MAX = 10;

function damaged(folder: string, paths: readonly string[]): CommandError {
  const shown = paths.toSorted().slice(0, SHOWN_MAX).join(', ');
  const rest = paths.length > SHOWN_MAX ? ` and ${paths.length - SHOWN_MAX} more` : '';
  const which = paths.length === 0 ? `${CHECKSUMS} does not name all of it` : `missing or changed: ${shown}${rest}`;
  return new CommandError(`${folder} is damaged (${which}). Nothing was restored; take another backup.`);
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
