import { Client, type Wait } from '@vitrine/client';
import { requireLogin, type Login } from './config.js';
import type { Context } from './context.js';
import { Failure } from './failure.js';

// Who waits at a terminal learns of a wrong address within two seconds; an upload sees a service through its restart.
const QUICK = 2;
export const PATIENT = 8;

export type Session = { readonly client: Client; readonly login: Login };

type Patience = { readonly maxRetries?: number; readonly onWait?: (wait: Wait) => void };

export async function openSession({ env }: Context, patience: Patience = {}): Promise<Session> {
  const login = await requireLogin(env);
  return { login, client: createClient(login, patience) };
}

export const openClient = async (context: Context): Promise<Client> => (await openSession(context)).client;

export function createClient(login: Login, { maxRetries = QUICK, onWait = tellWait }: Patience = {}): Client {
  try {
    return new Client({ ...login, maxRetries, onWait });
  } catch (error) {
    if (error instanceof TypeError) throw new Failure(error.message);
    throw error;
  }
}

const TOLD_SECONDS_MIN = 2;

// Also into a pipe: a program that stands still without a word looks as if it hung.
export function tellWait({ kind, seconds, error }: Wait): void {
  if (seconds < TOLD_SECONDS_MIN) return;
  const why = kind === 'rate_limited' ? 'The rate limit is reached' : (error?.message ?? 'The service does not answer');
  process.stderr.write(`${why.replace(/\.$/, '')}: going on in ${Math.ceil(seconds)} s …\n`);
}
