// Installs what is missing and builds what is stale, and says so. Node's own modules only: on a fresh clone there is
// nothing else.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
const MARK = join(ROOT, 'node_modules', '.package-lock.json');
const NODE_MIN = [20, 19];

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  console.error(`Vitrine needs Node ${NODE_MIN.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

export function installMissing() {
  if (isInstalled()) return;
  console.log('Installing packages (once; about half a minute) …');
  run(npm(['install', '--no-audit', '--no-fund', '--loglevel=error']));
  // npm leaves the mark's time alone when nothing changed, which would make the next start install again.
  utimesSync(MARK, new Date(), new Date());
}

function isInstalled() {
  if (!existsSync(MARK)) return false;
  const installedAt = statSync(MARK).mtimeMs;
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const lists = ['package.json', 'package-lock.json', ...workspaces.map((name) => `${name}/package.json`)];
  return lists.every((name) => statSync(join(ROOT, name)).mtimeMs <= installedAt);
}

export function build() {
  if (!existsSync(join(ROOT, 'server', 'dist'))) console.log('Building …');
  run([process.execPath, join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b']);
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
