import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { SCREEN_REQUESTS_PER_MINUTE_MAX } from '@vitrine/contract/screen-limits';
import {
  aCampaign,
  anImage,
  aPage,
  aPlaylist,
  aPublished,
  aTag,
  aVideo,
  sha256,
} from '../../../tests/harness/content.js';
import { A_BEAT, newScreen, screenCalls, type TestScreen } from '../../../tests/harness/screens.js';
import { startService, useService, type Service } from '../../../tests/harness/service.js';
import { archived, newStudio, publish, wanted } from '../../../tests/harness/studio.js';
import { until } from '../../../tests/harness/until.js';
import { parseMerchantId } from '../ids.js';
import { suspendMerchant } from '../merchants/change-merchant.js';

const service = useService();

type Item = { readonly id: string; readonly type: string };

const played = (items: readonly Item[], durationSeconds = 10) => ({
  playlistId: null,
  items: items.map(({ id, type }) => ({ mediaId: id, type, durationSeconds })),
});

// A campaign that is live with these items.
const live = (
  name: string,
  items: readonly Item[],
  over: { flight?: object; portrait?: readonly Item[]; tagIds?: string[] } = {},
) => {
  const { flight = { start: null, end: null }, portrait, tagIds = [] } = over;
  const content = { landscape: played(items), portrait: portrait === undefined ? null : played(portrait) };
  return aCampaign({ name, tagIds, liveVersion: 1, versions: [aPublished({ flight, content })] });
};

type Screens = Pick<TestScreen, 'get'>;

const programOf = async (screen: Screens) => {
  const { status, json, text } = await screen.get('/program');
  assert.equal(status, 200, text);
  return json;
};
const namesIn = (program: object): string[] => Object(program).campaigns.map(({ name }: { name: string }) => name);
const versionOf = async (screen: Screens): Promise<string> => String((await programOf(screen))['version']);
const waitFor = (screen: Screens, version: string, seconds = 25) =>
  screen.get(`/program?wait=${seconds}`, { 'if-none-match': `"${version}"` });

test('every answer carries the service time at which it was sent', async () => {
  const service = await startService();
  const { id } = await service.newMerchant();
  const screen = await newScreen(service, id);
  const timeOf = ({ headers }: { readonly headers: Headers }): number => Number(headers.get('x-service-time'));
  const { clock } = service;
  const stranger = screenCalls(service.url, 'vitrine_screen_unknown');
  const answers = [
    await screen.get('/program'),
    await screen.post('/beats', A_BEAT),
    await screen.post('/beats', {}),
    await screen.post('/plays', { batch: 1, plays: [] }),
    await screen.get('/pairing'),
    await stranger.get('/program'),
    await stranger.get('/pairing'),
    await stranger.post('/pairings', undefined),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 400, 200, 200, 401, 404, 200],
  );
  assert.deepEqual(
    answers.map(timeOf),
    answers.map(() => clock.now()),
  );
  // An answer that waited carries the time of its end.
  const waiting = waitFor(screen, await versionOf(screen), 1);
  await until(async () => (await waitingAt(service)) === 1);
  clock.advance(1_000);
  const same = await waiting;
  assert.deepEqual([same.status, timeOf(same)], [304, clock.now()]);
  await service.close();
});

// How many requests of screens wait at the first instance.
async function waitingAt({ adminUrl }: Service): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(/^vitrine_screens\{state="waiting"\} (\d+)$/m.exec(text)?.[1]);
}

// Nobody reads what screens are told of until the work is done: who asks for it stands still, and is counted.
const whileLocked = ({ db }: Service, work: (standingStill: () => Promise<number>) => Promise<void>): Promise<void> =>
  db.transaction(async (db) => {
    await db.rows({ text: 'lock table screens, campaigns in access exclusive mode', values: [] });
    await work(async () => (await db.rows(STANDING_STILL)).length);
  });

// The tables of other test files' databases have the same numbers.
const STANDING_STILL = {
  text: `select from pg_locks where relation in ('screens'::regclass, 'campaigns'::regclass) and not granted
           and database = (select oid from pg_database where datname = current_database())`,
  values: [],
};

// Connections that were taken from the pool while something was done: each is a statement or more.
async function statementsOf({ db }: Service, work: () => Promise<unknown>): Promise<number> {
  let taken = 0;
  const count = (): void => void (taken += 1);
  db.pool.on('acquire', count);
  await work();
  db.pool.off('acquire', count);
  return taken;
}

