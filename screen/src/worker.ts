// The service worker: keeps the page and its files, so that a screen starts without network. It is whole or not there: what
// the page loads is stored before the worker takes over, and all of one version. Films and pictures are no affair of its.

type Shell = { readonly version: string; readonly files: readonly string[] };
// Written before this script by the server that sends it (server/src/pages/screen-build.ts).
declare const SHELL: Shell;

type Waiting = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type Asked = Waiting & { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void };
type Worker = {
  readonly location: Location;
  readonly skipWaiting: () => Promise<void>;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly addEventListener: {
    (type: 'install' | 'activate', listener: (event: Waiting) => void): void;
    (type: 'fetch', listener: (event: Asked) => void): void;
  };
};

const worker = self as unknown as Worker;
const folder = new URL('.', worker.location.href).href;
const PAGE = `${folder}screen`;
const NAME = `vitrine-shell ${folder}`;
const CURRENT = `${NAME} ${SHELL.version}`;

worker.addEventListener('install', (event) => {
  event.waitUntil(store().then(() => worker.skipWaiting()));
});

async function store(): Promise<void> {
  const cache = await caches.open(CURRENT);
  const addresses = [PAGE, ...SHELL.files.map((name) => `${PAGE}/${name}`)];
  await cache.addAll(addresses.map((address) => new Request(address, { cache: 'reload', credentials: 'same-origin' })));
  // While instances are replaced one by one, the page may come from another than this script did.
  const page = await (await cache.match(PAGE))?.text();
  if (page?.includes(`"${SHELL.version}"`) !== true) throw new Error('The page is of another version.');
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => worker.clients.claim()));
});

// A page of the version before has loaded all of its files.
async function dropOthers(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(`${NAME} `) && name !== CURRENT);
  await Promise.all(names.map((name) => caches.delete(name)));
}

// A scope is where addresses begin: the console's /screens is in it too, and is let through like everything else.
worker.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const address = origin + pathname;
  if (event.request.method !== 'GET' || (address !== PAGE && !address.startsWith(`${PAGE}/`))) return;
  event.respondWith(answer(event.request, address));
});

async function answer(request: Request, address: string): Promise<Response> {
  const cache = await caches.open(CURRENT);
  return (await cache.match(address)) ?? fetch(request);
}

export {};
