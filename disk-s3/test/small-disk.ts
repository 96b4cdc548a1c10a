import { execFileSync } from 'node:child_process';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A real disk of so many megabytes that lasts as long as the file's tests; undefined without the right to mount one. */
export async function mountSmallDisk(megabytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    await rmdir(folder);
    return undefined;
  }
  afterAll(async () => {
    execFileSync('umount', ['-l', folder]); // also when a test failed and left a file open
    await rmdir(folder);
  });
  return folder;
}
