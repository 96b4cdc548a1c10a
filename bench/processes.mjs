// Programs under measurement, each in its own process, and the load beside them.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSecondsBelow } from './proc.mjs';

export const SERVER = join(import.meta.dirname, '..', 'server', 'bin', 'vitrine-server.js');
const START_MS_MAX = 30_000;
// As deploy/ starts it: the unit, and with Node 24 the image.
const IS_IMAGE = process.versions.node.startsWith('24.');
const DEPLOYED_SERVER = IS_IMAGE ? join(import.meta.dirname, 'one-piece.mjs') : SERVER;
const NODE_FLAGS = ['--max-semi-space-size=4', `--heap-growing-percent=${IS_IMAGE ? 50 : 100}`, '--no-maglev'];
const DEPLOYED = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' };

export async function startFloor(name, settings) {
  const child = fork(join(import.meta.dirname, 'floors', `${name}.mjs`), {
    env: { ...process.env, FLOOR: JSON.stringify(settings) },
  });
  const [port] = await Promise.race([once(child, 'message'), failWhenEnded(child, name)]);
  return { name, port, pid: child.pid, stop: () => stop(child) };
}

// The built server as an operator starts it; its log goes to a file.
export async function startServer(name, { dataDir, env = {}, program = DEPLOYED_SERVER }) {
  const [port, storagePort, adminPort] = [await freePort(), await freePort(), await freePort()];
  const logFile = join(dataDir, `${name}.log`);
  const log = openSync(logFile, 'a');
  const started = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, program, 'serve'], {
    env: { ...process.env, ...DEPLOYED, ...settings({ dataDir, port, storagePort, adminPort }), ...env },
    stdio: ['ignore', 'ignore', log],
  });
  await Promise.race([answers(port, started), failWhenEnded(child, 'the server', () => tailOf(logFile))]);
  const startMs = performance.now() - started;
  const startCpuMs = cpuSecondsBelow(child.pid) * 1000;
  return { name, port, storagePort, adminPort, pid: child.pid, startMs, startCpuMs, stop: () => stop(child) };
}

// All gates on; only the limits are raised.
const settings = ({ dataDir, port, storagePort, adminPort }) => ({
  DATA_DIR: dataDir,
  SECRET_KEY: 'a secret key that only the bench has',
  DEMO: 'off',
  HOST: '127.0.0.1',
  PORT: String(port),
  STORAGE_PORT: String(storagePort),
  ADMIN_PORT: String(adminPort),
  READS_PER_MINUTE: '1000000',
  WRITES_PER_MINUTE: '1000000',
  MAX_TAGS_PER_MEDIA: '1000',
  // Where the receivers of webhooks are.
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
});

export function startLoad() {
  const { ask, stop } = startAsked('load');
  const run = async (order) => {
    const result = await ask(order);
    if (result.failures > 0) throw new Error(`${result.failures} requests were refused, such as:\n${result.failure}`);
    return result;
  };
  return { run, stop };
}

// A helper process that answers each message with one.
export function startAsked(name) {
  const child = fork(join(import.meta.dirname, `${name}.mjs`));
  const ended = failWhenEnded(child, name);
  const answer = () => new Promise((resolve) => child.once('message', resolve));
  const ask = (order) => {
    child.send(order);
    return Promise.race([answer(), ended]);
  };
  return { ask, stop: () => stop(child) };
}

// A temporary folder, or the one that was named, and what `keep` was given: all of it is stopped in the other order. Cut
// off, it still leaves nothing behind.
export async function inFolder(named, work) {
  const dataDir = named ?? (await mkdtemp(join(tmpdir(), 'vitrine-bench-')));
  const stops = named === undefined ? [() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })] : [];
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  let down;
  const takeDown = () => (down ??= stopAll());
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void takeDown().finally(() => process.exit(1)));
  const keep = (part) => {
    stops.push(part.stop);
    return part;
  };
  try {
    await mkdir(dataDir, { recursive: true });
    await chmod(dataDir, 0o755);
    return await work(dataDir, keep);
  } finally {
    await takeDown();
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port, started) {
  while (performance.now() - started < START_MS_MAX) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(5);
  }
  throw new Error(`Nothing answers on port ${port}.`);
}

function failWhenEnded(child, what, words = () => '') {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${what} ended with ${code}. ${words()}`);
  });
  failed.catch(() => {}); // later it ends because it was told to
  return failed;
}

const tailOf = (path) => readFileSync(path, 'utf8').slice(-2_000);

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
