// How long the console takes to show a keystroke, and what it holds in memory: node bench/console.mjs, after npm run build.
// On a machine beside nothing else; a figure to look at, and no test.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { inFolder, startServer } from './processes.mjs';

const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];
const ITEMS = 1000;
const KEYS = 40;

// Where to type what, on a page that is made ready; each is measured for itself.
const CASES = [
  {
    name: `the name of a playlist of ${ITEMS.toLocaleString('en-GB')} items`,
    open: async (site) => `/playlists/${await makePlaylist(site)}`,
    field: (page) => page.getByLabel('Name', { exact: true }),
    text: 'abcdefghij',
  },
  {
    name: 'the time of its first item',
    open: async (site) => `/playlists/${await makePlaylist(site)}`,
    field: (page) => page.getByLabel(/^Own play time of /).first(),
    text: '1234',
  },
  {
    name: 'the search in it',
    open: async (site) => `/playlists/${await makePlaylist(site)}`,
    field: (page) => page.getByLabel('Find in this playlist'),
    text: 'bread',
  },
];

// From the press of a key to the end of the frame that shows it.
const WATCH = `
  window.shown = [];
  addEventListener('keydown', (event) => {
    const pressed = event.timeStamp;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.shown.push(performance.now() - pressed);
      port2.postMessage(null);
    });
  }, { capture: true });
`;

await inFolder(undefined, async (dataDir, keep) => {
  const server = keep(await startServer('console', { dataDir, env: { DEMO: 'on' } }));
  const site = await signIn(`http://127.0.0.1:${server.port}`, dataDir);
  const executablePath = BROWSERS.find((path) => existsSync(path));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-precise-memory-info'] });
  keep({ stop: () => browser.close() });
  for (const one of CASES) console.log(await measure(browser, site, one));
});

async function signIn(url, dataDir) {
  const { email, password } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const headers = { 'content-type': 'application/json', origin: url };
  const api = `${url}/api/console/v1`;
  const answer = await fetch(`${api}/sign-in`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}: ${await answer.text()}`);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const send = async (method, path, body) => {
    const init = { method, headers: { ...headers, cookie }, ...(body && { body: JSON.stringify(body) }) };
    const sent = await fetch(api + path, init);
    if (!sent.ok) throw new Error(`${method} ${path} was answered with ${sent.status}: ${await sent.text()}`);
    return sent.json();
  };
  return { url, cookie, send };
}

async function makePlaylist({ send }) {
  const { items: media } = await send('GET', '/media');
  const id = randomUUID();
  const items = Array.from({ length: ITEMS }, (_, at) => ({ mediaId: media[at % media.length].id, ownSeconds: null }));
  await send('POST', '/playlists', { id, name: 'Everything', items });
  return id;
}

async function measure(browser, site, { name, open, field, text }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [cookieName, value] = site.cookie.split('=');
  await context.addCookies([{ name: cookieName, value, url: site.url }]);
  const page = await context.newPage();
  await page.goto(site.url + (await open(site)));
  const place = field(page);
  await place.click();
  await page.evaluate(WATCH);
  for (let at = 0; at < KEYS; at += 1) {
    // As one types: the last one is shown before the next.
    await page.keyboard.press(at % 10 === 9 ? 'Backspace' : text[at % text.length]);
    while ((await page.evaluate('window.shown.length')) <= at);
  }
  const shown = await page.evaluate('window.shown');
  const heap = await page.evaluate('performance.memory.usedJSHeapSize');
  await context.close();
  const sorted = shown.toSorted((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))]);
  return `${name}: ${at(0.5)} ms in the median, ${at(0.95)} ms at most of 19 in 20, heap ${Math.round(heap / 1e6)} MB`;
}
