import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { NotFoundError } from '@vitrine/client';
import { command } from './command.js';
import { findLogin, storeLogin } from './config.js';
import type { Context } from './context.js';
import { Failure } from './failure.js';
import { createClient } from './open-client.js';
import { print, printJson, tell, type OutputOptions } from './print.js';
import { askSecret } from './ask-secret.js';

type Options = OutputOptions & { readonly url?: string; readonly tokenStdin?: boolean };

// The token is asked for or piped in. There is no --token: the list of processes and the shell's history would keep it.
export const loginCommand = (context: Context): Command =>
  command('login', 'check a token and store it in your config folder, readable to you alone', [
    'login --url https://signage.example.com',
    'login --url http://127.0.0.1:8080 --token-stdin < token.txt',
  ])
    .option('--url <address>', "the service's address")
    .option('--token-stdin', 'read the token from standard input instead of asking for it')
    .action((options: Options) => login(context, options));

async function login({ env, signal }: Context, options: Options): Promise<void> {
  const baseUrl = options.url ?? env['VITRINE_URL'] ?? (await askUrl(env, options));
  const token = (options.tokenStdin ? await text(process.stdin) : await askToken(signal)).trim();
  if (token === '') throw new Failure('No token came: paste it when asked, or pipe it in with --token-stdin.');
  const client = createClient({ baseUrl, token });
  warnOfPlainHttp(client.baseUrl);
  const known = await client.token({ signal }).catch((error: unknown) => {
    if (error instanceof NotFoundError)
      throw new Failure(`There is no Vitrine service at ${client.baseUrl}: look at --url.`);
    throw error;
  });
  const path = await storeLogin(env, { baseUrl: client.baseUrl, token });
  if (options.json) return printJson({ baseUrl: client.baseUrl, name: known.name, scopes: known.scopes });
  if (!options.quiet)
    print(`Logged in to ${client.baseUrl} with the token «${known.name}» (…${known.lastFour}), kept in ${path}.`);
}

async function askUrl(env: Context['env'], { tokenStdin }: Options): Promise<string> {
  const before = (await findLogin(env).catch(() => undefined))?.baseUrl;
  if (tokenStdin || !process.stdin.isTTY) {
    if (before !== undefined) return before;
    throw new Failure('Which service? Name it with --url, or set VITRINE_URL.');
  }
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await reader.question(
    before === undefined ? 'Address of the service: ' : `Address of the service [${before}]: `,
  );
  reader.close();
  return answer.trim() || before || '';
}

function askToken(signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) throw new Failure('There is no terminal to ask at: pipe the token in with --token-stdin.');
  return askSecret('Token (not shown): ', signal);
}

function warnOfPlainHttp(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  if (protocol === 'http:' && !isHere)
    tell(`Careful: ${baseUrl} is not https, so others on the way can read the token.`);
}
