// Installs the programs of other projects that some slow tests run, where this machine has apt-get and we are root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// program → Debian package
const PROGRAMS = {
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  promtool: 'prometheus',
  php: 'php-cli',
  python3: 'python3',
  pg_ctlcluster: 'postgresql',
  'systemd-analyze': 'systemd',
};

/** Returns the names of the programs that are still missing. */
export function installPrograms() {
  const missing = findMissing();
  if (missing.length === 0 || !isOnPath('apt-get') || process.getuid?.() !== 0) return missing;
  const packages = missing.map((name) => PROGRAMS[name]);
  console.log(`— install ${packages.join(', ')}`);
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', ...packages);
  return findMissing();
}

/** Runs apt-get without questions. Returns its output and whether it succeeded. */
export function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Use-Pty=0'];
  const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...args], { env, encoding: 'utf8' });
  return { isDone: status === 0, output: `${stdout}${stderr}` };
}

export const isOnPath = (name) =>
  ['/usr/sbin', '/sbin', ...(process.env['PATH'] ?? '').split(':')].some((folder) => existsSync(`${folder}/${name}`));

const findMissing = () => Object.keys(PROGRAMS).filter((name) => !isOnPath(name));
