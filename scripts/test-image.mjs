// npm run test:image: deploy/Dockerfile built by buildah and run by podman, both targets, without Docker and without a
// registry. The base image is made here of Debian's packages and of Node from npm, under the name that the Dockerfile
// gives; `-- --pull` takes the real one. Needs root and Debian; the first run takes some ten minutes.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';
import { tryAllInOne, tryPlain } from './test-image/walks.mjs';

// podman's own needs too: what starts containers, what publishes ports.
const PROGRAMS = ['buildah', 'podman', 'runc', 'debootstrap', 'iptables'];
const PACKAGES = [...PROGRAMS, 'netavark', 'aardvark-dns'];
const DOCKERFILE = join(ROOT, 'deploy', 'Dockerfile');
// Kept, so that a second run does not make the base again. podman and buildah share it, apart from the machine's own.
const STORE = '/var/tmp/vitrine-image';
const STORAGE = ['--root', join(STORE, 'storage'), '--runroot', join(STORE, 'run')];

installMissingPrograms();
mkdirSync(STORE, { recursive: true });
const isPulled = process.argv.includes('--pull');
for (const name of basesOf(readFileSync(DOCKERFILE, 'utf8'))) if (!isPulled) makeBase(name);
const tries = { 'all-in-one': tryAllInOne, plain: tryPlain };
for (const target of Object.keys(tries)) buildImage(target);
for (const [target, tryIt] of Object.entries(tries)) await tryIt(podman, `localhost/vitrine:${target}`);
console.log('Both images were built, and did what they must.');

function installMissingPrograms() {
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')} …`);
  run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...PACKAGES]);
}

// Images that are not stages of the file itself.
function basesOf(dockerfile) {
  const froms = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];
  const stages = new Set(froms.map(([, , stage]) => stage));
  return new Set(froms.map(([, image]) => image).filter((image) => !stages.has(image)));
}

// As the official image of Node is made: Debian, the user `node` with the id 1000, Node and its npm in /usr/local.
function makeBase(name) {
  const [, version, suite] = /^node:(\d+\.\d+\.\d+)-([a-z]+)-slim$/.exec(name) ?? [];
  if (version === undefined) throw new Error(`How to make ${name} is not known here.`);
  const image = `localhost/${name}`;
  if (spawnSync('podman', [...STORAGE, 'image', 'exists', image]).status === 0) return;
  console.log(`— ${name}, of Debian's packages and npm's`);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-base-'));
  try {
    const root = join(folder, 'root');
    run('debootstrap', ['--variant=minbase', suite, root]);
    run('chroot', [root, 'useradd', '--create-home', '--uid', '1000', '--user-group', 'node']);
    const unpacked = (spec) => unpack(spec, folder);
    cpSync(join(unpacked(`node-linux-${arch()}@${version}`), 'bin', 'node'), join(root, 'usr/local/bin/node'));
    const npm = join(root, 'usr/local/lib/node_modules/npm');
    cpSync(unpacked('npm@11'), npm, { recursive: true });
    for (const one of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${one}-cli.js`, join(root, 'usr/local/bin', one));
    const container = ask('buildah', [...STORAGE, 'from', 'scratch']);
    run('buildah', [...STORAGE, 'add', '--quiet', container, root, '/']);
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    run('buildah', [...STORAGE, 'config', '--env', path, '--env', `NODE_VERSION=${version}`, container]);
    run('buildah', [...STORAGE, 'commit', '--quiet', '--rm', container, image]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unpack(spec, folder) {
  const to = mkdtempSync(join(folder, 'package-'));
  const file = ask('npm', ['pack', '--silent', '--pack-destination', to, spec]);
  run('tar', ['-xzf', join(to, file), '-C', to]);
  return join(to, 'package');
}

function buildImage(target) {
  console.log(`— building ${target}`);
  const args = ['--isolation', 'chroot', '--format', 'docker', '--layers', `--pull=${isPulled}`, '--target', target];
  const files = ['-f', DOCKERFILE, '--ignorefile', `${DOCKERFILE}.dockerignore`, '-t', `vitrine:${target}`];
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  // Where this machine trusts an authority of its own, npm in the build has to as well; nothing of it stays in the image.
  const npmrc = join(STORE, 'npmrc');
  writeFileSync(npmrc, 'cafile=/run/authorities.crt\n');
  const trust = ['--volume', `${npmrc}:/root/.npmrc:ro`, '--volume', `${authorities}:/run/authorities.crt:ro`];
  run('buildah', [...STORAGE, 'build', ...args, ...files, ...(authorities === undefined ? [] : trust), ROOT]);
}

function podman(args) {
  const how = ['--cgroup-manager=cgroupfs', '--runtime=runc'];
  return spawnSync('podman', [...STORAGE, ...how, ...args], { encoding: 'utf8' });
}

function run(program, args) {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function ask(program, args) {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
