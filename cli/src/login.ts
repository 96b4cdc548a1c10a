import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { NotFoundError, type Budget } from '@vitrine/client';
import type { Command } from 'commander';
import { command, type Context } from './command.js';
import { configFile, dropLogin, findLogin, storeLogin } from './config.js';
import { CliError } from './errors.js';
import { formatMoment } from './format.js';
import { createClient, openClient } from './open-client.js';
import { print, printFields, printJson, tell, type OutputOptions } from './print.js';

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
  if (token === '') throw new CliError('No token came: paste it when asked, or pipe it in with --token-stdin.');
  const client = createClient({ baseUrl, token });
  warnOfPlainHttp(client.baseUrl);
  const known = await client.token({ signal }).catch((error: unknown) => {
    if (error instanceof NotFoundError)
      throw new CliError(`There is no Vitrine service at ${client.baseUrl}: look at --url.`);
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
    throw new CliError('Which service? Name it with --url, or set VITRINE_URL.');
  }
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await reader.question(
    before === undefined ? 'Address of the service: ' : `Address of the service [${before}]: `,
  );
  reader.close();
  return answer.trim() || before || '';
}

function askToken(signal: AbortSignal): Promise<string> {
  if (!process.stdin.isTTY) throw new CliError('There is no terminal to ask at: pipe the token in with --token-stdin.');
  return askSecret('Token (not shown): ', signal);
}

const ENTER = /[\r\n]/;
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const ERASE = /[\b\u007f]/;

// A line typed at the terminal that the terminal does not show.
function askSecret(question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true).setEncoding('utf8').resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const finish = (end: () => void): void => {
      stdin.off('data', read).setRawMode(false).pause();
      stderr.write('\n');
      end();
    };
    const read = (input: string): void => {
      for (const key of input) {
        if (ENTER.test(key) || key === CTRL_D) return finish(() => resolve(typed));
        // In raw mode the terminal makes no signal of it.
        if (key === CTRL_C) return finish(() => process.emit('SIGINT'));
        typed = ERASE.test(key) ? typed.slice(0, -1) : typed + key;
      }
    };
    stdin.on('data', read);
    signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
  });
}

function warnOfPlainHttp(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  if (protocol === 'http:' && !isHere)
    tell(`Careful: ${baseUrl} is not https, so others on the way can read the token.`);
}

export const logoutCommand = ({ env }: Context): Command =>
  command('logout', 'forget the stored token; it keeps working until the merchant revokes it', ['logout']).action(
    async (options: OutputOptions) => {
      // A file that cannot be read is dropped all the same.
      const wasLoggedIn = await findLogin(env).then(
        (login) => login !== undefined,
        () => true,
      );
      await dropLogin(env);
      if (options.json) return printJson({ wasLoggedIn });
      if (!options.quiet) print(wasLoggedIn ? `Forgotten: ${configFile(env)} is gone.` : 'You were not logged in.');
    },
  );

export const whoamiCommand = (context: Context): Command =>
  command('whoami', 'which service, which token, what it may do and until when', ['whoami', 'whoami --json']).action(
    async (options: OutputOptions) => {
      const client = await openClient(context);
      const token = await client.token(context);
      if (options.json) return printJson({ baseUrl: client.baseUrl, ...token });
      if (options.quiet) return;
      printFields({
        service: client.baseUrl,
        token: `${token.name} (…${token.lastFour})`,
        scopes: token.scopes.join(' '),
        created: formatMoment(token.createdAt),
        expires: formatMoment(token.expiresAt),
        reads: budgetText(token.budgets.read),
        writes: budgetText(token.budgets.write),
      });
    },
  );

const budgetText = ({ limit, remaining, resetSeconds }: Budget): string =>
  `${remaining} of ${limit} left in this minute, which ends in ${resetSeconds} s`;
