import { setTimeout as sleep } from 'node:timers/promises';
import { signWebhook, type Change } from '@vitrine/client';
import { isLasting, toConnectionError } from '@vitrine/client/internal/connection-error';
import { startDeadline } from '@vitrine/client/internal/retry';
import { tell } from './print.js';
import { plain } from './text-width.js';

type Receiver = { readonly address: string; readonly secret: string; readonly signal: AbortSignal };

export type Forwarded = {
  // Undefined when no answer came in time.
  readonly status: number | undefined;
  readonly ms: number;
  // What to tell when it was not taken.
  readonly failure: string | undefined;
};

const ANSWER_SECONDS_MAX = 15;
const SHOWN_CHARACTERS_MAX = 200;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 5_000;

// One change to the program, as the service would send it: signed, without following redirects, with 15 seconds to
// answer. A program that is not there is being restarted: it is waited for, and nothing is left out. One that answers,
// whatever it says, has had its message: the service would try again for days, but who sits before it wants to see the
// next one. Undefined when Ctrl-C came first.
export async function forward(receiver: Receiver, change: Change): Promise<Forwarded | undefined> {
  for (let attempt = 0; !receiver.signal.aborted; attempt += 1) {
    try {
      return await post(receiver, change);
    } catch (error) {
      if (receiver.signal.aborted) break;
      await waitFor(receiver, error, attempt);
    }
  }
  return undefined;
}

async function post({ address, secret, signal }: Receiver, { id, type, at, data }: Change): Promise<Forwarded> {
  const body = JSON.stringify({ type, timestamp: at, data });
  const headers = await signWebhook(secret, { id, timestamp: Math.floor(Date.now() / 1000), body });
  const deadline = startDeadline(ANSWER_SECONDS_MAX * 1000, signal);
  const begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'vitrine-listen' },
      body,
      redirect: 'manual',
      signal: deadline.signal,
    });
    const text = await response.text();
    return { status: response.status, ms: since(), failure: response.ok ? undefined : firstLineOf(text) };
  } catch (error) {
    if (!deadline.isOver()) throw error;
    return { status: undefined, ms: since(), failure: `No answer within ${ANSWER_SECONDS_MAX} s.` };
  } finally {
    deadline.clear();
  }
}

const firstLineOf = (text: string): string =>
  plain(text.trim().split('\n', 1)[0]?.slice(0, SHOWN_CHARACTERS_MAX) ?? '') || 'It did not say why.';

// Told once; an address that no waiting mends ends it.
async function waitFor({ address, signal }: Receiver, thrown: unknown, attempt: number): Promise<void> {
  const error = toConnectionError(address, thrown);
  if (isLasting(error)) throw error;
  if (attempt === 0) tell(`${error.message.replace(/\.$/, '')}: waiting for it …`);
  const ms = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** attempt);
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
