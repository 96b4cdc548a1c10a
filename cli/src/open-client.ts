import { Client, type Wait } from '@vitrine/client';
import { requireLogin, type Login } from './config.js';
import type { Context } from './context.js';
import { Failure } from './failure.js';

// Patient enough to see a service through its restart.
const MAX_RETRIES = 8;

export type Session = { readonly client: Client; readonly login: Login };

export async function openSession({ env }: Context, onWait: (wait: Wait) => void = tellLongWait): Promise<Session> {
  const login = await requireLogin(env);
  return { login, client: createClient(login, onWait) };
}

export const openClient = async (context: Context): Promise<Client> => (await openSession(context)).client;

export function createClient(login: Login, onWait: (wait: Wait) => void = tellLongWait): Client {
  try {
    return new Client({ ...login, maxRetries: MAX_RETRIES, onWait });
  } catch (error) {
    if (error instanceof TypeError) throw new Failure(error.message);
    throw error;
  }
}

const TOLD_SECONDS_MIN = 2;

function tellLongWait({ kind, seconds, error }: Wait): void {
  if (seconds < TOLD_SECONDS_MIN || !process.stderr.isTTY) return;
  const why = kind === 'rate_limited' ? 'The rate limit is reached' : (error?.message ?? 'The service does not answer');
  process.stderr.write(`${why.replace(/\.$/, '')}: going on in ${Math.ceil(seconds)} s …\n`);
}
