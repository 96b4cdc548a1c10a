// A machine of the walk's own: the same programs, but a network of its own with the page's names and addresses, and folders
// that forget everything. It ends, with every process in it, when the walk does.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { ROOT } from '../prepare.mjs';

const NEEDED = {
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  caddy: 'caddy',
  pg_createcluster: 'postgresql-15',
  pg_dump: 'postgresql-client-15',
  curl: 'curl',
  openssl: 'openssl',
  ip: 'iproute2',
};

// Covered by an empty one for as long as the walk lasts.
const FORGOTTEN = '/tmp';

const isOnPath = (name) => spawnSync('which', [name]).status === 0;

export function requirePrograms() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    throw new Error('This makes a network and mounts of its own: it is for Linux, as root.');
  if (ROOT.startsWith(`${FORGOTTEN}/`))
    throw new Error(`This covers ${FORGOTTEN}, and with it this checkout: run it from one in another folder.`);
  const missing = Object.keys(NEEDED).filter((name) => !isOnPath(name));
  if (missing.length === 0) return;
  const packages = missing.map((name) => NEEDED[name]);
  console.log(`Installing ${packages.join(', ')} …`);
  const apt = (...args) => execFileSync('apt-get', ['-qq', ...args], { stdio: 'inherit' });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}

// Runs this very script again, inside.
export const enter = (script) =>
  spawnSync(
    'unshare',
    ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', process.execPath, script, '--inside'],
    { stdio: 'inherit' },
  ).status ?? 1;

const ADDRESSES = {
  '203.0.113.10': 'signage.example.com files.example.com',
  '10.20.0.10': 'proxy.internal',
  '10.20.0.11': 'one.internal',
  '10.20.0.12': 'two.internal',
  '10.20.0.20': 'db.example.com',
  '10.20.0.30': 'storage.internal',
  '10.20.0.40': 'mail.example.com',
};

export function settle() {
  const run = (...command) => execFileSync(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] });
  run('mount', '-t', 'tmpfs', 'forgotten', FORGOTTEN);
  for (const folder of ['etc', 'var', 'opt', 'run']) {
    for (const part of ['new', 'work']) mkdirSync(`${FORGOTTEN}/.${folder}/${part}`, { recursive: true });
    const layers = `lowerdir=/${folder},upperdir=${FORGOTTEN}/.${folder}/new,workdir=${FORGOTTEN}/.${folder}/work`;
    run('mount', '-t', 'overlay', 'overlay', '-o', layers, `/${folder}`);
  }
  mkdirSync('/opt/vitrine', { recursive: true });
  run('mount', '--bind', ROOT, '/opt/vitrine');
  run('ip', 'link', 'set', 'lo', 'up');
  for (const [address, names] of Object.entries(ADDRESSES)) {
    run('ip', 'address', 'add', `${address}/32`, 'dev', 'lo');
    appendFileSync('/etc/hosts', `${address} ${names}\n`);
  }
  // What calls an instance is the proxy, at its address inside.
  for (const instance of ['10.20.0.11', '10.20.0.12'])
    run('ip', 'route', 'change', 'local', instance, 'dev', 'lo', 'table', 'local', 'src', '10.20.0.10');
}