test('a program is what runs and what starts within seven days, with its files and what is played when nothing runs', async () => {
  const [poster, door, menu, spare] = [anImage(), aVideo(), aPage(), anImage({ name: 'Spare' })];
  const playlist = aPlaylist({ items: [archived(spare, 7), archived(poster)] });
  const soon = { start: '2026-06-22T14:00', end: null };
  const campaigns = [
    live('spring', [poster, door, menu, poster]),
    live('Autumn', [door], { flight: soon }),
    live('Winter', [poster], { flight: { start: '2026-06-22T14:01', end: null } }),
    live('Over', [poster], { flight: { start: null, end: '2026-06-15T14:00' } }),
  ];
  const { bob, shop } = await newStudio(service, {
    media: [poster, door, menu, spare],
    playlists: [playlist],
    campaigns,
  });
  await bob.patch('/merchant', { defaultPlaylistId: playlist.id });
  const screen = await newScreen(service, shop.id);
  const answer = await screen.get('/program');
  const { version, media, ...program } = answer.json;
  assert.equal(answer.headers.get('etag'), `"${String(version)}"`);
  assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  const item = (one: Item, durationSeconds = 10) => ({ mediaId: one.id, durationSeconds });
  assert.deepEqual(program, {
    screen: { id: screen.id, name: 'Window', orientation: 'landscape', timeZone: 'Europe/Paris' },
    merchant: { name: 'Corner Bakery' },
    playsBatch: 0,
    campaigns: [
      { lineageId: campaigns[1]?.lineageId, name: 'Autumn', flight: soon, items: [item(door)] },
      {
        lineageId: campaigns[0]?.lineageId,
        name: 'spring',
        flight: { start: null, end: null },
        items: [item(poster), item(door), item(menu), item(poster)],
      },
    ],
    default: { items: [item(spare, 7), item(poster)] },
  });
  const byId = new Map(Object(media).map((one: { id: string }) => [one.id, one]));
  assert.deepEqual([...byId.keys()].map(String).toSorted(), [poster, door, menu, spare].map(({ id }) => id).toSorted());
  const page = { mimeType: null, sha256: null, sizeBytes: null, width: null, height: null };
  assert.deepEqual(byId.get(menu.id), {
    id: menu.id,
    name: 'Menu',
    type: 'web',
    ...page,
    url: 'https://example.com/menu',
  });
  const { url, ...file } = Object(byId.get(door.id));
  const declared = { mimeType: 'video/mp4', sha256: sha256('video'), sizeBytes: 5, width: 1920, height: 1080 };
  assert.deepEqual(file, { id: door.id, name: 'Door', type: 'video', ...declared });
  assert.match(url, /X-Amz-Signature=/);
});

test('what is published on one instance is at once the answer of who waits on another, and of nobody else', async () => {
  const poster = anImage();
  const playlist = aPlaylist({ items: [archived(poster)] });
  const { ada, shop } = await newStudio(service, { media: [poster], playlists: [playlist] });
  const elsewhere = await newStudio(service);
  const stranger = await newScreen(service, elsewhere.shop.id);
  const screen = await newScreen(service, shop.id);
  const other = screenCalls(await service.newInstance(), screen.key);
  const lineageId = randomUUID();
  await ada.post('/campaigns', { lineageId, name: 'Spring', landscapePlaylistId: playlist.id });
  const [here, there] = [waitFor(screen, await versionOf(screen)), waitFor(other, await versionOf(other))];
  const apart = waitFor(stranger, await versionOf(stranger));
  await until(async () => (await waitingAt(service)) === 2);
  await publish(ada, lineageId);
  for (const answer of [await here, await there]) assert.deepEqual(namesIn(answer.json), ['Spring']);
  await until(async () => (await waitingAt(service)) === 1);
  await elsewhere.bob.patch('/merchant', { name: 'Elsewhere' });
  assert.deepEqual((await apart).json['merchant'], { name: 'Elsewhere' });
  const version = await versionOf(screen);
  const withdrawn = waitFor(other, version);
  await ada.post(`/campaigns/${lineageId}/withdraw`, { revision: 2 });
  assert.deepEqual(namesIn((await withdrawn).json), []);
});

