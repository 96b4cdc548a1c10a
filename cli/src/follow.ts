import { CursorExpiredError, type Change, type Client } from '@vitrine/client';
import { Option } from 'commander';
import type { Context } from './command.js';
import { requireLogin, type Login } from './config.js';
import { createClient, tellWait } from './open-client.js';
import { tell } from './print.js';

type Followed = AsyncIterable<Change> & {
  // Where to go on: what comes behind it was not handed out, or not done with yet.
  readonly cursor: string | undefined;
};

const ANSWER_MS_MAX = 10_000;

export type Start = { readonly cursor: string | undefined; readonly onExpired: 'stop' | 'continue' };

export const onExpiredOption = (): Option =>
  new Option('--on-expired <action>', 'when the cursor has expired: end with exit code 3, or continue from now')
    .choices(['stop', 'continue'])
    .default('stop');

/** The first page after a cursor; after an expired one, if wanted, the page of now, which is empty. */
export async function readFirstPage(client: Client, { cursor, onExpired }: Start, signal: AbortSignal) {
  try {
    return await client.changes({ cursor, signal }).page();
  } catch (error) {
    if (!(error instanceof CursorExpiredError) || onExpired === 'stop') throw error;
    tellExpired();
    return client.changes({ signal }).page();
  }
}

const tellExpired = (): void =>
  tell('The cursor has expired: changes were missed. Read the lists again. Continuing from now.');

// The feed, from a place on, until Ctrl-C. The first answer is asked for as every command does, so that a wrong address
// or token is told soon; from then on limits and restarts are waited out, with a word.
export async function follow({ env, signal }: Context, start: Start): Promise<Followed> {
  const login = await requireLogin(env);
  const first = await readFirstPage(createClient(login), start, signal);
  const onExpired = start.onExpired === 'continue' ? tellExpired : undefined;
  const rest = patiently(login).changes({ cursor: first.nextCursor, signal, onExpired });
  let isFirst = true;
  return {
    get cursor() {
      return isFirst ? start.cursor : rest.cursor;
    },
    async *[Symbol.asyncIterator]() {
      try {
        yield* first.items;
        isFirst = false;
        yield* rest;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

const patiently = (login: Login) => createClient(login, { timeoutMs: ANSWER_MS_MAX, onWait: tellWait });
