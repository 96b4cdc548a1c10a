import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { Media } from '@vitrine/contract/media';
import type { PlaysRequest, Program } from '@vitrine/contract/screen-program';
import type { FaultKind } from '@vitrine/contract/screen-words';
import type { ObjectKey } from '../../server/src/storage/object-key.js';
import { addDemo } from '../../server/src/demo/seed-demo.js';
import { screenCalls } from '../../tests/harness/screens.js';
import { until } from '../../tests/harness/until.js';
import {
  campaignsOnDevice,
  hasToldPlays,
  keptOnDevice,
  keyOnDevice,
  startScreens,
  type TestScreen,
  type TestScreens,
} from './screen-browser.js';

let it: TestScreens;
beforeAll(async () => void (it = await startScreens()));
afterAll(() => it.close());

// What the screen told last that it cannot show.
const tells = ({ beats }: TestScreen, ...faults: readonly (readonly [Media, FaultKind])[]): boolean =>
  JSON.stringify(beats.at(-1)?.faults) === JSON.stringify(faults.map(([{ id }, kind]) => ({ mediaId: id, kind })));

test('six characters on the wall, typed in the console, and it plays; what is published is on at once', async () => {
  const shop = await it.newShop();
  const bread = await shop.newPicture('Bread');
  await shop.publish('Bread', [bread]);
  const screen = await it.openScreen();
  const id = await screen.pair(shop);
  await screen.isShown('Bread');
  const cake = await shop.newPicture('Cake');
  // A new name is another program: from its answer on the screen waits anew.
  const { revision } = (await shop.screens())[0] ?? {};
  const asked = screen.page.waitForRequest(/program\?wait=25/);
  await shop.person.patch(`/screens/${id}`, { revision, name: 'Front window' });
  await asked;
  const answered = screen.programs.length;
  await shop.publish('Cake', [cake]);
  await screen.isShown('Cake');
  // The question that waited was answered by the publication: its time was not over.
  assert.deepEqual([...new Set(screen.programs.slice(answered))], [200]);
  // Time for a beat, and not so much that a picture which is being drawn is given up.
  await screen.pass(5_000);
  await until(async () => (await shop.screens())[0]?.playing?.mediaName !== undefined);
  const [listed] = await shop.screens();
  assert.deepEqual([listed?.id, listed?.state, listed?.storesFiles, listed?.faults], [id, 'on', true, []]);
  assert.deepEqual([listed?.width, listed?.height], [1920, 1080]);
  assert.deepEqual(screen.faults, []);
  await screen.close();
});

test('without network, loaded anew and with the service gone, it plays on, and a flight begins at its minute', async () => {
  const shop = await it.newShop();
  await shop.publish('Bread', [await shop.newPicture('Bread')]);
  const flight = { start: '2026-06-15T17:00', end: '2026-06-15T18:00' };
  await shop.publish('Happy hour', [await shop.newPicture('Happy hour')], { flight });
  const screen = await it.openScreen();
  const id = await screen.pair(shop);
  await screen.isShown('Bread');
  await until(async () => (await campaignsOnDevice(screen.page)).length === 2);
  await screen.page.evaluate('navigator.serviceWorker.ready.then(() => true)');

  await screen.goOffline();
  // Its database opens at the second try.
  await screen.page.addInitScript(`
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...given) {
      const isFirst = sessionStorage.getItem('tried') === null;
      sessionStorage.setItem('tried', 'yes');
      if (isFirst) throw new DOMException('Busy.', 'UnknownError');
      return open.apply(this, given);
    };`);
  await screen.page.reload();
  await screen.isShown('Bread');
  // The clock stands at 14:00 in Paris; it is set by hand from here on, so that a busy machine does not pass the hour.
  await screen.page.clock.pauseAt('2026-06-15T14:59:55Z');
  await screen.isShown('Bread');
  const happyHour = screen.page.locator('.layer.shown [alt="Happy hour"]');
  assert.equal(await happyHour.count(), 0);
  await screen.page.clock.runFor(4_000);
  assert.equal(await happyHour.count(), 0);
  await screen.page.clock.runFor(2_000);
  await screen.isShown('Happy hour');
  await screen.page.clock.pauseAt('2026-06-15T16:00:01Z');
  await screen.page.clock.runFor(1_000);
  await screen.isShown('Bread');

  // Removed: dark, and after a quarter of an hour nothing of it is left.
  await screen.page.clock.resume();
  await screen.goOnline();
  const answer = await shop.person.remove(`/screens/${id}`);
  assert.equal(answer.status, 200, answer.text);
  await screen.pass(60_000);
  await screen.page.locator('.code').waitFor();
  assert.equal(await screen.page.locator('.layer').count(), 0);
  const [pieces] = await keptOnDevice(screen.page);
  assert.equal(pieces, 2);
  await until(async () => {
    await screen.pass(60_000);
    return (await keptOnDevice(screen.page)).every((count) => count === 0);
  });
  await screen.close();
});