test('thirty screens that wait hold no connection to the database and ask nothing of it, nor does who is told that nothing is new', async () => {
  const { shop } = await newStudio(service);
  const screens = await Promise.all(Array.from({ length: 30 }, () => newScreen(service, shop.id)));
  const versions = await Promise.all(screens.map(versionOf));
  const answers = screens.map((screen, at) => waitFor(screen, versions[at] ?? ''));
  await until(async () => (await waitingAt(service)) === 30);
  await whileLocked(service, async (standingStill) => {
    const first = screens[0] ?? assert.fail();
    const [known = ''] = versions;
    const same = first.get('/program', { 'if-none-match': `W/"x", W/"${known}"` });
    // Longer than who must look for itself waits before it does.
    const later = waitFor(first, known, 3);
    let areTold = false;
    void Promise.all([same, later]).then(() => (areTold = true));
    await until(async () => areTold || (await standingStill()) > 0);
    assert.deepEqual([areTold, await standingStill(), await waitingAt(service)], [true, 0, 30]);
    const { status, text, headers } = await same;
    assert.deepEqual([status, text, headers.get('etag')], [304, '', `"${known}"`]);
    assert.equal((await later).status, 304);
    // The one that holds the lock; the service's own background work gives back what it has taken.
    const { pool } = service.db;
    await until(() => pool.totalCount - pool.idleCount === 1);
  });
  const text = `with named as (update screens set name = 'Other' where merchant_id = $1) select pg_notify('signals', $1::text)`;
  await service.db.rows({ text, values: [shop.id] });
  for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
});

test('a change that wakes many screens of one set-up is read once for all of them', async () => {
  const { shop } = await newStudio(service);
  const screens = await Promise.all(Array.from({ length: 20 }, () => newScreen(service, shop.id)));
  const versions = await Promise.all(screens.map(versionOf));
  const waits = screens.map((screen, at) => waitFor(screen, versions[at] ?? ''));
  await until(async () => (await waitingAt(service)) === 20);
  const statements = await statementsOf(service, async () => {
    await whileLocked(service, async (standingStill) => {
      await service.db.rows({ text: `select pg_notify('signals', $1)`, values: [shop.id] });
      // All are awake, and one asks for all of them.
      await until(async () => (await waitingAt(service)) === 0 && (await standingStill()) > 0);
      assert.equal(await standingStill(), 1);
    });
    await until(async () => (await waitingAt(service)) === 20);
  });
  // The lock, the message itself, the merchant's screens, and the flights of the one set-up, with what the service does beside
  // it: never one for each screen.
  assert.ok(statements < 20, String(statements));
  const answers = await statementsOf(service, async () => {
    await service.db.rows({
      text: 'update merchants set name = $1 where id = $2',
      values: ['Another Bakery', shop.id],
    });
    await service.db.rows({ text: `select pg_notify('signals', $1)`, values: [shop.id] });
    await Promise.all(waits);
  });
  // The same, and what each has counted, in one statement or two for all of them.
  assert.ok(answers < 20, String(answers));
  for (const { json } of await Promise.all(waits)) assert.deepEqual(json['merchant'], { name: 'Another Bakery' });
});

test('each change that screens would notice is told to them, and an upload is not', async () => {
  const [poster, other] = [anImage(), anImage()];
  const playlist = aPlaylist({ items: [archived(poster)] });
  const campaign = live('Spring', [poster]);
  const tag = aTag('Bread');
  const { ada, bob, shop } = await newStudio(service, {
    tags: [tag],
    media: [poster, other],
    playlists: [playlist],
    campaigns: [campaign],
  });
  const screen = await newScreen(service, shop.id);
  const changes: [string, () => Promise<{ readonly status: number }>][] = [
    ['settings', () => bob.patch('/merchant', { defaultPlaylistId: playlist.id })],
    ['its own playlist', () => ada.patch(`/playlists/${playlist.id}`, { revision: 1, items: [wanted(other)] })],
    ['a name', () => ada.patch(`/media/${other.id}`, { revision: 1, name: 'Cake' })],
    ['a campaign', () => ada.patch(`/campaigns/${campaign.lineageId}`, { revision: 1, name: 'Summer' })],
    ['the screen', () => ada.patch(`/screens/${screen.id}`, { revision: 1, tags: ['Bread'] })],
    ['a tag that goes', () => ada.remove(`/tags/${tag.id}`)],
    ['a zone', () => bob.patch('/merchant', { timeZone: 'Asia/Tokyo' })],
    ['a withdrawal', () => ada.post(`/campaigns/${campaign.lineageId}/withdraw`, { revision: 2 })],
  ];
  const known = [];
  for (const [what, change] of changes) {
    const version = await versionOf(screen);
    const waiting = waitFor(screen, version);
    await until(async () => (await waitingAt(service)) === 1);
    assert.equal((await change()).status, 200, what);
    known.push([what, (await waiting).status]);
  }
  assert.deepEqual(
    known,
    changes.map(([what]) => [what, 200]),
  );
  const waiting = waitFor(screen, await versionOf(screen));
  await until(async () => (await waitingAt(service)) === 1);
  const page = { id: randomUUID(), name: 'Menu', url: 'https://example.com/menu' };
  assert.equal((await ada.post('/media/pages', page)).status, 200);
  await bob.patch('/merchant', { name: 'After the upload' });
  assert.deepEqual((await waiting).json['merchant'], { name: 'After the upload' });
  // While nothing happens, the answer comes when its time is over.
  assert.equal((await waitFor(screen, await versionOf(screen), 1)).status, 304);
});

