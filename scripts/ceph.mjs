// A real S3 server for tests: Ceph on this machine alone (a monitor, one OSD that keeps its objects in memory, a
// gateway), on free loopback ports, in a temporary folder. Node's own modules only, as in prepare.mjs.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../bench/processes.mjs';
import { aptGet } from './install-programs.mjs';

const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd'];
const PROGRAMS = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin', 'setpriv'];
const REGION = 'us-east-1';
const START_MS_MAX = 2 * 60 * 1000;
const START_ATTEMPTS = 3;
const LOG_LINES_MAX = 6;

// A sentence for whoever runs the tests; the stack would tell nothing more.
export class CephError extends Error {}

export async function startCeph() {
  requireCeph();
  // Another process may take a free port before Ceph listens on it; then others are tried.
  for (let attempt = 1; ; attempt += 1) {
    const cluster = await openCluster();
    try {
      return await start(cluster);
    } catch (error) {
      const hasLostDaemon = cluster.over.aborted;
      const fault = hasLostDaemon ? cluster.over.reason : error;
      await cluster.stop();
      if (attempt === START_ATTEMPTS || !hasLostDaemon) throw fault;
    }
  }
}

// Installs what is missing of it.
export function requireCeph() {
  const missing = PROGRAMS.filter((name) => !isOnPath(name));
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`;
  if (!isOnPath('apt-get')) {
    throw new CephError(`Ceph is missing (${missing.join(', ')}): install it by hand, there is no apt-get here.`);
  }
  if (process.getuid?.() !== 0) {
    throw new CephError(`Ceph is missing (${missing.join(', ')}) and only root can install it: sudo ${command}`);
  }
  console.log(`Installing Ceph (once; about a minute): ${command} …`);
  apt(['update']);
  apt(command.split(' ').slice(1));
}

const isOnPath = (name) => spawnSync('which', [name]).status === 0;

function apt(args) {
  const { isDone, output } = aptGet(...args);
  if (!isDone) throw new CephError(`apt-get ${args[0]} failed.\n${tail(output)}`);
}

// The folder and the processes that live in it. `over` is aborted when one of them ends, by itself or by stop().
async function openCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-ceph-'));
  for (const name of ['mon.a', 'osd.0', 'log']) mkdirSync(join(folder, name));
  const cleaner = keepClean(folder);
  const ending = new AbortController();
  const daemons = [];
  const runDaemon = (name, command) => {
    const path = join(folder, 'log', `${name}.out`);
    const log = openSync(path, 'w');
    const child = spawn('setpriv', bound(folder, [...command, '-f']), { stdio: ['ignore', log, log] });
    closeSync(log);
    child.once('exit', () => ending.abort(new CephError(`Ceph's ${name} has ended.\n${tailOf(path)}`)));
    daemons.push(child);
    return child;
  };
  // Nothing here is worth a farewell, so nobody waits for one. The last goes first: it would miss the others.
  const stop = async () => {
    ending.abort(new CephError('Ceph was stopped.'));
    for (const child of daemons.toReversed()) await end(child);
    await rm(folder, { recursive: true, force: true });
    await end(cleaner);
  };
  return { folder, over: ending.signal, runDaemon, stop };
}

// However this process ends (a signal, SIGKILL too), the kernel ends the daemons with it …
function bound(folder, [program, ...args]) {
  return ['--pdeathsig', 'KILL', program, '-c', join(folder, 'ceph.conf'), ...args];
}

// … and the cleaner, whose pipe closes then, removes the folder. In its own session, so that Ctrl-C does not reach it.
function keepClean(folder) {
  const script = 'cat; sleep 1; rm -rf -- "$0"';
  return spawn('sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function start({ folder, over, runDaemon, stop }) {
  const run = (...command) => promisify(execFile)('setpriv', bound(folder, command), { signal: over });
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  const [fsid, osd] = [randomUUID(), randomUUID()];
  await writeFile(join(folder, 'ceph.conf'), toConfig({ folder, fsid, monitorPort, gatewayPort }));
  const keyring = await makeKeyring(folder, run);
  const monmap = join(folder, 'monmap');
  await run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, monmap);
  await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', keyring);
  runDaemon('monitor', ['ceph-mon', '-i', 'a']);
  await run('ceph', '--connect-timeout', '30', 'osd', 'new', osd);
  await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
  runDaemon('osd', ['ceph-osd', '-i', '0']);
  const gateway = runDaemon('gateway', ['radosgw', '-n', 'client.rgw']);
  await untilItAnswers(endpoint, over);
  const keys = { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(20).toString('hex') };
  const given = [`--access-key=${keys.accessKeyId}`, `--secret=${keys.secretAccessKey}`];
  await run('radosgw-admin', 'user', 'create', '--uid=vitrine', '--display-name=vitrine', ...given);
  return {
    endpoint,
    region: REGION,
    ...keys,
    gatewayPid: gateway.pid,
    createBucket: (name) => createBucket(endpoint, keys, name),
    stop,
  };
}

// One copy of everything, one placement group a pool, no messenger of the first kind, no sockets in the folder (its path
// may be too long for one). paxos_propose_interval is what the monitor waits before each change: with its usual second
// a start takes 13 seconds instead of 2.
function toConfig({ folder, fsid, monitorPort, gatewayPort }) {
  return `
[global]
fsid = ${fsid}
mon_initial_members = a
mon_host = [v2:127.0.0.1:${monitorPort}]
ms_bind_msgr1 = false
ms_bind_retry_count = 1
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
keyring = ${folder}/keyring
mon_data = ${folder}/mon.$id
mon_data_avail_crit = 1
paxos_propose_interval = 0.05
osd_data = ${folder}/osd.$id
osd_objectstore = memstore
memstore_device_bytes = 4294967296
osd_class_load_list = *
osd_class_default_list = *
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
run_dir = ${folder}
admin_socket =
log_to_stderr = true
log_file =
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw_data = ${folder}
rgw_run_sync_thread = false
rgw_dynamic_resharding = false
rgw_thread_pool_size = 64
`;
}

async function makeKeyring(folder, run) {
  const path = join(folder, 'keyring');
  await run('ceph-authtool', '--create-keyring', path);
  for (const name of ['mon.', 'client.admin', 'osd.0', 'client.rgw']) {
    const caps = ['mon', 'osd', 'mgr'].flatMap((service) => ['--cap', service, 'allow *']);
    await run('ceph-authtool', path, '--gen-key', '-n', name, ...caps);
  }
  return path;
}

async function untilItAnswers(endpoint, over) {
  const end = performance.now() + START_MS_MAX;
  while (!(await fetch(endpoint).catch(() => undefined))?.ok) {
    if (performance.now() > end) throw new CephError(`Ceph's gateway did not answer in ${START_MS_MAX / 1000} s.`);
    await sleep(50, undefined, { signal: over });
  }
}

// Signed in S3's older way, which is one line, and Ceph takes both.
async function createBucket(endpoint, { accessKeyId, secretAccessKey }, name) {
  const date = new Date().toUTCString();
  const signature = createHmac('sha1', secretAccessKey).update(`PUT\n\n\n${date}\n/${name}`).digest('base64');
  const headers = { date, authorization: `AWS ${accessKeyId}:${signature}` };
  const response = await fetch(`${endpoint}/${name}`, { method: 'PUT', headers });
  if (!response.ok) throw new CephError(`Ceph refused to make the bucket ${name}: ${await response.text()}`);
}

const tailOf = (path) => tail(readFileSync(path, 'utf8'));
const tail = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LOG_LINES_MAX)
    .join('\n');