test('a service that does not know a screen for some minutes costs it nothing but those minutes', async () => {
  const shop = await it.newShop();
  await shop.publish('Bread', [await shop.newPicture('Bread')]);
  const screen = await it.openScreen();
  const id = await screen.pair(shop);
  await screen.isShown('Bread');
  const setKey = (change: string) =>
    it.service.db.rows({
      text: `with changed as (update screens set key_hash = ${change} where merchant_id = $1 and id = $2)
        select pg_notify('signals', $1::text)`,
      values: [shop.id, id],
    });
  await setKey(`'\\x00' || key_hash`);
  await screen.page.locator('.code').waitFor();
  assert.equal(await screen.page.locator('.layer').count(), 0);
  await setKey('substr(key_hash, 2)');
  // What it has is enough: nothing is fetched.
  await screen.context.route(`${it.service.store.origin}/**`, (route) => route.abort());
  await until(async () => {
    await screen.pass(60_000);
    return (await screen.page.locator('.layer.shown [alt="Bread"]').count()) === 1;
  });
  assert.equal(await screen.page.locator('.code').count(), 0);

  // Taken by another merchant, it has nothing of the first.
  const other = await it.newShop();
  await shop.person.remove(`/screens/${id}`);
  await screen.page.locator('.code').waitFor();
  await screen.pair(other);
  await screen.page.getByText('Nothing is on right now').waitFor();
  assert.equal((await keptOnDevice(screen.page))[0], 0);
  await screen.close();
});

test('bytes that went wrong on the device are not shown but fetched anew', async () => {
  const shop = await it.newShop();
  const bread = await shop.newPicture('Bread');
  await shop.publish('Bread', [bread]);
  const screen = await it.openScreen();
  await screen.pair(shop);
  await screen.isShown('Bread');
  // Still a picture that any browser would show: only the hash can tell.
  const change = `(async () => {
    const cache = await caches.open('vitrine-files ' + location.href);
    const [request] = await cache.keys();
    const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
    bytes[bytes.length - 1] ^= 1;
    await cache.put(request, new Response(bytes));
  })()`;
  await screen.page.evaluate(change);
  const { origin } = it.service.store;
  await screen.context.route(`${origin}/**`, (route) => route.abort());
  await screen.page.reload();
  await screen.pass(5_000);
  await until(() => tells(screen, [bread, 'wrong_bytes']));
  assert.equal(await screen.page.locator('.layer.shown').count(), 0);
  await screen.context.unroute(`${origin}/**`);
  await screen.pass(60_000);
  await screen.isShown('Bread');
  const bytes: number[] = await screen.page.evaluate(`(async () => {
    const cache = await caches.open('vitrine-files ' + location.href);
    const [request] = await cache.keys();
    return [...new Uint8Array(await (await cache.match(request)).arrayBuffer())];
  })()`);
  const { fileUrl } = (await shop.get(`/media/${bread.id}`)).body as { fileUrl: string };
  const stored = Buffer.from(await (await fetch(fileUrl)).arrayBuffer());
  const hash = (some: Uint8Array): string => createHash('sha256').update(some).digest('hex');
  assert.equal(hash(Uint8Array.from(bytes)), hash(stored));
  await screen.close();
});

test('a program of which one file is missing is not taken over, not even in part; a film that nobody can play is skipped', async () => {
  const shop = await it.newShop();
  const noFilm = await shop.newFilm(
    'No film',
    Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(5000, 7)]),
  );
  const film = await shop.newFilm('Film');
  const mixed = await shop.publish('Mixed', [noFilm, await shop.newPicture('Bread'), film], { seconds: 2 });
  const screen = await it.openScreen();
  await screen.pair(shop);
  await screen.isShown('Bread');
  await screen.page.locator('.layer.shown video').waitFor({ state: 'attached' });
  await screen.isShown('Bread');
  await screen.pass(5_000);
  await until(() => tells(screen, [noFilm, 'cannot_play']));

  const [there, missing] = [await shop.newPicture('There'), await shop.newPicture('Missing')];
  const row = await it.service.db.row<{ key: ObjectKey }>({
    text: 'select object_key as key from media where merchant_id = $1 and id = $2',
    values: [shop.id, missing.id],
  });
  assert.ok(row);
  await it.service.store.delete(row.key);
  const refused = screen.page.waitForResponse((answer) => answer.url().includes(row.key) && !answer.ok());
  const lineageId = await shop.publish('Half', [there, missing]);
  await refused;
  // Once: films are given so much of this time to be ready, and no more.
  await screen.pass(5_000);
  await until(() => tells(screen, [noFilm, 'cannot_play'], [missing, 'not_found']));
  assert.deepEqual(await campaignsOnDevice(screen.page), ['Mixed']);
  assert.equal(await screen.page.locator('.layer [alt="There"]').count(), 0);

  // What is withdrawn goes, though the file is still missing.
  const withdraw = async (lineage: string): Promise<void> => {
    const { json } = await shop.person.get(`/campaigns/${lineage}`);
    const withdrawn = await shop.person.post(`/campaigns/${lineage}/withdraw`, { revision: json['revision'] });
    assert.equal(withdrawn.status, 200, withdrawn.text);
  };
  await withdraw(mixed);
  await screen.page.getByText('Nothing is on right now').waitFor();
  await screen.page.locator('.layer.shown').waitFor({ state: 'detached' });

  // Published without it, it is whole.
  await withdraw(lineageId);
  await shop.publish('Whole', [there]);
  await screen.isShown('There');
  await screen.close();
});