test('a flight that ends or comes near makes another program, though nobody changed anything', async () => {
  const poster = anImage();
  const ending = live('Ending', [poster], { flight: { start: null, end: '2026-07-15T18:00' } });
  const coming = live('Coming', [poster], { flight: { start: '2026-07-22T18:00', end: null } });
  const own = await startService();
  const { shop } = await newStudio(own, { media: [poster], campaigns: [ending, coming] });
  const [paris, tokyo] = [await newScreen(own, shop.id), await newScreen(own, shop.id, { timeZone: 'Asia/Tokyo' })];
  const seen = async () => [namesIn(await programOf(paris)), namesIn(await programOf(tokyo))];
  assert.deepEqual(await seen(), [['Ending'], ['Ending']]);
  own.clock.set('2026-07-15T09:00:00.000Z');
  assert.deepEqual(await seen(), [['Ending'], ['Coming']]);
  own.clock.set('2026-07-15T15:59:59.999Z');
  assert.deepEqual(await seen(), [['Ending'], ['Coming']]);
  own.clock.set('2026-07-15T16:00:00.000Z');
  assert.deepEqual(await seen(), [['Coming'], ['Coming']]);
  await own.close();
});

test('adds a campaign to the program seven days before it starts, with no other change', async () => {
  const poster = anImage();
  const coming = live('Coming', [poster], { flight: { start: '2026-07-22T18:00', end: null } });
  const own = await startService();
  const { shop } = await newStudio(own, { media: [poster], campaigns: [coming] });
  const paris = await newScreen(own, shop.id);
  assert.deepEqual(namesIn(await programOf(paris)), []);
  own.clock.set('2026-07-15T15:59:59.999Z');
  assert.deepEqual(namesIn(await programOf(paris)), []);
  own.clock.set('2026-07-15T16:00:00.000Z');
  assert.deepEqual(namesIn(await programOf(paris)), ['Coming']);
  await own.close();
});

test('a screen plays by how it hangs and by its tags, never what is in the trash, and never what is another merchant’s', async () => {
  const [wide, tall, gone] = [anImage(), anImage(), anImage({ trashedAt: '2026-06-14T09:00:00.000Z' })];
  const [bread, cake] = [aTag('Bread'), aTag('Cake')];
  const campaigns = [
    live('Both', [wide], { portrait: [tall], tagIds: [bread.id] }),
    live('Wide', [wide, gone], { tagIds: [bread.id, cake.id] }),
    live('Empty', [gone], { tagIds: [bread.id] }),
    live('Plain', [wide]),
  ];
  const parts = { tags: [bread, cake], media: [wide, tall, gone] };
  const { shop } = await newStudio(service, { ...parts, campaigns });
  const itemsIn = (program: object) =>
    Object(program).campaigns.map(({ name, items }: { name: string; items: { mediaId: string }[] }) => [
      name,
      items.map(({ mediaId }) => mediaId),
    ]);
  const upright = await newScreen(service, shop.id, { orientation: 'portrait', tagIds: [bread.id] });
  assert.deepEqual(itemsIn(await programOf(upright)), [
    ['Both', [tall.id]],
    ['Wide', [wide.id]],
  ]);
  const cakes = await newScreen(service, shop.id, { tagIds: [cake.id] });
  assert.deepEqual(itemsIn(await programOf(cakes)), [['Wide', [wide.id]]]);
  const all = await newScreen(service, shop.id);
  assert.deepEqual(namesIn(await programOf(all)), ['Both', 'Plain', 'Wide']);
  // The same ids at another merchant, whose own is nothing.
  const { shop: empty } = await newStudio(service, parts);
  const theirs = await newScreen(service, empty.id, { tagIds: [bread.id] });
  const program = await programOf(theirs);
  assert.deepEqual([program['campaigns'], program['default'], program['media']], [[], null, []]);
});

