// The built command line in processes of its own, as an operator runs it.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { findPostmaster as findPostmasterOn } from '@vitrine/embedded-postgres';
import { findFreePort } from './free-port.js';
import { copyCluster } from './global-setup.js';
import { TEST_SECRET_KEY } from './secret-key.js';

const PROGRAM = join(import.meta.dirname, '../../server/bin/vitrine-server.js');

export type Environment = Readonly<Record<string, string>>;
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

// Runs one command to its end.
export async function runCommand(folder: Folder, args: readonly string[], more: Environment = {}): Promise<Ended> {
  const child = spawnProgram(folder, args, more);
  child.process.stdin.end();
  return child.ended;
}

// The same program, asked many times in one process: starting Node costs more than most commands do.
const REPEATER = `
import { main } from ${JSON.stringify(join(import.meta.dirname, '../../server/dist/main.js'))};
const answer = process.stdout.write.bind(process.stdout);
process.stdout.setMaxListeners(0);
let said;
process.stdout.write = (text) => ((said.stdout += text), true);
process.stderr.write = (text) => ((said.stderr += text), true);
const answers = [];
for (const args of JSON.parse(process.argv[1])) {
  said = { stdout: '', stderr: '' };
  answers.push({ code: await main(args), ...said });
}
answer(JSON.stringify(answers));
`;

// Runs commands one after the other; for those that leave nothing behind.
export async function runCommands(
  folder: Folder,
  lines: readonly (readonly string[])[],
  more: Environment = {},
): Promise<readonly Ended[]> {
  const child = spawnNode(folder, ['--input-type=module', '-e', REPEATER, JSON.stringify(lines)], more);
  const { stdout, stderr } = await child.ended;
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Ended[];
}

// Starts `serve` and waits until it is up; when it ends before that, its words are the error.
export async function startServe(folder: Folder, more: Environment = {}) {
  const [port, storagePort, adminPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const ports = { PORT: String(port), STORAGE_PORT: String(storagePort), ADMIN_PORT: String(adminPort) };
  const env = { ...ports, ...more };
  const child = spawnProgram(folder, ['serve'], env);
  const isUp = child.until(() => child.said.stdout.includes('Ctrl-C stops it.'));
  const early = await Promise.race([isUp, child.ended]);
  if (early !== undefined) throw new Error(`serve ended with ${early.code}: ${early.stderr}`);
  return {
    ...child,
    url: `http://127.0.0.1:${env.PORT}`,
    adminUrl: `http://127.0.0.1:${env.ADMIN_PORT}`,
    // sends the signal, and waits for the end
    async end(signal: NodeJS.Signals): Promise<Ended> {
      child.process.kill(signal);
      return child.ended;
    },
  };
}

export type Served = Awaited<ReturnType<typeof startServe>>;

export const spawnProgram = (folder: Folder, args: readonly string[], more: Environment) =>
  spawnNode(folder, [PROGRAM, ...args], more);

export const environmentOf = (folder: Folder, more: Environment) => ({
  PATH: process.env['PATH'],
  HOME: folder.path,
  DATA_DIR: folder.dataDir,
  ...(more['SECRET_KEY_FILE'] === undefined && { SECRET_KEY: TEST_SECRET_KEY }),
  ...more,
});

function spawnNode(folder: Folder, args: readonly string[], more: Environment) {
  const env = environmentOf(folder, more);
  const child = spawn(process.execPath, args, { cwd: folder.path, env, stdio: 'pipe' });
  folder.children.add(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const ended = once(child, 'close').then((): Ended => {
    folder.children.delete(child);
    folder.said.push(said.stdout, said.stderr);
    return { code: child.exitCode, ...said };
  });
  const until = async (isSo: () => boolean): Promise<undefined> => {
    while (!isSo()) await sleep(10);
  };
  return { process: child, said, ended, until };
}

export type Folder = {
  readonly path: string;
  readonly dataDir: string;
  readonly children: Set<ChildProcessWithoutNullStreams>;
  // all that any process here has written
  readonly said: string[];
};

// An installation's folder, with nothing in it yet.
export async function newFolder(): Promise<Folder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-commands-')));
  await chmod(path, 0o755);
  return { path, dataDir: join(path, 'data'), children: new Set(), said: [] };
}

// One in which initdb has run and nothing else; for tests that are not about the very first start.
export async function newFolderWithCluster(): Promise<Folder> {
  const folder = await newFolder();
  await mkdir(folder.dataDir);
  await copyCluster(inject('newCluster'), join(folder.dataDir, 'postgres'));
  return folder;
}

export async function removeFolder(folder: Folder): Promise<void> {
  for (const child of folder.children) child.kill('SIGKILL');
  const pid = await findPostmaster(folder);
  if (pid !== 0) process.kill(pid, 'SIGKILL');
  await rm(folder.path, { recursive: true, force: true, maxRetries: 5 });
}

// The pid of the PostgreSQL that runs for this folder, or 0.
export const findPostmaster = ({ dataDir }: Folder): Promise<number> => findPostmasterOn(dataDir);

// Asks again until the answer is as wished, for two minutes at most; gives the last answer.
export async function poll<Answer>(ask: () => Promise<Answer>, isWished: (answer: Answer) => boolean): Promise<Answer> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const answer = await ask();
    if (isWished(answer) || performance.now() > deadline) return answer;
    await sleep(10);
  }
}
