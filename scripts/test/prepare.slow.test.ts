import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

// A small clone: our script, the real npm, and packages that need no network. `builds` is a dev dependency. The packages are
// installed once; each test gets a copy.
let origin: string;
let clone: string;
beforeAll(async () => {
  origin = await mkdtemp(join(tmpdir(), 'vitrine-origin-'));
  for (const path of ['scripts/prepare.mjs', 'server/bin/require-node.js'])
    await cp(join(ROOT, path), join(origin, path));
  await writePackage('.', {
    workspaces: ['part'],
    dependencies: { runs: 'file:./packages/runs', packed: 'file:./packed-1.0.0.tgz' },
  });
  await writePackage('part', { devDependencies: { builds: 'file:../packages/builds' } });
  for (const name of ['runs', 'builds']) await writePackage(`packages/${name}`, { name });
  await writePackage('packages/packed', { name: 'packed' });
  await npm(origin, 'pack', './packages/packed');
  await npm(origin, 'install');
});
afterAll(() => rm(origin, { recursive: true, force: true }));
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'vitrine-clone-'));
  await cp(origin, clone, { recursive: true, verbatimSymlinks: true });
});
afterEach(() => rm(clone, { recursive: true, force: true }));

async function writePackage(folder: string, fields: object): Promise<void> {
  await mkdir(join(origin, folder), { recursive: true });
  const text = JSON.stringify({
    name: folder.replace('.', 'root'),
    version: '1.0.0',
    type: 'module',
    private: true,
    ...fields,
  });
  await writeFile(join(origin, folder, 'package.json'), text);
}

const npm = (cwd: string, ...args: string[]) => run('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd });
const isInstalled = (name: string): boolean => existsSync(join(clone, 'node_modules', name));
const readLock = () => readFile(join(clone, 'package-lock.json'), 'utf8');
const SCRIPT = `import('./scripts/prepare.mjs').then(({ installMissing }) => installMissing())`;
const installMissing = (env: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, ['-e', SCRIPT], { cwd: clone, env: { ...process.env, npm_config_offline: 'true', ...env } });

test.each([{ NODE_ENV: 'production' }, { npm_config_omit: 'dev' }])(
  'installs dev dependencies too with %o',
  async (env) => {
    await rm(join(clone, 'node_modules'), { recursive: true });
    assert.match((await installMissing(env)).stdout, /^Installing packages/);
    assert.deepEqual(['runs', 'builds'].map(isInstalled), [true, true]);
    assert.deepEqual(await installMissing(env), { stdout: '', stderr: '' });
  },
);

test('installs dev dependencies that an earlier installation left out', async () => {
  await npm(clone, 'ci', '--omit=dev');
  assert.deepEqual(['runs', 'builds'].map(isInstalled), [true, false]);
  await installMissing();
  assert.deepEqual(['runs', 'builds'].map(isInstalled), [true, true]);
});

test('installs nothing when the lists of packages are only newer', async () => {
  for (const name of ['package.json', 'package-lock.json'])
    await utimes(join(clone, name), 4_000_000_000, 4_000_000_000);
  assert.deepEqual(await installMissing(), { stdout: '', stderr: '' });
});

const PACKED = 'node_modules/packed/package.json';

test.each<[string, () => Promise<unknown>]>([
  ['a package is missing', () => rm(join(clone, 'node_modules/packed'), { recursive: true })],
  ['a package has another version', () => writeFile(join(clone, PACKED), '{ "name": "packed", "version": "0.9.0" }')],
])('installs the version of the lock file when %s, and keeps the lock file', async (_when, change) => {
  const lock = await readLock();
  await change();
  assert.match((await installMissing()).stdout, /^Installing packages/);
  assert.equal(JSON.parse(await readFile(join(clone, PACKED), 'utf8')).version, '1.0.0');
  assert.equal(await readLock(), lock);
});

test('fails when the lock file lacks a package, and keeps the lock file', async () => {
  const lock = await readLock();
  const list = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8'));
  const dependencies = { ...list.dependencies, other: 'file:./packages/other' };
  await writeFile(join(clone, 'package.json'), JSON.stringify({ ...list, dependencies }));
  await assert.rejects(installMissing());
  assert.equal(await readLock(), lock);
});

test.each(['console', 'screen'])(
  'the %s is built anew after a change of it, of the client or of the contract, and not after others',
  async (bundle) => {
    const own = ['index.html', 'vite.config.ts', 'package.json', 'src/a/b.tsx'].map((name) => `${bundle}/${name}`);
    const parts = [...own, 'node_modules/.package-lock.json'];
    const sources = ['console/build/a.ts', 'client/src/a.ts', 'contract/src/a.ts'];
    const [built, others] = [`${bundle}/dist/index.html`, 'server/src/a.ts'];
    for (const name of [...parts, ...sources, built, others]) {
      await mkdir(dirname(join(clone, name)), { recursive: true });
      await writeFile(join(clone, name), '');
    }
    const date = (name: string, time: number) => utimes(join(clone, name), time, time);
    const { isBundled } = await import(pathToFileURL(join(clone, 'scripts/prepare.mjs')).href);
    const whenNewer = async (name: string): Promise<unknown> => {
      await date(name, 4_000_000_001);
      const answer: unknown = isBundled(bundle);
      await date(name, 1);
      return answer;
    };
    await date(built, 4_000_000_000);
    assert.equal(await whenNewer(others), true);
    for (const name of [...parts, ...sources]) assert.equal(await whenNewer(name), false, name);
  },
);
