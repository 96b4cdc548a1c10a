// Our packages as npm packs them, in a folder outside the repository that has nothing else. Nothing is fetched: what they
// declare as dependencies is linked from the repository, and what they do not declare is not there.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, realpath, chmod, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
export const PUBLISHED = ['contract', 'client', 'cli', 'embedded-postgres', 'disk-s3', 'server'] as const;

const run = promisify(execFile);

export type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
} & Readonly<Record<string, unknown>>;

export async function installPacked() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-installed-')));
  // PostgreSQL does not run as root, so as somebody who must come in here.
  await chmod(folder, 0o755);
  const workspaces = PUBLISHED.flatMap((name) => ['-w', name]);
  await run('npm', ['pack', ...workspaces, '--pack-destination', folder], { cwd: ROOT });
  for (const name of PUBLISHED) await unpack(folder, name);
  for (const name of PUBLISHED) await linkNeeds(folder, await readManifest(folder, name));
  return {
    folder,
    pathOf: (name: string): string => pathOf(folder, name),
    manifest: (name: string): Promise<Manifest> => readManifest(folder, name),
    files: (name: string): Promise<string[]> => filesOf(pathOf(folder, name)),
    bin: (name: string): string => join(folder, 'node_modules', '.bin', name),
    remove: (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export type Installed = Awaited<ReturnType<typeof installPacked>>;

const pathOf = (folder: string, name: string): string => join(folder, 'node_modules', '@vitrine', name);

async function unpack(folder: string, name: string): Promise<void> {
  const tarball = (await readdir(folder)).find((file) => file.startsWith(`vitrine-${name}-`)) ?? '';
  await mkdir(pathOf(folder, name), { recursive: true });
  await run('tar', ['-xzf', join(folder, tarball), '-C', pathOf(folder, name), '--strip-components=1']);
}

async function readManifest(folder: string, name: string): Promise<Manifest> {
  return asManifest(await readFile(join(pathOf(folder, name), 'package.json'), 'utf8'));
}

const asManifest = (text: string): Manifest => JSON.parse(text) as Manifest;

// As npm lays them out: dependencies beside the package, commands in .bin.
async function linkNeeds(folder: string, manifest: Manifest): Promise<void> {
  const modules = join(folder, 'node_modules');
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  for (const name of wanted.filter((one) => !one.startsWith('@vitrine/'))) {
    await link(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const [name, path] of Object.entries(manifest.bin ?? {})) {
    await link(join(modules, manifest.name, path), join(modules, '.bin', name));
  }
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}
