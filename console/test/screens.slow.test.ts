import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { PAIRING_MINUTES } from '@vitrine/contract/screen-limits';
import { PERSON_PASSWORD } from '../../tests/harness/console.js';
import { anImage, aPlaylist, aVideo } from '../../tests/harness/content.js';
import { A_BEAT, askScreens, newScreen, screenCalls, type TestScreen } from '../../tests/harness/screens.js';
import { publish } from '../../tests/harness/studio.js';
import { startConsole, waitUntil, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const [bread, oven] = [anImage({ name: 'Bread' }), aVideo({ name: 'Oven' })];

async function newShop() {
  const items = [bread, oven].map(({ id }) => ({ mediaId: id, durationSeconds: null }));
  const [morning, night] = [aPlaylist({ name: 'Morning', items }), aPlaylist({ name: 'Night', items })];
  const shop = await it.newShop({ media: [bread, oven], playlists: [morning, night] });
  return { ...shop, morning, night };
}

type Shop = Awaited<ReturnType<typeof newShop>>;

async function newCampaign({ owner, morning }: Shop, name: string, over: object = {}): Promise<string> {
  const lineageId = randomUUID();
  const body = { lineageId, name, landscapePlaylistId: morning.id, ...over };
  assert.equal((await owner.post('/campaigns', body)).status, 200);
  return lineageId;
}

// As a television does that nobody has paired yet.
async function newTelevision() {
  const { status, json } = await askScreens(it.service.url, 'POST', '/pairings');
  assert.equal(status, 200);
  return { code: String(json['code']), ...screenCalls(it.service.url, String(json['secret'])) };
}

async function beat(screen: Pick<TestScreen, 'post'>, over: object = {}): Promise<void> {
  const { status, text } = await screen.post('/beats', { ...A_BEAT, ...over });
  assert.equal(status, 200, text);
}

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Screens' }).getByRole('listitem').filter({ hasText: name });

const dialogOf = (page: Page): Locator => page.getByRole('dialog');

const press = (place: Page | Locator, name: string | RegExp): Promise<void> =>
  place.getByRole('button', { name, exact: true }).click();

async function holdReads(page: Page): Promise<() => Promise<void>> {
  let resolve = (): void => {};
  const promise = new Promise<void>((then) => void (resolve = then));
  await page.route('**/api/console/v1/screens', async (route) => {
    await promise;
    // One that the page has given up meanwhile is nobody's.
    await route.continue().catch(() => {});
  });
  return async () => {
    resolve();
    await page.unroute('**/api/console/v1/screens');
  };
}

test('a television is added by its code, and the page follows what it tells', async () => {
  const shop = await newShop();
  const lineageId = await newCampaign(shop, 'Summer');
  await publish(shop.owner, lineageId);
  const television = await newTelevision();
  const { page, faults, close } = await it.openPage('/screens', { person: shop.staff });
  await page.getByRole('heading', { name: 'No screen yet' }).waitFor();
  await page.getByText(`${it.service.url}/screen`).waitFor();
  await page.getByRole('button', { name: 'Add a screen' }).first().click();
  const code = page.getByLabel('Code');
  await code.fill('OLIVE0');
  await press(dialogOf(page), 'Add');
  await page.getByText('No code has O or L or I or 0 in it').waitFor();
  await page.getByText('Give it a name that your colleagues recognise.').waitFor();
  // What nobody shows is said beside the field, which has the focus.
  await code.fill(television.code === 'ACDEFG' ? 'ACDEFH' : 'ACDEFG');
  await page.getByLabel('Name').fill('Window');
  await press(dialogOf(page), 'Add');
  await page.getByText('No television shows this code now').waitFor();
  await waitUntil(page, `document.activeElement.name === 'code'`);
  await code.fill(` ${television.code.slice(0, 3).toLowerCase()}-${television.code.slice(3)} `);
  await page.getByLabel('Only campaigns that carry one of its tags').check();
  await press(dialogOf(page), 'Add');
  await page.getByText('Choose at least one tag.').waitFor();
  await page.getByLabel('Everything that runs').check();
  await press(dialogOf(page), 'Add');
  await page.getByText('Window is added.').waitFor();
  await rowOf(page, 'Window').getByText('New', { exact: true }).waitFor();
  assert.equal((await television.get('/pairing')).json['state'], 'paired');
  // Awaited, it is looked at again within seconds.
  await beat(television, {
    lineageId,
    mediaId: bread.id,
    storesFiles: false,
    faults: [{ mediaId: oven.id, kind: 'cannot_play', codec: 'hevc' }],
  });
  await rowOf(page, 'Window').getByText('On', { exact: true }).waitFor();
  const words = (await rowOf(page, 'Window').innerText()).replace(/\s+/g, ' ');
  assert.match(words, /Playing Summer: Bread/);
  assert.match(words, /Landscape · 1920 × 1080 · Plays everything that runs/);
  assert.match(words, /One file cannot be played here: HEVC \(Oven\)/);
  assert.match(words, /It keeps no files, so it stops with its network/);
  assert.deepEqual(faults, []);
  await close();
});

test('the picture on a television leads to the form, over the sign-in, and an old code says what to do', async () => {
  const shop = await newShop();
  const old = await newTelevision();
  const { page, close } = await it.openPage(`/screens?code=${old.code}`);
  await page.getByLabel('Email', { exact: true }).fill(shop.staff.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
  await press(page, 'Sign in');
  const code = page.getByLabel('Code');
  await code.waitFor();
  assert.equal(await code.inputValue(), old.code);
  it.service.clock.advance(PAIRING_MINUTES * 60_000 + 1);
  await page.getByLabel('Name').fill('Counter');
  await page.getByLabel('Portrait: Higher than wide').check();
  await press(dialogOf(page), 'Add');
  await page.getByText('it changes every 10 minutes').waitFor();
  // The whole address of the picture, copied.
  const fresh = await newTelevision();
  await code.fill(`${it.service.url}/screens?code=${fresh.code}`);
  assert.equal(await code.inputValue(), fresh.code);
  await press(dialogOf(page), 'Add');
  await page.getByText('Counter is added.').waitFor();
  await dialogOf(page).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '');
  const [screen] = Object((await shop.owner.get('/screens')).json['items']) as { orientation: string }[];
  assert.equal(screen?.orientation, 'portrait');
  // A number to whoever looks for one in an address.
  await page.goto(`${it.service.url}/screens?code=3467E9`);
  await code.waitFor();
  assert.equal(await code.inputValue(), '3467E9');
  await close();
});

test('two people change one screen, a device takes its place, and removed it is dark', async () => {
  const shop = await newShop();
  const old = await newScreen(it.service, shop.id, { name: 'Window' });
  const { page, close } = await it.openPage('/screens', { person: shop.admin });
  await press(page, 'Settings of Window');
  await page.getByLabel('Name').fill('Window, left');
  // The list is read again and again, and would tell of it too early.
  const release = await holdReads(page);
  const patched = await shop.owner.patch(`/screens/${old.id}`, { revision: 1, orientation: 'portrait' });
  assert.equal(patched.status, 200);
  await press(dialogOf(page), 'Save');
  await release();
  await page.getByText('Somebody else changed this screen meanwhile').waitFor();
  await page.getByText(/With yours: “Window, left” · portrait/).waitFor();
  await press(dialogOf(page), 'Use mine');
  await page.getByText('Saved.').waitFor();
  await rowOf(page, 'Window, left')
    .getByText(/^Portrait · /)
    .waitFor();
  // What is typed is asked about before it is dropped.
  await press(page, 'Settings of Window, left');
  await page.getByLabel('Name').fill('Nothing');
  await page.keyboard.press('Escape');
  await press(page, 'Discard');
  await dialogOf(page).waitFor({ state: 'detached' });

  const television = await newTelevision();
  await press(page, 'More actions for Window, left');
  await page.getByRole('menuitem', { name: 'Pair another device' }).click();
  await page.getByLabel('Code').fill(television.code);
  await press(dialogOf(page), 'Pair');
  await page.getByText('Window, left is paired.').waitFor();
  assert.equal((await old.get('/program')).status, 401);
  assert.equal((await television.get('/program')).status, 200);

  await press(page, 'More actions for Window, left');
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByText('What happened to “Window, left”').waitFor();
  await page.goBack();

  await press(page, 'More actions for Window, left');
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialogOf(page).getByText('It goes dark within a minute.').waitFor();
  await press(dialogOf(page), 'Remove');
  await page.getByRole('heading', { name: 'No screen yet' }).waitFor();
  assert.equal((await television.get('/program')).status, 401);
  await close();
});

test('there are as many as the plan says', async () => {
  const shop = await newShop();
  await newScreen(it.service, shop.id, { name: 'Window' });
  const setMax = (most: number) =>
    it.service.db.rows({ text: 'update merchants set screens_max = $2 where id = $1', values: [shop.id, most] });
  await setMax(2);
  const television = await newTelevision();
  const { page, close } = await it.openPage('/screens', { person: shop.staff });
  await press(page, 'Add a screen');
  await page.getByLabel('Code').fill(television.code);
  await page.getByLabel('Name').fill('Door');
  // A smaller plan since.
  await setMax(1);
  await press(dialogOf(page), 'Add');
  await dialogOf(page).getByText('The plan of the merchant allows 1 screen.').waitFor();
  await page.goto(`${it.service.url}/screens?code=${television.code}`);
  await dialogOf(page).getByText('There is room for one screen.').waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: 'Add a screen' }).isDisabled(), true);
  await close();
});

