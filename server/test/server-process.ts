import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

// The built server as its own process, the way an operator runs it.
const BIN = join(import.meta.dirname, '../bin/vitrine-server.js');

export type ServerProcess = { readonly url: string; readonly child: ChildProcess; readonly pid: number };

export async function startServer(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [BIN, 'serve'], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)));
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    if (output.includes('Vitrine is up.')) break;
  }
  const pid = child.pid;
  if (!output.includes('Vitrine is up.') || pid === undefined) throw new Error(`The server did not come up: ${errors}`);
  return { url: `http://127.0.0.1:${settings['PORT']}`, child, pid };
}

export async function runCommand(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [BIN, ...args], { env: environment(settings) });
  return stdout;
}

const environment = (settings: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  LOG_LEVEL: 'warn',
  ...settings,
});

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

// kill -9 of the server, its PostgreSQL and everything below them, as a power cut would.
export async function killEverything({ child, pid }: ServerProcess, dataDir: string): Promise<void> {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const exited = once(child, 'exit');
  for (const victim of [pid, postmaster].flatMap(withDescendants)) killQuietly(victim);
  await exited;
}

function withDescendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
  return [pid, ...children.flatMap(withDescendants)];
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its parent.
  }
}
