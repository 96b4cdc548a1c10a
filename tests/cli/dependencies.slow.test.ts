// What we ship and did not write, as scripts/check-dependencies.mjs judges it, on a copy with something planted in it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

type Entry = { version: string; dependencies?: Record<string, string>; hasInstallScript?: boolean };
type Lock = { packages: Record<string, Entry> };

let copy: string;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'vitrine-dependencies-'));
  const isOurs = (path: string): boolean => !path.startsWith(join(ROOT, 'scripts/generators'));
  await cp(join(ROOT, 'scripts'), join(copy, 'scripts'), { recursive: true, filter: isOurs });
  // What scripts/prepare.mjs asks first.
  await cp(join(ROOT, 'server/bin'), join(copy, 'server/bin'), { recursive: true });
  await cp(join(ROOT, 'package-lock.json'), join(copy, 'package-lock.json'));
});
afterEach(() => rm(copy, { recursive: true, force: true }));

const check = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['scripts/check-dependencies.mjs', ...args], { cwd: copy }, (error, _, stderr) =>
      resolve(error === null ? 'good' : stderr),
    );
  });

async function plant(change: (packages: Lock['packages']) => void): Promise<void> {
  const file = join(copy, 'package-lock.json');
  const lock = JSON.parse(await readFile(file, 'utf8')) as Lock;
  change(lock.packages);
  await writeFile(file, JSON.stringify(lock));
}

const entryOf = (packages: Lock['packages'], name: string): Entry => {
  const entry = packages[`node_modules/${name}`];
  assert.ok(entry);
  return entry;
};

test('what is locked is what was agreed to', async () => {
  assert.equal(await check(), 'good');
});

test('a package that came along unseen is found, until somebody takes it over', async () => {
  await plant((packages) => {
    const pino = entryOf(packages, 'pino');
    pino.dependencies = { ...pino.dependencies, stranger: '1.0.0' };
    packages['node_modules/stranger'] = { version: '1.0.0', hasInstallScript: true };
  });
  const [first = '', second = ''] = (await check()).split('\n');
  assert.match(first, /shipped\.json lacks stranger@1\.0\.0/);
  assert.match(second, /^stranger runs a script at install: give the reason/);
  await check('--write');
  assert.match(await check(), /^stranger runs a script at install/);
});

test('another version is found, and one that is known to do harm even after it was taken over', async () => {
  await plant((packages) => void (entryOf(packages, 'debug').version = '4.4.2'));
  assert.match(await check(), /lacks debug@4\.4\.2[^]*has debug@4\.4\.3, which nothing ships/);
  await check('--write');
  assert.equal(await check(), 'debug@4.4.2: was published by somebody else, with harm in it (CVE-2025-59144)\n');
});