test('a week of plays over a network that loses requests and answers is counted exactly once', async () => {
  const shop = await it.newShop();
  const lineageId = await shop.publish('Bread', [await shop.newPicture('Bread')], { seconds: 50_000 });
  const screen = await it.openScreen();
  const batches: number[] = [];
  const told = new Set<string>();
  await screen.context.route('**/api/screens/v1/plays', async (route) => {
    batches.push((route.request().postDataJSON() as PlaysRequest).batch);
    told.add(route.request().postData() ?? '');
    const turn = batches.length % 3;
    if (turn === 0) return route.continue();
    // The service has taken it, and its answer is lost; or it is lost on its way there.
    if (turn === 1) await route.fetch();
    return route.abort();
  });
  await screen.pair(shop);
  await screen.isShown('Bread');
  for (let played = 0; played < 12; played += 1) {
    const sent = batches.length;
    await screen.pass(50_000_000);
    await until(() => batches.length > sent);
  }
  await until(async () => {
    await screen.pass(60_000);
    return hasToldPlays(screen.page);
  });
  const { total } = (await shop.person.get(`/campaigns/${lineageId}/plays`)).json as { total?: { plays: number } };
  const plays = [...told].flatMap((body) => (JSON.parse(body) as PlaysRequest).plays);
  const sum = plays.reduce((before, one) => before + one.plays, 0);
  assert.equal(total?.plays, sum);
  assert.ok(sum >= 12);
  // A batch that was sent again was the same to the letter.
  assert.equal(told.size, new Set(batches).size);
  assert.ok(batches.length > new Set(batches).size, 'a batch was sent again');
  assert.deepEqual(
    [...new Set(batches)],
    Array.from({ length: new Set(batches).size }, (_, index) => index + 1),
  );
  await screen.close();
});

// A browser of some years ago: one zone has been named since, and it never begins with a film.
const OLD_BROWSER = `
  const { DateTimeFormat } = Intl;
  Intl.DateTimeFormat = function (locale, options = {}) {
    if (options.timeZone === 'Europe/Paris') throw new RangeError('Invalid time zone');
    return new DateTimeFormat(locale, options);
  };
  HTMLMediaElement.prototype.play = () => new Promise(() => {});`;

test('over plain http on an address of the network, in an old browser too, it plays without a store, and says so', async () => {
  const shop = await it.newShop();
  const film = await shop.newFilm('Film');
  await shop.publish('Bread', [film, await shop.newPicture('Bread')]);
  const screen = await it.openScreen({ isInsecure: true, before: OLD_BROWSER });
  assert.equal(await screen.page.evaluate('isSecureContext'), false);
  // Taken from it, with all else that is younger than Chromium 85 (chromium-85.ts).
  assert.equal(await screen.page.evaluate('typeof structuredClone'), 'undefined');
  await screen.pair(shop);
  await until(() => screen.page.evaluate<boolean>('document.querySelector(".layer video")?.readyState >= 2'));
  // As long as a film may take to begin. What comes after it is given its own time to be ready.
  await screen.pass(30_000);
  await screen.isShown('Bread');
  const told = [
    { mediaId: null, kind: 'time_zone' },
    { mediaId: film.id, kind: 'cannot_play' },
  ];
  await screen.pass(5_000);
  await until(() => JSON.stringify(screen.beats.at(-1)?.faults) === JSON.stringify(told));
  assert.equal(screen.beats.at(-1)?.storesFiles, false);
  assert.deepEqual(screen.faults, []);
  await screen.close();
});

