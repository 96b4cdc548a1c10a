import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLE_SECRETS, exampleArchive } from '../../tests/harness/archive-fixture.js';
import type { Connection } from '../../server/src/db/db.js';
import { openTestDatabase } from '../../tests/harness/database.js';
import { findFreePort } from '../../tests/harness/free-port.js';
import { createRepeater } from '../../tests/harness/repeater.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SERVER = join(ROOT, 'server', 'bin', 'vitrine-server.js');
const CLI = join(ROOT, 'cli', 'bin', 'vitrine.js');
const MAIN = join(ROOT, 'cli', 'dist', 'main.js');

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
export type RunOptions = {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

// The built server as a process of its own, with the example merchant in a database of its own; and the built command
// line beside it, with a home of its own.
export async function startBuiltService(settings: Readonly<Record<string, string>> = {}) {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-'));
  const [port, storagePort] = [await findFreePort(), await findFreePort()];
  const env = {
    ...cleanEnv(),
    DATABASE_URL: toUrl(database.connection),
    SECRET_KEY: 'a secret key that only tests have',
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    STORAGE_PORT: String(storagePort),
    READS_PER_MINUTE: '100000',
    WRITES_PER_MINUTE: '100000',
    LOG_LEVEL: 'error',
    ...bucketSettings(),
    ...settings,
  };
  await importExample(folder, env);
  const server = spawn(process.execPath, [SERVER, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await untilItSays(server, 'Vitrine is up');
  const url = `http://127.0.0.1:${port}`;
  const commandLine = newCommandLine(folder);
  return {
    ...commandLine,
    url,
    folder,
    token: EXAMPLE_SECRETS.all,
    login: { VITRINE_URL: url, VITRINE_TOKEN: EXAMPLE_SECRETS.all },
    async close() {
      await commandLine.endRepeated();
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// The bucket of `npm run tool -- storage`, where it has started one.
const bucketSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(S3|AWS)_/.test(name)));

const toUrl = ({ host = '', user, database }: Connection): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;

async function importExample(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const archive = join(folder, 'archive.json');
  await writeFile(archive, JSON.stringify(exampleArchive({ media: 60, tokensFrom: Date.now() })));
  const { code, stderr } = await finish(spawn(process.execPath, [SERVER, 'import', archive], { env }));
  if (code !== 0) throw new Error(stderr);
}

export function newCommandLine(folder: string) {
  const home = { XDG_CONFIG_HOME: join(folder, 'config'), XDG_CACHE_HOME: join(folder, 'cache') };
  const toEnv = (env: RunOptions['env']) => ({ ...cleanEnv(), ...home, ...env });
  const start = (args: readonly string[], { cwd = folder, env }: RunOptions = {}): ChildProcess =>
    spawn(process.execPath, [CLI, ...args], { cwd, env: toEnv(env) });
  const run = (args: readonly string[], options: RunOptions = {}): Promise<Ended> => {
    const child = start(args, options);
    child.stdin?.end(options.input ?? '');
    return finish(child);
  };
  const repeater = createRepeater(MAIN);
  // the same in one process, one after the other; for what is not about the process
  const repeat = (args: readonly string[], { cwd = folder, env }: RunOptions = {}): Promise<Ended> =>
    repeater.run({ args, cwd, env: toEnv(env) });
  return { start, run, repeat, endRepeated: repeater.end };
}

export type BuiltService = Awaited<ReturnType<typeof startBuiltService>>;

export async function finish(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => void (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => void (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

export function untilItSays(child: ChildProcess, words: string): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(words)) resolve();
    });
    child.once('exit', () => reject(new Error(`It ended without saying «${words}»: ${text}`)));
  });
}

// What the tests' own shell, or vitest (BASE_URL), has set must not decide.
const cleanEnv = () => ({ PATH: process.env['PATH'], HOME: process.env['HOME'] });