test('Today, the campaign, publishing and the settings know of the screens', async () => {
  const shop = await newShop();
  const flight = { start: '2026-06-01', end: '2026-06-30' };
  const [summer, lunch] = [await newCampaign(shop, 'Summer'), await newCampaign(shop, 'Lunch', { flight })];
  await publish(shop.owner, summer);
  const { page, faults, close } = await it.openPage('/today', { person: shop.owner });
  await page.getByRole('region', { name: 'Put it on a screen' }).getByRole('link', { name: 'Add a screen' }).waitFor();
  const [counter, door] = [
    await newScreen(it.service, shop.id, { name: 'Counter' }),
    await newScreen(it.service, shop.id, { name: 'Door' }),
  ];
  await beat(door);
  it.service.clock.advance(180_000);
  await beat(counter, { lineageId: summer, mediaId: bread.id });
  // It goes on with what was published.
  assert.equal((await shop.owner.post(`/playlists/${shop.morning.id}/items`, { mediaIds: [bread.id] })).status, 200);
  await page.reload();
  await page.getByRole('region', { name: 'Screens that are off' }).getByRole('link', { name: 'Door' }).waitFor();
  const onScreens = page.getByRole('region', { name: 'Screens', exact: true });
  await onScreens.getByText('1 of 2 is off.').waitFor();
  const texts = await onScreens.getByRole('listitem').allInnerTexts();
  assert.deepEqual(
    texts.map((text) => text.replace(/\s+/g, ' ').trim()),
    ['Door Off Not heard of', 'Counter Summer: Bread Changes not published'],
  );

  await page.goto(`${it.service.url}/campaigns/${summer}`);
  const plays = page.getByRole('region', { name: 'Plays' });
  await plays.getByText('No screen has played it in this time.').waitFor();
  const counted = [
    { day: '2026-06-14', lineageId: summer, mediaId: bread.id, plays: 30, seconds: 300 },
    { day: '2026-06-15', lineageId: summer, mediaId: bread.id, plays: 10, seconds: 100 },
    { day: '2026-06-15', lineageId: summer, mediaId: oven.id, plays: 12, seconds: 150 },
  ];
  assert.equal((await counter.post('/plays', { batch: 1, plays: counted })).status, 200);
  await page.reload();
  await plays.getByText('52 plays').waitFor();
  const rows = await plays.getByRole('table', { name: 'Plays by item' }).getByRole('row').allInnerTexts();
  assert.deepEqual(
    rows.map((row) => row.split(/\s*\t\s*|\n/)),
    [
      ['Item', 'Plays', 'Time'],
      ['Bread', '40', '7 min'],
      ['Oven', '12', '3 min'],
    ],
  );
  assert.equal(await plays.getByRole('row', { name: /^14 Jun 2026 30 5 min$/ }).count(), 1);
  const downloaded = page.waitForEvent('download');
  await press(plays, 'Export as CSV');
  const file = await readFile(await (await downloaded).path(), 'utf8');
  assert.match(file, /2026-06-15,.*Oven.*,12,150/);
  await plays.getByLabel('Of which days').selectOption('Last 7 days');
  await plays.locator('figcaption').getByText('9 Jun 2026').waitFor();

  await page.goto(`${it.service.url}/campaigns/${lunch}`);
  await press(page, 'Publish …');
  await dialogOf(page).getByText('Beside: “Summer”. They take turns').waitFor();
  await page.keyboard.press('Escape');

  await page.goto(`${it.service.url}/settings/merchant`);
  await page.getByRole('combobox', { name: 'Default playlist' }).fill('Nig');
  await page.getByRole('option', { name: 'Night' }).click();
  await press(page, 'Save');
  await page.getByText('Saved.').waitFor();
  assert.equal((await shop.owner.get('/merchant')).json['defaultPlaylistId'], shop.night.id);
  await page.getByRole('link', { name: 'Open this playlist' }).click();
  await page.getByText('screens play it while nothing runs').waitFor();
  await press(page, 'Delete this playlist');
  await dialogOf(page).getByText('It is the default playlist').waitFor();
  await press(dialogOf(page), 'Delete');
  await page.getByRole('heading', { name: 'Playlists', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Merchant' }).click();
  await page.getByPlaceholder('None: screens stay dark').waitFor();
  assert.deepEqual(faults, []);
  await close();
});
