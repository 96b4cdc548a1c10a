import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

// A clone in small: our script, the real npm, and packages that need no network. One of them only builds.
let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'vitrine-clone-'));
  for (const path of ['scripts/prepare.mjs', 'server/bin/require-node.js'])
    await cp(join(ROOT, path), join(clone, path));
  await writePackage('.', { workspaces: ['part'], dependencies: { runs: 'file:./packages/runs' } });
  await writePackage('part', { devDependencies: { builds: 'file:../packages/builds' } });
  for (const name of ['runs', 'builds']) await writePackage(`packages/${name}`, { name });
  await npm('install', '--package-lock-only');
});
afterEach(() => rm(clone, { recursive: true, force: true }));

async function writePackage(folder: string, fields: object): Promise<void> {
  await mkdir(join(clone, folder), { recursive: true });
  const text = JSON.stringify({
    name: folder.replace('.', 'root'),
    version: '1.0.0',
    type: 'module',
    private: true,
    ...fields,
  });
  await writeFile(join(clone, folder, 'package.json'), text);
}

const npm = (...args: string[]) => run('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: clone });
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
  await npm('install', '--omit=dev');
  assert.deepEqual(['runs', 'builds'].map(isInstalled), [true, false]);
  await installMissing();
  assert.deepEqual(['runs', 'builds'].map(isInstalled), [true, true]);
});

test('a tree that is whole is left alone', async () => {
  assert.match((await installMissing()).stdout, /^Installing packages/);
  assert.deepEqual(await installMissing(), { stdout: '', stderr: '' });
});
