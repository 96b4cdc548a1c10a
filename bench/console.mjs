// How long the console takes to show a keystroke, and what it holds in memory, in a real browser with a large library and a
// long playlist: npm run tool -- bench-console. On a machine beside nothing else; a figure to look at, and no test.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { inFolder, SERVER, startServer } from './processes.mjs';

const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];
const MEDIA = 5000;
const ITEMS = 1000;
const KEYS = 40;
const OWNER = { email: 'owner@example.com', name: 'Owner', role: 'owner', password: 'long enough for all' };

// Where to type what, on a page that is made ready; each is measured for itself.
const CASES = [
  {
    // What the machine itself takes at this moment, with whatever else runs on it.
    name: 'a field on an empty page',
    open: () => 'data:text/html,<input aria-label=Field>',
    field: (page) => page.getByLabel('Field'),
    text: 'abcdefghij',
  },
  {
    name: `the search in a library of ${MEDIA.toLocaleString('en-GB')}`,
    open: ({ url }) => `${url}/media`,
    ready: dragToTheEnd,
    field: (page) => page.getByRole('searchbox', { name: 'Search the media' }),
    text: 'poster',
  },
  {
    name: `the name of a playlist of ${ITEMS.toLocaleString('en-GB')} items`,
    open: openPlaylist,
    field: (page) => page.getByLabel('Name', { exact: true }),
    text: 'abcdefghij',
  },
  {
    name: 'the time of its first item',
    open: openPlaylist,
    field: (page) => page.getByLabel(/^Own play time of /).first(),
    text: '1234',
  },
  {
    name: 'the search in it',
    open: openPlaylist,
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
  const server = keep(await startServer('console', { dataDir }));
  await importShop(dataDir);
  const site = await signIn(`http://127.0.0.1:${server.port}`);
  const executablePath = BROWSERS.find((path) => existsSync(path));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  keep({ stop: () => browser.close() });
  for (const one of CASES) console.log(await measure(browser, site, one));
});

async function importShop(dataDir) {
  const file = join(dataDir, 'shop.json');
  const plan = { name: 'standard', endsAt: null, allowsWrites: true, storageQuotaBytes: 10_737_418_240 };
  const screens = { codecs: ['h264'], maxWidth: 3840, maxHeight: 2160 };
  const fixed = { timeZone: 'UTC', suspended: false, defaultItemSeconds: 10, plan, screens };
  const archive = {
    format: 'vitrine-merchant/1',
    merchant: { id: randomUUID(), name: 'A large shop', ...fixed },
    people: [OWNER],
    tokens: [],
    tags: [],
    media: Array.from({ length: MEDIA }, (_, at) => newImage(at)),
    playlists: [],
    campaigns: [],
  };
  await writeFile(file, JSON.stringify(archive));
  await promisify(execFile)(process.execPath, [SERVER, 'import', file], { env: { ...process.env, DATA_DIR: dataDir } });
}

function newImage(at) {
  return {
    id: randomUUID(),
    name: `Poster ${at}`,
    type: 'image',
    description: at % 3 === 0 ? `Window ${at % 40}` : null,
    width: 1920,
    height: 1080,
    durationSeconds: null,
    tagIds: [],
    createdAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
    file: { fileName: `${at}.jpg`, mimeType: 'image/jpeg', sizeBytes: 1000 + at, sha256: 'ab'.repeat(32) },
  };
}

async function signIn(url) {
  const headers = { 'content-type': 'application/json', origin: url };
  const api = `${url}/api/console/v1`;
  const body = JSON.stringify({ email: OWNER.email, password: OWNER.password });
  const answer = await fetch(`${api}/sign-in`, { method: 'POST', headers, body });
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

// Everything is in memory then that will ever be.
async function dragToTheEnd(page) {
  await page.getByText(`${MEDIA.toLocaleString('en-GB')} items`, { exact: true }).waitFor();
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
  await page.getByRole('link', { name: /^Poster 0 / }).waitFor();
  await page.evaluate('window.scrollTo(0, 0)');
}

async function openPlaylist({ url, send }) {
  const { items: media } = await send('GET', '/media');
  const id = randomUUID();
  const items = Array.from({ length: ITEMS }, (_, at) => ({ mediaId: media[at % media.length].id, ownSeconds: null }));
  await send('POST', '/playlists', { id, name: 'Everything', items });
  return `${url}/playlists/${id}`;
}

async function measure(browser, site, { name, open, ready = async () => {}, field, text }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [cookieName, value] = site.cookie.split('=');
  await context.addCookies([{ name: cookieName, value, url: site.url }]);
  const page = await context.newPage();
  await page.goto(await open(site));
  await ready(page);
  await field(page).click();
  await page.evaluate(WATCH);
  for (let at = 0; at < KEYS; at += 1) {
    // As one types: the last one is shown before the next.
    await page.keyboard.press(at % 10 === 9 ? 'Backspace' : text[at % text.length]);
    while ((await page.evaluate('window.shown.length')) <= at);
  }
  const shown = await page.evaluate('window.shown');
  const heap = await readHeap(page);
  await context.close();
  const sorted = shown.toSorted((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))]);
  return `${name}: ${at(0.5)} ms in the median, ${at(0.95)} ms at most of 19 in 20, heap ${Math.round(heap / 1e6)} MB`;
}

// What is alive, without what is only waiting to be collected.
async function readHeap(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize;
}
