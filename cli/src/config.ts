import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError } from './errors.js';

// The only reader of the environment: where things are kept, and who is calling whom.

export type Environment = Readonly<Record<string, string | undefined>>;
export type Login = { readonly baseUrl: string; readonly token: string };

// Never into a pipe or a file (no-color.org for the rest).
export const hasColours = (env: Environment, stream: { readonly isTTY?: boolean }): boolean =>
  stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';

const folderOf = (env: Environment, name: string, usual: string): string =>
  join(env[name] || join(env['HOME'] || homedir(), usual), 'vitrine');

export const configFile = (env: Environment): string =>
  join(folderOf(env, 'XDG_CONFIG_HOME', '.config'), 'config.json');
const cacheFolder = (env: Environment): string => folderOf(env, 'XDG_CACHE_HOME', '.cache');

// What was uploaded from a folder is remembered per service, token and folder: another token may be another merchant's.
export function journalFile(env: Environment, { baseUrl, token }: Login, folder: string): string {
  const key = createHash('sha256').update(`${baseUrl}\n${token}\n${folder}`).digest('hex').slice(0, 32);
  return join(cacheFolder(env), 'sync', `${key}.jsonl`);
}

// VITRINE_URL and VITRINE_TOKEN come before what «vitrine login» stored.
export async function requireLogin(env: Environment): Promise<Login> {
  const stored = await findLogin(env);
  const baseUrl = env['VITRINE_URL'] || stored?.baseUrl;
  const given = env['VITRINE_TOKEN'] || undefined;
  const token = given ?? stored?.token;
  if (baseUrl === undefined || token === undefined) {
    throw new CliError('Not logged in: run «vitrine login», or set VITRINE_URL and VITRINE_TOKEN.');
  }
  // A stored token is a secret between its owner and one service.
  if (
    given === undefined &&
    stored !== undefined &&
    baseUrl.replace(/\/+$/, '') !== stored.baseUrl.replace(/\/+$/, '')
  ) {
    throw new CliError('VITRINE_URL names another service than the one you logged in to: set VITRINE_TOKEN too.');
  }
  return { baseUrl, token };
}

export async function findLogin(env: Environment): Promise<Login | undefined> {
  const path = configFile(env);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseLogin(text, path);
}

function parseLogin(text: string, path: string): Login {
  try {
    const login = JSON.parse(text) as Partial<Login> | null;
    if (typeof login?.baseUrl === 'string' && typeof login.token === 'string') {
      return { baseUrl: login.baseUrl, token: login.token };
    }
  } catch {
    // Told below; what JSON.parse says would repeat a piece of the file.
  }
  throw new CliError(`${path} cannot be read: run «vitrine login» again.`);
}

// Whole or not at all, and never readable to others, not even for a moment.
export async function storeLogin(env: Environment, login: Login): Promise<string> {
  const path = configFile(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
  return path;
}

export async function dropLogin(env: Environment): Promise<void> {
  await rm(configFile(env), { force: true });
}