test('a wait ends when the caller hangs up, and when the service stops', async () => {
  const own = await startService();
  const { shop } = await newStudio(own);
  const screen = await newScreen(own, shop.id);
  const version = await versionOf(screen);
  const headers = { authorization: `Bearer ${screen.key}`, 'if-none-match': `"${version}"` };
  const hangUp = new AbortController();
  const url = `${own.url}/api/screens/v1/program?wait=25`;
  const cut = fetch(url, { headers, signal: hangUp.signal }).catch((error: Error) => error.name);
  await until(async () => (await waitingAt(own)) === 1);
  // One that goes on: what ends by itself ends after it.
  const { shop: elsewhere } = await newStudio(service);
  const other = await newScreen(service, elsewhere.id);
  const longer = waitFor(other, await versionOf(other)).then(() => 'the other one');
  hangUp.abort();
  assert.equal(await cut, 'AbortError');
  const isOver = until(async () => (await waitingAt(own)) === 0).then(() => 'this one');
  assert.equal(await Promise.race([isOver, longer]), 'this one');
  const waiting = waitFor(screen, version);
  await until(async () => (await waitingAt(own)) === 1);
  const closed = own.close().then(() => 'this one');
  const longest = waitFor(other, await versionOf(other)).then(() => 'the other one');
  assert.equal(await Promise.race([closed, longest]), 'this one');
  assert.equal((await waiting).status, 304);
  await service.db.rows({ text: 'delete from screens where id = $1', values: [other.id] });
  await service.db.rows({ text: `select pg_notify('signals', $1)`, values: [elsewhere.id] });
  for (const wait of [longer, longest]) assert.equal(await wait, 'the other one');
});

test('while nobody tells of changes nothing is kept, and who waits looks for itself', async () => {
  const { bob, shop } = await newStudio(service);
  const screen = await newScreen(service, shop.id);
  const waiting = waitFor(screen, await versionOf(screen));
  const lost = await service.db.rows({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'vitrine-listen' and datname = current_database()`,
    values: [],
  });
  assert.ok(lost.length > 0);
  await bob.patch('/merchant', { name: 'Told by nobody' });
  assert.deepEqual((await waiting).json['merchant'], { name: 'Told by nobody' });
});

test('a key reaches the four endpoints of its screen and nothing else; a screen of a suspended merchant plays on', async () => {
  const { ada, shop } = await newStudio(service);
  const screen = await newScreen(service, shop.id);
  const { status: asToken } = await shop.get('/media', screen.key);
  const asPerson = await fetch(`${service.url}/api/console/v1/screens`, {
    headers: { authorization: `Bearer ${screen.key}`, cookie: `vitrine_session=${screen.key}` },
  });
  assert.deepEqual([asToken, asPerson.status], [401, 401]);
  for (const key of [shop.secret, ada.secret, 'x', '']) {
    const answer = await screenCalls(service.url, key).get('/program');
    assert.deepEqual([answer.status, answer.json['error']], [401, 'unauthorized']);
  }
  await suspendMerchant(service, parseMerchantId(shop.id));
  assert.equal((await screen.get('/program')).status, 200);
});

test('a screen that asks without end is told to wait for the next minute', async () => {
  const { shop } = await newStudio(service);
  const screen = await newScreen(service, shop.id);
  const statuses = [];
  for (let at = 0; at <= SCREEN_REQUESTS_PER_MINUTE_MAX; at += 1) statuses.push((await screen.get('/program')).status);
  assert.deepEqual([statuses.indexOf(429), statuses.length - 1], [statuses.length - 1, SCREEN_REQUESTS_PER_MINUTE_MAX]);
  service.clock.advance(60_000);
  assert.equal((await screen.get('/program')).status, 200);
});
