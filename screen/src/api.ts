// Calls of /api/screens/v1. No answer throws: what is not reached, refused or overloaded now is asked again later.
import { WAIT_SECONDS_MAX } from '@vitrine/contract/screen-limits';
import { moment, type ServiceClock } from './service-clock.js';
import type { Beat, NewPairing, Pairing, PlayBatch, Program } from './wire.js';

type Unanswered = { readonly kind: 'unreachable' };
// The key is dead, or the pairing ran out.
type Gone = { readonly kind: 'gone' };
type PairingState =
  | { readonly kind: 'waiting'; readonly code: string }
  | { readonly kind: 'paired'; readonly isDemo: boolean };
type ProgramAnswer = { readonly kind: 'program'; readonly program: Program } | { readonly kind: 'same' };

export type Api = ReturnType<typeof createApi>;

// For the way there and back, beside what was asked to wait.
const ANSWER_MS = 20_000;

type Clock = Pick<ServiceClock, 'hear'>;

export function createApi(base: string, keys: { secret: string | null }, clock: Clock) {
  const ask = async (path: string, sent: Sent = {}): Promise<Response | undefined> => {
    const headers: Record<string, string> = { ...sent.headers };
    if (keys.secret !== null) headers['authorization'] = `Bearer ${keys.secret}`;
    if (sent.body !== undefined) headers['content-type'] = 'application/json';
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), (sent.waitSeconds ?? 0) * 1000 + ANSWER_MS);
    const init: RequestInit = {
      method: sent.body === undefined && sent.method === undefined ? 'GET' : 'POST',
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: controller.signal,
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    };
    const asked = moment();
    try {
      const response = await fetch(`${base}api/screens/v1${path}`, init);
      const serviceTime = Number(response.headers.get('x-service-time'));
      if (Number.isSafeInteger(serviceTime) && serviceTime > 0) clock.hear(serviceTime, asked);
      // Read here, so that an answer that breaks off is none.
      return new Response(BODILESS.includes(response.status) ? null : await response.blob(), response);
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    async startPairing(): Promise<NewPairing | Unanswered> {
      const response = await ask('/pairings', { method: 'POST' });
      return (response?.ok === true ? await toJson<NewPairing>(response) : undefined) ?? UNREACHABLE;
    },

    async getPairing(waitSeconds: number): Promise<PairingState | Gone | Unanswered> {
      const response = await ask(`/pairing?wait=${waitSeconds}`, { waitSeconds });
      if (response === undefined) return UNREACHABLE;
      if (await isRefused(response, 'not_found')) return GONE;
      const state = response.ok ? await toJson<Pairing>(response) : undefined;
      if (state === undefined) return UNREACHABLE;
      if (state.state === 'paired') return { kind: 'paired', isDemo: state.isDemo };
      return { kind: 'waiting', code: state.code };
    },

    // Waits for another version than the given one. Without a version the service answers at once, with newly signed URLs.
    async getProgram(
      version: string | null,
      waitSeconds = version === null ? 0 : WAIT_SECONDS_MAX,
    ): Promise<ProgramAnswer | Gone | Unanswered> {
      const headers: Record<string, string> = version === null ? {} : { 'if-none-match': `"${version}"` };
      const response = await ask(`/program?wait=${waitSeconds}`, { headers, waitSeconds });
      if (response === undefined) return UNREACHABLE;
      if (response.status === 304) return { kind: 'same' };
      if (await isRefused(response, 'unauthorized')) return GONE;
      const program = response.ok ? await toJson<Program>(response) : undefined;
      return program === undefined ? UNREACHABLE : { kind: 'program', program };
    },

    // The version of the player that is served now.
    async sendBeat(beat: Beat): Promise<string | null | Gone | Unanswered> {
      const response = await ask('/beats', { body: beat });
      if (response !== undefined && (await isRefused(response, 'unauthorized'))) return GONE;
      if (response?.ok !== true) return UNREACHABLE;
      return (await toJson<{ playerVersion: string | null }>(response))?.playerVersion ?? null;
    },

    // Whether the batch was taken, now or before. `refused` is for good: the same batch would be refused again.
    async sendPlays(batch: PlayBatch): Promise<'taken' | 'refused' | 'unreachable'> {
      const response = await ask('/plays', { body: batch });
      if (response === undefined || response.status === 401 || response.status === 429 || response.status >= 500) {
        return 'unreachable';
      }
      if (response.ok)
        return (await toJson<{ batch: number }>(response))?.batch === batch.batch ? 'taken' : 'unreachable';
      return (await errorOf(response)) === undefined ? 'unreachable' : 'refused';
    },
  };
}

type Sent = {
  readonly method?: 'POST';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly waitSeconds?: number;
};

const UNREACHABLE: Unanswered = { kind: 'unreachable' };
const GONE: Gone = { kind: 'gone' };
// A body beside one of these is refused by the browser.
const BODILESS = [204, 205, 304];

// A hotel's or a shop's network answers in the service's place until somebody has signed in there; such an answer must not
// darken a screen.
const isRefused = async (response: Response, error: 'unauthorized' | 'not_found'): Promise<boolean> =>
  response.status === REFUSALS[error] && (await errorOf(response)) === error;

const REFUSALS = { unauthorized: 401, not_found: 404 };

async function errorOf(response: Response): Promise<string | undefined> {
  const error = (await toJson<{ error?: unknown } | null>(response))?.error;
  return typeof error === 'string' ? error : undefined;
}

async function toJson<Value>(response: Response): Promise<Value | undefined> {
  try {
    return (await response.clone().json()) as Value;
  } catch {
    return undefined;
  }
}
