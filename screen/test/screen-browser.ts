import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Media } from '@vitrine/contract/media';
import type { Beat, Program } from '@vitrine/contract/screen-program';
import type { Screen } from '@vitrine/contract/screens';
import type { Browser, Page, Request } from 'playwright-core';
import { closePages, INSECURE_HOST, openBrowser } from '../../tests/harness/browser.js';
import { openBundle } from '../../tests/harness/bundle.js';
import { newPerson, type TestPerson } from '../../tests/harness/console.js';
import { startService, type Service } from '../../tests/harness/service.js';
import { publish } from '../../tests/harness/studio.js';
import { until } from '../../tests/harness/until.js';
import { upload } from '../../tests/harness/upload.js';
import { CHROMIUM_85 } from './chromium-85.js';
import { openGate, openPathProxy } from './gate.js';

const FILES = join(import.meta.dirname, '../../demo/corner-bakery/files');

// The whole service with a player of its own, and a real browser to show it in.
export async function startScreens() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-screens-'));
  await cp(await openBundle('screen'), folder, { recursive: true });
  const service = await startService({ screenDist: folder });
  const browser = await openBrowser();
  const stopClock = runClock(service);
  return {
    service,
    folder,
    newShop: () => newShop(service),
    openScreen: (look: Look = {}) => openScreen(browser, service, look),
    async close() {
      await closePages(browser);
      stopClock();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type TestScreens = Awaited<ReturnType<typeof startScreens>>;

// The service's clock runs, as the clocks of the pages do.
function runClock({ clock }: Service): () => void {
  let shownAt = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    clock.advance(now - shownAt);
    shownAt = now;
  }, 20);
  return () => clearInterval(timer);
}

async function newShop(service: Service) {
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: 'admin' });
  const picture = await readFile(join(FILES, 'afternoon-tea.jpg'));
  return {
    ...shop,
    person,
    // What stands behind the end of a picture makes it another file, and browsers do not mind.
    newPicture: (name: string) =>
      upload(shop, Buffer.concat([picture, randomBytes(16)]), { name, fileName: 'a.jpg', mimeType: 'image/jpeg' }),
    newFilm: async (name: string, bytes?: Uint8Array) =>
      upload(shop, bytes ?? (await readFile(join(FILES, 'a-heart-for-mothers.mp4'))), {
        name,
        fileName: 'a.mp4',
        mimeType: 'video/mp4',
      }),
    newPage: async (name: string, url: string): Promise<Media> =>
      (await person.post('/media/pages', { id: randomUUID(), name, url })).body as Media,
    publish: (name: string, media: readonly Media[], settings: Settings = {}) =>
      publishCampaign(person, name, media, settings),
    screens: async (): Promise<Screen[]> => (await person.get('/screens')).json['items'] as Screen[],
  };
}

export type ScreenShop = Awaited<ReturnType<typeof newShop>>;

type Settings = { readonly seconds?: number; readonly flight?: { start: string | null; end: string | null } };

async function publishCampaign(person: TestPerson, name: string, media: readonly Media[], settings: Settings) {
  const { seconds = 10, flight = { start: null, end: null } } = settings;
  const [playlistId, lineageId] = [randomUUID(), randomUUID()];
  const items = media.map(({ id }) => ({ mediaId: id, ownSeconds: seconds }));
  const playlist = await person.post('/playlists', { id: playlistId, name, items });
  assert.equal(playlist.status, 200, playlist.text);
  const made = await person.post('/campaigns', { lineageId, name, flight, landscapePlaylistId: playlistId });
  assert.equal(made.status, 200, made.text);
  const published = await publish(person, lineageId);
  assert.equal(published.status, 200, published.text);
  return lineageId;
}

// `before` runs in the page before anything of it does.
type Look = {
  readonly isInsecure?: boolean;
  readonly path?: string;
  readonly before?: string;
  // What stands behind /screen.
  readonly behind?: string;
  // How far the device's clock is ahead of the service's.
  readonly aheadMs?: number;
};

