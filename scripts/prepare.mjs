// Installs what is missing and builds what is stale, and says so. Node's own modules only: on a fresh clone there is
// nothing else.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export { requireNode } from '../server/bin/require-node.js';

// Not by import.meta.dirname, which Node 18 does not have: it has to come as far as requireNode().
export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MARK = join(ROOT, 'node_modules', '.package-lock.json');
const BUILT = join(ROOT, 'server', 'dist', '.built');

export function installMissing() {
  if (isInstalled()) return;
  console.log('Installing packages (once; about half a minute) …');
  // `npm ci` installs what the lock file says and never changes it. The console's build tools are dev dependencies, so they are
  // installed with NODE_ENV=production too.
  run(npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']));
}

function isInstalled() {
  if (!existsSync(MARK)) return false;
  const installed = readLock(MARK);
  const wanted = Object.entries(readLock(join(ROOT, 'package-lock.json'))).filter(([path]) => isInModules(path));
  // npm leaves out the optional packages of other systems.
  const isRight = ([path, { version, optional }]) =>
    installed[path] === undefined ? optional === true : installed[path].version === version;
  return wanted.every(isRight) && isOnDisk(installed) && hasEveryDependency();
}

const readLock = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
const isInModules = (path) => /(?:^|\/)node_modules\//.test(path);

// npm's own list still has a package whose folder was removed.
function isOnDisk(installed) {
  return Object.entries(installed).every(([path, { version, link }]) => {
    // Packages below scripts/generators are not needed to start or test.
    if (!path.startsWith('node_modules/')) return true;
    const file = join(ROOT, path, 'package.json');
    return existsSync(file) && (link === true || JSON.parse(readFileSync(file, 'utf8')).version === version);
  });
}

// Finds a dependency that the lock file lacks too. Then `npm ci` fails and says so.
function hasEveryDependency() {
  return ['.', ...workspaces()].every((folder) => {
    const { dependencies, devDependencies } = readPackage(folder);
    const isThere = (name) => ['.', folder].some((base) => existsSync(join(ROOT, base, 'node_modules', name)));
    return Object.keys({ ...dependencies, ...devDependencies }).every(isThere);
  });
}

const readPackage = (folder) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
const workspaces = () => readPackage('.').workspaces;

export function build() {
  if (!existsSync(join(ROOT, 'server', 'dist'))) console.log('Building …');
  const began = new Date();
  run([process.execPath, join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b']);
  for (const name of Object.keys(BUNDLES)) bundle(name);
  // Dated back to the beginning: what was changed while the compiler ran is newer.
  writeFileSync(BUILT, '');
  utimesSync(BUILT, began, began);
}

// The bundler has no memory of its last run, and takes some seconds.
function bundle(name) {
  if (isBundled(name)) return;
  const dist = join(ROOT, name, 'dist');
  const began = new Date();
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  // Whatever the machine is set to: with another NODE_ENV React's development build would be served.
  const env = { ...process.env, NODE_ENV: 'production' };
  // Built aside and put in place whole: two builds at once, a test's and a start's, must not mix their files.
  const aside = `${dist}-${process.pid}`;
  run([process.execPath, vite, 'build', '--logLevel', 'warn', '--outDir', aside, '--emptyOutDir', name], { env });
  utimesSync(join(aside, 'index.html'), began, began);
  rmSync(dist, { recursive: true, force: true });
  renameSync(aside, dist);
}

// What is served to browsers, and the folders that are built into it: of the contract tables, limits and rules.
const BUNDLES = {
  console: ['console/build', 'console/src', 'client/src', 'contract/src'],
  screen: ['console/build', 'screen/src', 'client/src', 'contract/src'],
};

// Whether the bundle in console/dist or screen/dist is of the sources as they are now.
export function isBundled(name) {
  const index = join(ROOT, name, 'dist', 'index.html');
  const builtAt = existsSync(index) ? statSync(index).mtimeMs : 0;
  const own = ['index.html', 'vite.config.ts', 'package.json'].map((file) => join(ROOT, name, file));
  const folders = BUNDLES[name].map((folder) => join(ROOT, folder));
  return [MARK, ...own, ...folders, ...folders.flatMap(within)].every((path) => statSync(path).mtimeMs <= builtAt);
}

// The compiler takes most of a second to find that it has nothing to do; comparing times takes a hundredth of that.
export function buildStale() {
  if (!isBuilt()) build();
}

function isBuilt() {
  const dists = workspaces()
    .filter((name) => existsSync(join(ROOT, name, 'src')))
    .map((name) => join(ROOT, name, 'dist'));
  if (![BUILT, ...dists].every((path) => existsSync(path))) return false;
  const builtAt = statSync(BUILT).mtimeMs;
  return inputs().every((path) => statSync(path).mtimeMs <= builtAt);
}

const INPUTS = ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'src', 'index.html', 'vite.config.ts', 'build'];

// A folder's own time tells of files that were removed.
function inputs() {
  const own = ['.', ...workspaces()].flatMap((name) => INPUTS.map((file) => join(ROOT, name, file))).filter(existsSync);
  const sources = own.filter((path) => statSync(path).isDirectory());
  return [MARK, ...own, ...sources.flatMap(within)];
}

function within(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
}

export function run([command, ...args], options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

// The npm that started us, or the one on the path.
function npm(args) {
  const self = process.env.npm_execpath;
  return self?.endsWith('.js') ? [process.execPath, self, ...args] : ['npm', ...args];
}
