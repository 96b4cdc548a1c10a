// For the tests of this folder: data folders that clean up after themselves, and other processes on them.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findPostmaster } from '../src/postmaster.js';
import { runCommand } from '../src/run-command.js';
import { startPostgres, type EmbeddedOptions, type EmbeddedPostgres } from '../src/start-postgres.js';

// What an operator's shell may hold; none of it is meant for the embedded PostgreSQL.
const ENV = { PGDATA: '/nowhere', PGHOST: 'nowhere', PGPORT: '1', PGSSLMODE: 'require', PGOPTIONS: '-c no_such=1' };
const SETTINGS = { fsync: 'off' };
const cleanups: (() => Promise<unknown>)[] = [];

export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
}

/** A folder that every account may enter; what runs on `<folder>/data` is killed in the end. */
export async function newFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-')));
  await chmod(folder, 0o755);
  cleanups.push(async () => {
    const pid = await findPostmaster(join(folder, 'data'));
    if (pid !== 0) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

export const newDataDir = async (): Promise<string> => join(await newFolder(), 'data');

export async function start(dataDir: string, more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({ dataDir, settings: SETTINGS, ...more });
  cleanups.push(async () => {
    await postgres.stop();
    // A short socket folder in /tmp is not below the data folder, so it goes on its own.
    if (!postgres.connection.host.endsWith('/run'))
      await rm(postgres.connection.host, { recursive: true, force: true });
  });
  return postgres;
}

export async function query(postgres: Pick<EmbeddedPostgres, 'connection'>, text: string): Promise<unknown> {
  const client = new Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(text)).rows[0]?.value;
  } finally {
    await client.end();
  }
}

export type Holder = Pick<EmbeddedPostgres, 'connection' | 'stop'> & { readonly kill: () => Promise<void> };

/** Another process that uses the embedded PostgreSQL, perhaps under another account. */
export async function startHolder(dataDir: string, uid?: number): Promise<Holder> {
  const child = await spawnHolder(dataDir, uid);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  const end = async (how: () => void): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    how();
    await exited;
  };
  const stop = (): Promise<void> => end(() => child.stdin.end());
  cleanups.push(stop);
  const line = await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => undefined)]);
  if (line === undefined) throw new Error(errors);
  return { connection: asConnection(String(line[0])), stop, kill: () => end(() => child.kill('SIGKILL')) };
}

export async function spawnHolder(dataDir: string, uid?: number): Promise<ChildProcessWithoutNullStreams> {
  const script = join(await (compiled ??= compile()), 'hold.js');
  const account = uid === undefined ? {} : { uid, gid: uid };
  return spawn(process.execPath, [script, dataDir], { cwd: '/', env: ENV, stdio: 'pipe', ...account });
}

const asConnection = (text: string): Holder['connection'] => JSON.parse(text) as Holder['connection'];

let compiled: Promise<string> | undefined;

export async function removeCompiled(): Promise<void> {
  if (compiled !== undefined) await rm(await compiled, { recursive: true, force: true });
  compiled = undefined;
}

// Another process cannot read TypeScript, and the build may be old: this folder is compiled for the test's run.
async function compile(): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'embedded-postgres-compiled-'));
  await chmod(out, 0o755);
  const root = process.cwd();
  const flags = '--ignoreConfig --module nodenext --target es2023 --types node --skipLibCheck'.split(' ');
  const source = join(root, 'embedded-postgres/src/start-postgres.ts');
  const tsc = [
    join(root, 'node_modules/typescript/bin/tsc'),
    ...flags,
    '--rootDir',
    join(root, 'embedded-postgres/src'),
  ];
  const args = [...tsc, '--typeRoots', join(root, 'node_modules/@types'), '--outDir', out, source];
  const { code, output } = await runCommand({ file: process.execPath, args, as: undefined }, 900_000);
  if (code !== 0) throw new Error(output);
  await symlink(join(root, 'node_modules'), join(out, 'node_modules'));
  await writeFile(join(out, 'package.json'), '{ "type": "module" }');
  await writeFile(join(out, 'hold.js'), HOLD);
  return out;
}

const HOLD = `
import { startPostgres } from './start-postgres.js';
const postgres = await startPostgres({ dataDir: process.argv[2], settings: ${JSON.stringify(SETTINGS)} });
console.log(JSON.stringify(postgres.connection));
process.stdin.resume().on('end', () => postgres.stop().then(() => process.exit(0)));
`;
