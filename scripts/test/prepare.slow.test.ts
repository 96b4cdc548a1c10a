import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

// A clone in small: our script, the real npm, and packages that need no network. One of them only builds.
let origin: string;
let clone: string;
beforeAll(async () => {
  origin = await mkdtemp(join(tmpdir(), 'vitrine-origin-'));
  for (const path of ['scripts/prepare.mjs', 'server/bin/require-node.js'])
    await cp(join(ROOT, path), join(origin, path));
  await writePackage('.', { workspaces: ['part'], dependencies: { runs: 'file:./packages/runs' } });
  await writePackage('part', { devDependencies: { builds: 'file:../packages/builds' } });
  for (const name of ['runs', 'builds']) await writePackage(`packages/${name}`, { name });
  await npm(origin, 'install', '--package-lock-only');
});
afterAll(() => rm(origin, { recursive: true, force: true }));
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'vitrine-clone-'));
  await cp(origin, clone, { recursive: true });
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
const SCRIPT = `import('./scripts/prepare.mjs').then(({ installMissing }) => installMissing())`;
const installMissing = (env: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, ['-e', SCRIPT], { cwd: clone, env: { ...process.env, npm_config_offline: 'true', ...env } });

test.each([{ NODE_ENV: 'production' }, { npm_config_omit: 'dev' }])(
  'with %o too, what builds is installed',
  async (env) => {
    await installMissing(env);
    assert.deepEqual(['runs', 'builds'].map(isInstalled), [true, true]);
  },
);

test('a tree that was installed without what builds is completed', async () => {
  await npm(clone, 'install', '--omit=dev');
  assert.deepEqual(['runs', 'builds'].map(isInstalled), [true, false]);
  await installMissing();
  assert.deepEqual(['runs', 'builds'].map(isInstalled), [true, true]);
});

test('a tree that is whole is left alone', async () => {
  assert.match((await installMissing()).stdout, /^Installing packages/);
  assert.deepEqual(await installMissing(), { stdout: '', stderr: '' });
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
