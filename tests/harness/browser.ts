import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

// The browser without its windows: a page costs it six tenths of what it costs the whole one.
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const CACHE = join(import.meta.dirname, '../../.cache');
const FETCHED_SHELL = join(CACHE, 'headless-shell/usr/lib/chromium/chromium-headless-shell');
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// The whole browser draws the list below its address bar twice for each page, in a process that costs more than the page.
// This takes the place of Playwright's own list, so that the names of that which matter here are repeated.
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

// An address of a network, which leads here: browsers trust pages of the machine itself over plain http, and of no other.
export const INSECURE_HOST = '192.0.2.7';

const FLAGS = [
  `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${WITHOUT.join(',')}`,
];

// Files are tested at once, and apt-get refuses the second of two: it waits, and finds the browser there.
const LOCK = '/tmp/vitrine-install-browser.lock';
const INSTALL = `test -e ${HEADLESS_SHELL} || {
  apt-get update -q && apt-get install -y -q --no-install-recommends -o DPkg::Lock::Timeout=600 chromium-headless-shell; }`;

// Beside a whole Chromium of Debian's, which has brought the libraries: fetched and unpacked, not installed, so that nobody's
// browser is changed. Lists of packages may be missing, and only root may fetch those.
const APT = 'apt-get -q -o Acquire::Retries=0 -o Acquire::http::Timeout=20';
const DOWNLOAD = `${APT} download chromium-headless-shell chromium-common`;
const FETCH = `cd "$1" && { test -e headless-shell || {
  dpkg-query -W chromium && aside=$(mktemp -d -p "$PWD") && trap 'rm -rf "$aside"' EXIT && cd "$aside" &&
  { ${DOWNLOAD} || { ${APT} update && ${DOWNLOAD}; } } && for one in *.deb; do dpkg-deb -x "$one" headless-shell; done &&
  headless-shell/usr/lib/chromium/chromium-headless-shell --no-sandbox --disable-gpu --dump-dom about:blank &&
  mv headless-shell ..; } }`;

// The worker's, for all its files: starting one costs as much as several pages. What a file opened in it, the file closes
// (`closePages`); contexts share nothing. It ends with the worker.
let running: Promise<Browser> | undefined;

// A real browser: one without windows that is there or can be fetched, the system's whole one, the one that comes with npm, or
// Debian's, installed.
export async function openBrowser(): Promise<Browser> {
  const browser = await running;
  if (browser?.isConnected() === true) return browser;
  running = findBrowser().then((executablePath) => chromium.launch({ executablePath, args: FLAGS }));
  return running;
}

export async function closePages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

async function findBrowser(): Promise<string> {
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  const system = SYSTEM.find((path) => existsSync(path));
  if (system !== undefined) return (await fetchShell()) ?? system;
  if (process.arch === 'x64') return unpackBrowser();
  execFileSync('flock', [LOCK, 'sh', '-c', INSTALL], { stdio: 'ignore' });
  return HEADLESS_SHELL;
}

// Undefined without a network, and wherever packages are not Debian's.
async function fetchShell(): Promise<string | undefined> {
  mkdirSync(CACHE, { recursive: true });
  await promisify(execFile)('flock', [LOCK, 'sh', '-c', FETCH, 'sh', CACHE]).catch(() => undefined);
  return existsSync(FETCHED_SHELL) ? FETCHED_SHELL : undefined;
}

const UNPACK = `import('@sparticuz/chromium').then(({ default: packed }) => packed.executablePath())`;

// The package is made for one cloud's machines and brings their libraries only when it believes to be on one. It takes a
// file that another worker is still writing for the browser: the first unpacks it whole, and the others wait.
async function unpackBrowser(): Promise<string> {
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs20.x';
  execFileSync('flock', [LOCK, process.execPath, '-e', UNPACK], { cwd: import.meta.dirname, stdio: 'ignore' });
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath();
}
