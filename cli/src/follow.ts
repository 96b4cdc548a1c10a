import type { Change } from '@vitrine/client';
import type { Context } from './command.js';
import { requireLogin, type Login } from './config.js';
import { createClient, tellWait } from './open-client.js';

type Followed = AsyncIterable<Change> & {
  // Where to go on: what comes behind it was not handed out, or not done with yet.
  readonly cursor: string | undefined;
};

const ANSWER_MS_MAX = 10_000;

// The feed, from a place on, until Ctrl-C. The first answer is asked for as every command does, so that a wrong address
// or token is told soon; from then on limits and restarts are waited out, with a word.
export async function follow({ env, signal }: Context, cursor: string | undefined): Promise<Followed> {
  const login = await requireLogin(env);
  const first = await createClient(login).changes({ cursor, signal }).page();
  const rest = patiently(login).changes({ cursor: first.nextCursor, signal });
  let isFirst = true;
  return {
    get cursor() {
      return isFirst ? cursor : rest.cursor;
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