// Opens /screen in a browser that knows what Chromium 85 knew, with a clock that goes by the service's and a network that can be cut.
async function openScreen(browser: Browser, service: Service, look: Look) {
  const { isInsecure = false, path, before, behind = '', aheadMs = 0 } = look;
  const gate = await openGate(service.url);
  const proxy = path === undefined ? undefined : await openPathProxy(gate.url, path);
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.clock.install({ time: service.clock.now() + aheadMs });
  await page.addInitScript(CHROMIUM_85);
  if (before !== undefined) await page.addInitScript(before);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) faults.push(message.text());
  });
  const beats: Beat[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/beats')) beats.push(request.postDataJSON() as Beat);
  });
  // How each question for the program was answered.
  const programs: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/program?')) programs.push(response.status());
  });
  // What it has asked for and has no answer to yet. A question that waits for something is none of them.
  const asked = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && !/[?&]wait=[1-9]/.test(request.url())) asked.add(request);
  });
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  page.on('framenavigated', (frame) => void (frame === page.mainFrame() && asked.clear()));
  const near = proxy?.url ?? gate.url;
  const url = isInsecure ? near.replace('127.0.0.1', INSECURE_HOST) : near;
  await page.goto(`${url}/screen${behind}`);
  const code = async (): Promise<string> => (await page.locator('.code span').allTextContents()).join('');
  return {
    page,
    context,
    gate,
    faults,
    beats,
    programs,
    code,
    isShown: (name: string) => page.locator(`.layer.shown [alt="${name}"]`).waitFor({ state: 'attached' }),
    // Time passes on the wall and at the service, which counts what a screen asks for in a minute. Not while an answer is on
    // its way: the screen would give it up as late.
    async pass(ms: number): Promise<void> {
      await until(() => asked.size === 0);
      service.clock.advance(ms);
      await page.clock.fastForward(ms);
    },
    // As a person does who reads the six characters off the wall.
    async pair({ person }: Pick<ScreenShop, 'person'>): Promise<string> {
      await page.locator('.code').waitFor();
      const id = randomUUID();
      const asked = { id, code: await code(), name: 'Window', orientation: 'landscape', timeZone: null, tags: [] };
      const answer = await person.post('/screens', asked);
      assert.equal(answer.status, 200, answer.text);
      return id;
    },
    async goOffline(): Promise<void> {
      gate.cut();
      await context.setOffline(true);
    },
    async goOnline(): Promise<void> {
      gate.mend();
      await context.setOffline(false);
    },
    async close(): Promise<void> {
      await context.close();
      proxy?.close();
      gate.close();
    },
  };
}

export type TestScreen = Awaited<ReturnType<typeof openScreen>>;

const readDevice = (page: Page, key: string): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('vitrine-screen ' + location.href);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').get('${key}');
      reading.onsuccess = () => (opening.result.close(), resolve(reading.result));
    };
  })`);

// The names of the campaigns that the device would start with.
export async function campaignsOnDevice(page: Page): Promise<string[]> {
  const kept = (await readDevice(page, 'program')) as { taken?: Program } | undefined;
  return (kept?.taken?.campaigns ?? []).map(({ name }) => name);
}

export async function keyOnDevice(page: Page): Promise<string | undefined> {
  return ((await readDevice(page, 'key')) as { secret: string } | undefined)?.secret;
}

// Whether the service has said of all plays that it has them.
export async function hasToldPlays(page: Page): Promise<boolean> {
  const plays = (await readDevice(page, 'plays')) as { open: unknown[]; sealed: unknown } | undefined;
  return plays?.open.length === 0 && plays.sealed === null;
}

// How many things the device keeps: pieces of files, and entries of its database.
export const keptOnDevice = (page: Page): Promise<number[]> =>
  page.evaluate(`(async () => {
    const cache = await caches.open('vitrine-files ' + location.href);
    const entries = await new Promise((resolve) => {
      const opening = indexedDB.open('vitrine-screen ' + location.href);
      opening.onsuccess = () => {
        const reading = opening.result.transaction('kept').objectStore('kept').getAllKeys();
        reading.onsuccess = () => (opening.result.close(), resolve(reading.result));
      };
    });
    return [(await cache.keys()).length, entries.filter((key) => !['key', 'clock'].includes(key)).length];
  })()`);
