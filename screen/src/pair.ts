// From a browser that nobody knows to a screen: six characters on the wall, which somebody types into the console.
import { WAIT_SECONDS_MAX } from '@vitrine/contract/screen-limits';
import type { Api } from './api.js';
import type { Device } from './device.js';
import type { Pages } from './pages.js';
import { backoffMs, pause } from './pause.js';

export const KEY = 'key';
export type Key = { readonly secret: string; readonly isPaired: boolean };

export type PairDeps = {
  readonly api: Api;
  readonly device: Device;
  readonly keys: { secret: string | null };
  readonly pages: Pages;
  readonly base: string;
};

// A service that lets too many wait answers at once.
const ANSWERS_MS = 2_000;

// Done when the screen is paired, or nobody wants it any more. The secret is kept from the first moment on: a page that is
// loaded anew shows the same characters.
export async function pair({ api, device, keys, pages, base }: PairDeps, ended?: AbortSignal): Promise<void> {
  let failures = 0;
  const isEnded = (): boolean => ended?.aborted === true;
  const showCode = (code: string): void =>
    pages.code({ code, link: `${base}screens?code=${encodeURIComponent(code)}` });
  for (;;) {
    const askedAt = performance.now();
    const state = keys.secret === null ? await begin() : await api.getPairing(failures === 0 ? WAIT_SECONDS_MAX : 0);
    if (isEnded()) return;
    failures = state.kind === 'unreachable' ? failures + 1 : 0;
    switch (state.kind) {
      case 'paired':
        // On a full disk it plays until the page is loaded anew.
        return device.put(KEY, { secret: keys.secret, isPaired: true }).catch(() => undefined);
      case 'gone':
        keys.secret = null;
        break;
      case 'waiting':
        showCode(state.code);
        await pause(askedAt + ANSWERS_MS - performance.now());
        break;
      case 'unreachable':
        pages.notice('No connection', `${new URL(base).host} does not answer. Trying again …`);
        await pause(backoffMs(failures, Math.random()));
    }
    if (isEnded()) return;
  }

  async function begin() {
    pages.notice('One moment', 'Asking for a code …');
    const begun = await api.startPairing();
    if ('kind' in begun || isEnded()) return UNREACHABLE;
    keys.secret = begun.secret;
    await device.put(KEY, { secret: begun.secret, isPaired: false }).catch(() => undefined);
    showCode(begun.code);
    return { kind: 'waiting' as const, code: begun.code };
  }
}

const UNREACHABLE = { kind: 'unreachable' as const };
