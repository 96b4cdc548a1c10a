import { Client, ConnectionError, type VitrineError, type Wait } from '@vitrine/client';
import { requireLogin, type Login } from './config.js';
import type { Context } from './command.js';
import { CliError } from './errors.js';

// Who waits at a terminal learns of a wrong address within two seconds, and after ten of one where nobody says a word; an
// upload sees a service through its restart.
const QUICK = { maxRetries: 2, timeoutMs: 10_000, onWait: tellOrGiveUp };
export const UPLOAD_RETRIES_MAX = 8;

export type Session = { readonly client: Client; readonly login: Login };

type Patience = {
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
  readonly onWait?: (wait: Wait) => void;
};

export async function openSession({ env }: Context, patience: Patience = QUICK): Promise<Session> {
  const login = await requireLogin(env);
  return { login, client: createClient(login, patience) };
}

export const openClient = async (context: Context): Promise<Client> => (await openSession(context)).client;

export function createClient(login: Login, patience: Patience = QUICK): Client {
  try {
    return new Client({ ...login, ...patience });
  } catch (error) {
    if (error instanceof TypeError) throw new CliError(error.message);
    throw error;
  }
}

// Two more tries at a host that says nothing would be twice as much silence again.
export function tellOrGiveUp(wait: Wait): void {
  if (wait.error !== undefined && isSilence(wait.error)) throw wait.error;
  tellWait(wait);
}

const isSilence = (error: VitrineError | undefined): boolean =>
  error instanceof ConnectionError && (error.code === 'ETIMEDOUT' || error.code === 'UND_ERR_CONNECT_TIMEOUT');

const TOLD_SECONDS_MIN = 2;

// Also into a pipe: a program that stands still without a word looks as if it hung.
export function tellWait({ kind, seconds, error }: Wait): void {
  if (seconds < TOLD_SECONDS_MIN && !isSilence(error)) return;
  const why = kind === 'rate_limited' ? 'The rate limit is reached' : (error?.message ?? 'The service does not answer');
  process.stderr.write(`${why.replace(/\.$/, '')}: going on in ${Math.ceil(seconds)} s …\n`);
}