test('below a path of a proxy too: a calm page while nothing runs, then default content; web pages in a sandbox, if they answer', async () => {
  const shop = await it.newShop();
  const screen = await it.openScreen({ path: '/signs' });
  await screen.pair(shop);
  await screen.page.getByText('Nothing is on right now').waitFor();
  const playlistId = randomUUID();
  const items = [{ mediaId: (await shop.newPicture('Welcome')).id, ownSeconds: null }];
  await shop.person.post('/playlists', { id: playlistId, name: 'Always', items });
  const chosen = await shop.person.patch('/merchant', { defaultPlaylistId: playlistId });
  assert.equal(chosen.status, 200, chosen.text);
  await screen.isShown('Welcome');

  const menu = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Menu</h1>'));
  await once(menu.listen(0, '127.0.0.1'), 'listening');
  const { port } = menu.address() as AddressInfo;
  const gone = await shop.newPage('Gone', 'http://127.0.0.1:1/');
  await shop.publish('Pages', [gone, await shop.newPage('Menu', `http://127.0.0.1:${port}/`)]);
  const frame = screen.page.locator('.layer.shown iframe[title="Menu"]');
  await frame.waitFor({ state: 'attached' });
  assert.equal(await frame.getAttribute('sandbox'), 'allow-scripts allow-same-origin');
  await frame.contentFrame().getByText('Menu').waitFor();
  await screen.pass(5_000);
  await until(() => tells(screen, [gone, 'no_answer']));
  menu.close().closeAllConnections();
  // Loaded anew where none of them answers, it is as calm as where nothing runs.
  await screen.page.reload();
  await screen.page.getByText('Nothing is on right now').waitFor();

  // The worker's scope is below the path as well: without network, and the page loaded anew, files play on.
  await screen.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await shop.publish('Bread', [await shop.newPicture('Bread')]);
  await screen.isShown('Bread');
  await screen.goOffline();
  await screen.page.reload();
  await screen.isShown('Bread');
  assert.deepEqual(screen.faults, []);
  await screen.close();
});

test('a newer player that is served comes by itself, between two items', async () => {
  const shop = await it.newShop();
  await shop.publish('Bread', [await shop.newPicture('Bread')]);
  const screen = await it.openScreen();
  await screen.pair(shop);
  await screen.isShown('Bread');
  await screen.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const version = (): Promise<string> => screen.page.evaluate('document.documentElement.dataset.version');
  const before = await version();
  const index = join(it.folder, 'index.html');
  await writeFile(index, `${await readFile(index, 'utf8')}<!-- newer -->`);
  screen.gate.leadTo(await it.service.newInstance());
  const WAITS = 'navigator.serviceWorker.getRegistration().then((one) => (one?.waiting ?? null) !== null)';
  // A browser lets an idle worker go for the one that waits; one whose workers are watched, as here, does not by itself.
  const browser = await screen.page.context().newCDPSession(screen.page);
  await browser.send('ServiceWorker.enable');
  await until(async () => {
    await screen.pass(60_000).catch(() => undefined);
    const isWaiting = await screen.page.evaluate(WAITS).catch(() => false);
    if (isWaiting) await browser.send('ServiceWorker.stopAllWorkers');
    return (await version().catch(() => before)) !== before;
  });
  await screen.isShown('Bread');
  assert.deepEqual(screen.faults, []);
  await screen.close();
});

test("the demo's links play its campaign at once, in a window of their own, and take the place of no screen", async () => {
  const { screenKeys } = await addDemo({ ...it.service, dataDir: it.folder });
  const link = (key: number): string => `?${key + 1}#demo=${screenKeys[key]}`;
  const screen = await it.openScreen({ behind: link(0) });
  const shown = (): Promise<string | null> =>
    screen.page.locator('.layer.shown > *').last().getAttribute('src', { timeout: 120_000 });
  await until(async () => (await shown()) !== null);
  const program = (await screenCalls(it.service.url, screenKeys[0] ?? '').get('/program')).json as unknown as Program;
  await until(() => screen.beats.some(({ mediaId }) => program.media.some(({ id }) => id === mediaId)));
  assert.ok(program.campaigns.some(({ lineageId }) => lineageId === screen.beats.at(-1)?.lineageId));
  // The key is in nobody's history.
  assert.deepEqual([new URL(screen.page.url()).search, new URL(screen.page.url()).hash], ['?1', '']);

  // The other link, pasted over a screen that works, leaves it what it is.
  await screen.page.evaluate(`location.hash = '#demo=${screenKeys[1]}'`);
  await until(async () => new URL(screen.page.url()).hash === '' && (await shown()) !== null);
  assert.equal(await keyOnDevice(screen.page), screenKeys[0]);
  await screen.close();
});
