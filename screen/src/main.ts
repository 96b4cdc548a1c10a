import { createApi, type Api } from './api.js';
import { openDevice, type Device } from './device.js';
import { openFiles, type Files } from './files.js';
import { createPages } from './pages.js';
import { KEY, pair, type Key } from './pair.js';
import { forget, pairAgain, REFUSED, type RefusedKey } from './refused-key.js';
import { createReloads, registerWorker, reloadWhenServed } from './reloads.js';
import { runScreen } from './run-screen.js';
import { openServiceClock } from './service-clock.js';
import { createStage } from './stage.js';

async function main(): Promise<void> {
  // Everything is beside this page, whatever path the service stands under.
  const base = new URL('.', location.href).href;
  // Two windows of one computer are two screens when their addresses differ behind the question mark.
  const name = `${base}screen${location.search}`;
  const pages = createPages(requireElement('page'));
  const stage = createStage(requireElement('stage'));
  const version = document.documentElement.dataset['version'] ?? '';
  const reloads = createReloads({ version, worker: registerWorker(base) });
  const device = await openDevice(`vitrine-screen ${name}`);
  const openCache = (): Promise<Cache> => caches.open(`vitrine-files ${name}`);
  // What a device forgets with the page, it cannot say of a store what is in it.
  const files = device.isLasting
    ? await openIfPossible(async () => openFiles({ device, cache: await openCache(), address: `${base}screen` }))
    : undefined;
  const keys: { secret: string | null } = { secret: null };
  const clock = await openServiceClock(device);
  const api = createApi(base, keys, clock);
  keepAwake();
  // A remote control's button, or a finger: some browsers have no kiosk mode.
  document.addEventListener('click', () => void document.documentElement.requestFullscreen?.().catch(() => undefined));

  // A link that is pasted over the page that is open loads nothing by itself.
  window.addEventListener('hashchange', () => location.reload());

  const deps = { api, device, keys, pages, base, files, clock };
  let key = await chooseKey(deps);
  let refused = await device.get<RefusedKey>(REFUSED);
  for (;;) {
    keys.secret = key?.secret ?? null;
    if (key?.isPaired === true) await useKey(deps, key, refused);
    else if (refused === undefined) await pair(deps);
    else await pairAgain(deps, refused);
    void navigator.storage?.persist?.().catch(() => false);
    await runScreen({ api, clock, device, files, pages, stage, reloads, version });
    stage.clear();
    pages.dark();
    refused = { secret: keys.secret ?? '', refusals: 0 };
    await device.put(REFUSED, refused).catch(() => undefined);
    await device.remove(KEY).catch(() => undefined);
    key = undefined;
  }
}

type UseDeps = { readonly device: Device; readonly files: Files | undefined };

// On a full disk it stays as it was.
async function useKey(deps: UseDeps, key: Key, refused: RefusedKey | undefined): Promise<void> {
  if (refused !== undefined) await forget(deps).catch(() => undefined);
  await deps.device.put(KEY, key).catch(() => undefined);
}

const DEMO_KEY = /^#demo=(vitrine_screen_[\w-]{43})$/;

type Keys = { readonly api: Api; readonly device: Device; readonly keys: { secret: string | null } };

// A link of the demo brings the key along, behind the #, which no server sees; it does not stay in the address. Only a key
// that the service says is the demo's is taken, and never in the place of one that still works: else any link could make
// another shop's screen of this one.
async function chooseKey({ api, device, keys }: Keys): Promise<Key | undefined> {
  const stored = await device.get<Key>(KEY);
  const secret = DEMO_KEY.exec(location.hash)?.[1];
  if (secret === undefined) return stored;
  history.replaceState(null, '', location.pathname + location.search);
  const ask = (which: string) => {
    keys.secret = which;
    return api.getPairing(0);
  };
  if (stored?.isPaired === true && (await ask(stored.secret)).kind !== 'gone') return stored;
  const state = await ask(secret);
  return state.kind === 'paired' && state.isDemo ? { secret, isPaired: true } : stored;
}

// A page that came over plain http has no store, and some browsers refuse one.
async function openIfPossible(open: () => Promise<Files>): Promise<Files | undefined> {
  if (!isSecureContext || !('caches' in globalThis)) return undefined;
  try {
    return await open();
  } catch {
    return undefined;
  }
}

function requireElement(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

// Keeps the display on where the browser can; it lets go whenever the page is hidden.
function keepAwake(): void {
  const ask = (): void => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}

const AGAIN_MS = 60_000;

// Last, when everything above is there. A device that fails is tried again; nobody stands beside it.
main().catch(() => reloadWhenServed(AGAIN_MS));
