// Installs the programs of other projects that some slow tests run, where this machine has apt-get and we are root.
import { spawnSync } from 'node:child_process';

const PROGRAMS = [
  { name: 'PgBouncer', packages: ['pgbouncer'], check: ['pgbouncer', '--version'] },
  { name: 'HAProxy', packages: ['haproxy'], check: ['haproxy', '-v'] },
  { name: 'promtool', packages: ['prometheus'], check: ['promtool', '--version'] },
  { name: 'jq', packages: ['jq'], check: ['jq', '--version'] },
  {
    name: 'PHP with curl',
    packages: ['php-cli', 'php-curl'],
    check: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
  },
  {
    name: 'Python with requests',
    packages: ['python3', 'python3-requests'],
    check: ['python3', '-c', 'import requests'],
  },
  { name: "Debian's PostgreSQL", packages: ['postgresql'], check: ['pg_lsclusters', '--help'] },
  { name: 'systemd-analyze', packages: ['systemd'], check: ['systemd-analyze', '--version'] },
];

/** Installs what is missing. Returns the names of the programs that are still missing. */
export function installPrograms() {
  const missing = findMissing();
  if (missing.length === 0 || !works(['apt-get', '--version']) || process.getuid?.() !== 0) return namesOf(missing);
  const packages = missing.flatMap((program) => program.packages);
  console.log(`— install ${packages.join(', ')}`);
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', ...packages);
  return namesOf(findMissing());
}

/** Runs apt-get without questions, waiting for another apt-get to end. */
export function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Use-Pty=0'];
  const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...args], { env, encoding: 'utf8' });
  return { isDone: status === 0, output: `${stdout}${stderr}` };
}

// Daemons are in /usr/sbin, which is not on everybody's path.
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };
const works = ([command, ...args]) => spawnSync(command, args, { env }).status === 0;
const findMissing = () => PROGRAMS.filter(({ check }) => !works(check));
const namesOf = (programs) => programs.map(({ name }) => name);
