// From a browser that nobody knows to a screen: six characters on the wall, which somebody types into the console.
import { WAIT_SECONDS_MAX } from '@vitrine/contract/screen-limits';
import type { Api } from './api.js';
import type { Device } from './device.js';
import type { Pages } from './pages.js';
import { backoffMs, pause } from './pause.js';

export const KEY = 'key';
export type Key = { readonly secret: string; readonly isPaired: boolean };

type Deps = {
  readonly api: Api;
  readonly device: Device;
  readonly keys: { secret: string | null };
  readonly pages: Pages;
  readonly base: string;
};

// Done when the screen is paired. The secret is kept from the first moment on: a page that is loaded anew shows the same
// characters.
export async function pair({ api, device, keys, pages, base }: Deps): Promise<void> {
  let failures = 0;
  const showCode = (code: string): void =>
    pages.code({ code, link: `${base}screens?code=${encodeURIComponent(code)}` });
  for (;;) {
    const state = keys.secret === null ? await begin() : await api.getPairing(failures === 0 ? WAIT_SECONDS_MAX : 0);
    failures = state.kind === 'unreachable' ? failures + 1 : 0;
    switch (state.kind) {
      case 'paired':
        return device.put(KEY, { secret: keys.secret, isPaired: true });
      case 'gone':
        keys.secret = null;
        break;
      case 'waiting':
        showCode(state.code);
        break;
      case 'unreachable':
        pages.notice('No connection', `${new URL(base).host} does not answer. Trying again …`);
        await pause(backoffMs(failures, Math.random()));
    }
  }

  async function begin() {
    pages.notice('One moment', 'Asking for a code …');
    const begun = await api.startPairing();
    if ('kind' in begun) return begun;
    keys.secret = begun.secret;
    await device.put(KEY, { secret: begun.secret, isPaired: false });
    showCode(begun.code);
    return { kind: 'waiting' as const, code: begun.code };
  }
}
