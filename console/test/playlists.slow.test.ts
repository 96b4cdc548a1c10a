import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anImage, aPlaylist, aVideo } from '../../tests/harness/content.js';
import { publish } from '../../tests/harness/studio.js';
import { holdNotice, settle, startConsole, waitUntil, type TestConsole } from './console-browser.js';
import { loseFirstAnswer } from './hold-answers.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const [bread, door, cake] = [
  anImage({ name: 'Bread' }),
  aVideo({ name: 'Door' }),
  anImage({ name: 'Cake', createdAt: '2026-06-02T10:00:00.000Z' }),
];

async function newShop() {
  const items = [bread, door, cake].map(({ id }) => ({ mediaId: id, durationSeconds: null }));
  const playlist = aPlaylist({ name: 'Front window', items });
  const shop = await it.newShop({ media: [bread, door, cake], playlists: [playlist] });
  const itemsNow = async (): Promise<unknown[]> => {
    const { json } = await shop.owner.get(`/playlists/${playlist.id}`);
    return (json['items'] as { media: { name: string }; ownSeconds: number | null }[]).map(({ media, ownSeconds }) =>
      ownSeconds === null ? media.name : [media.name, ownSeconds],
    );
  };
  return { ...shop, playlist, itemsNow, path: `/playlists/${playlist.id}` };
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
};

test('from nothing to a playlist with media, in the order in which they were chosen', async () => {
  const shop = await it.newShop({ media: [bread, door, cake] });
  const { page, faults, close } = await it.openPage('/playlists', { person: shop.staff });
  await page.getByRole('heading', { name: 'No playlist yet' }).waitFor();
  await page.getByRole('button', { name: 'New playlist' }).first().click();
  await page.getByLabel('Name').fill('Counter');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Counter', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Add media' }).click();
  const choices = page.getByRole('list', { name: 'Media to choose from' });
  for (const name of ['Door', 'Bread']) await choices.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Add 2 items' }).click();
  await page.getByText('2 items, 0:23 per loop').waitFor();
  await save(page);
  const { body } = await shop.get('/playlists');
  const [listed] = (body as { items: { id: string; name: string }[] }).items;
  assert.equal(listed?.name, 'Counter');
  const detail = (await shop.get(`/playlists/${listed?.id}`)).body as { items: unknown; totalDurationSeconds: number };
  assert.deepEqual(detail.items, [
    { mediaId: door.id, type: 'video', durationSeconds: 12.5 },
    { mediaId: bread.id, type: 'image', durationSeconds: 10 },
  ]);
  assert.deepEqual(faults, []);
  await close();
});

test('a name that is mended after the answer was lost is created, and the list has what was made', async () => {
  const { staff } = await it.newShop();
  const { page, close } = await it.openPage('/playlists', { person: staff });
  const dialog = page.getByRole('dialog', { name: 'New playlist' });
  const lose = async (name: string): Promise<void> => {
    await loseFirstAnswer(page, '**/api/console/v1/playlists', 'POST');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('The playlist was not created').waitFor();
  };
  await page.getByRole('button', { name: 'New playlist' }).last().click();
  await lose('Cuonter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Cuonter' }).waitFor();
  await page.getByRole('button', { name: 'New playlist' }).first().click();
  await lose('Couner');
  await dialog.getByLabel('Name').fill('Counter');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Counter', level: 1 }).waitFor();
  const { json } = await staff.get('/playlists');
  const names = (json['items'] as { name: string }[]).map(({ name }) => name);
  assert.deepEqual(names.toSorted(), ['Couner', 'Counter', 'Cuonter']);
  await close();
});

test('items are moved with the keyboard, and read out', async () => {
  const { path, staff, itemsNow } = await newShop();
  const { page, close } = await it.openPage(path, { person: staff });
  await page.getByRole('button', { name: 'Move Cake', exact: true }).focus();
  for (const [key, words] of [
    ['Space', 'Cake picked up, at place 3 of 3.'],
    ['ArrowUp', 'Cake at place 2 of 3.'],
    ['Home', 'Cake at place 1 of 3.'],
    ['Space', 'Cake now at place 1 of 3.'],
    ['Space', 'Cake picked up, at place 1 of 3.'],
    ['End', 'Cake at place 3 of 3.'],
    ['Escape', 'Cake back at place 1 of 3.'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByText(words).waitFor({ state: 'attached' });
  }
  await save(page);
  assert.deepEqual(await itemsNow(), ['Cake', 'Bread', 'Door']);
  await close();
});

test('items are dragged into their order, get a time of their own, and are taken out', async () => {
  const { path, staff, itemsNow } = await newShop();
  const { page, close } = await it.openPage(path, { person: staff });
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  await handle('Cake').waitFor();
  await settle(page);
  const [from, to] = await Promise.all([handle('Bread').boundingBox(), handle('Cake').boundingBox()]);
  await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 10, (to?.y ?? 0) + 34, { steps: 12 });
  await page.mouse.up();
  await page.getByLabel('Own play time of Cake in seconds').fill('0:06');
  await page.getByRole('button', { name: 'Play Cake one second longer' }).click();
  await page.getByRole('button', { name: 'Remove Door' }).click();
  await save(page);
  assert.deepEqual(await itemsNow(), [['Cake', 7], 'Bread']);
  await close();
});

test('by touch: a finger on a row scrolls, a finger on its handle drags it, before and after that', async () => {
  const { path, staff, itemsNow } = await newShop();
  const { page, close } = await it.openPage(path, { person: staff, width: 390 });
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const placeOf = async (label: string) => {
    const box = await page.getByRole('button', { name: label, exact: true }).boundingBox();
    assert.ok(box, label);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const dragBelow = async (name: string, below: string): Promise<void> => {
    const [from, to] = [await placeOf(`Move ${name}`), await placeOf(`Move ${below}`)];
    await touch('touchStart', from.x, from.y);
    for (const part of [0.2, 0.5, 0.8, 1]) {
      await touch('touchMove', from.x + part * 5, from.y + part * (to.y - from.y + 30));
    }
    await page.locator('.playlist-ghost').waitFor();
    await touch('touchEnd');
    await page.locator('.playlist-ghost').waitFor({ state: 'detached' });
  };
  await page.getByRole('button', { name: 'Move Bread', exact: true }).scrollIntoViewIfNeeded();
  await settle(page);
  await dragBelow('Bread', 'Cake');
  const name = await page.getByRole('link', { name: 'Cake' }).boundingBox();
  const [x, y] = [(name?.x ?? 0) + 20, (name?.y ?? 0) + 4];
  const top = await page.evaluate<number>('scrollY');
  // A finger that goes quickly leaves the page moving.
  await page.evaluate(
    "void (window.atRest = new Promise((then) => addEventListener('scrollend', then, { once: true })))",
  );
  await touch('touchStart', x, y);
  for (const by of [20, 60, 100]) await touch('touchMove', x, y - by);
  await touch('touchEnd');
  await page.evaluate('window.atRest.then(() => undefined)');
  assert.ok((await page.evaluate<number>('scrollY')) > top);
  assert.equal(await page.locator('.playlist-ghost').count(), 0);
  await dragBelow('Cake', 'Bread');
  await save(page);
  assert.deepEqual(await itemsNow(), ['Door', 'Bread', 'Cake']);
  await close();
});

test('of two people at once the second is told, and loses nothing', async () => {
  const { path, playlist, owner, staff, itemsNow } = await newShop();
  const { page, close } = await it.openPage(path, { person: staff });
  await page.getByLabel('Name').fill('Side window');
  await owner.patch(path, { revision: 1, name: 'Back window', items: [{ mediaId: bread.id, ownSeconds: null }] });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this playlist meanwhile').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Side window');
  await page.getByText(/Theirs is called “Back window”, 1 item: Bread/).waitFor();
  await page.getByRole('button', { name: 'Use mine' }).click();
  await page.getByRole('heading', { name: 'Side window', level: 1 }).waitFor();
  assert.equal((await owner.get(`/playlists/${playlist.id}`)).json['name'], 'Side window');
  assert.deepEqual(await itemsNow(), ['Bread', 'Door', 'Cake']);
  // What was deleted meanwhile is told by its name and its place.
  await page.getByLabel('Name').fill('Door');
  await owner.remove(`/media/${cake.id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText('Not in the library any more: “Cake” (item 3). Leave that out, or bring it back from the trash.')
    .waitFor();
  await page.getByRole('button', { name: 'Remove Cake' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Use mine' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.deepEqual(await itemsNow(), ['Bread', 'Door']);
  await close();
});

test('the preview plays it from any item on, and waits where no motion is wanted', async () => {
  const { path, staff } = await newShop();
  const { page, close } = await it.openPage(path, { person: staff });
  await page.getByLabel('Own play time of Door in seconds').fill('0.1');
  await page.getByRole('button', { name: 'Preview' }).click();
  const shown = page.getByText(/^\d of 3 · /);
  await expect.poll(() => shown.textContent()).toBe('1 of 3 · Bread · 0:10');
  await page.getByRole('button', { name: 'Next item' }).click();
  await expect.poll(() => shown.textContent()).toBe('2 of 3 · Door · 0:01');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => shown.textContent()).toBe('3 of 3 · Cake · 0:10');
  await page.getByRole('slider', { name: 'Item of the loop' }).press('Home');
  await expect.poll(() => shown.textContent()).toBe('1 of 3 · Bread · 0:10');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'More for Cake' }).click();
  await page.getByRole('menuitem', { name: 'Preview from here' }).click();
  await expect.poll(() => shown.textContent()).toBe('3 of 3 · Cake · 0:10');
  assert.equal(await page.getByRole('button', { name: 'Play', exact: true }).count(), 1, 'it did not start by itself');
  await close();
});

test('every edit is taken back and brought back, with the buttons and with the keyboard', async () => {
  const { path, staff, itemsNow } = await newShop();
  const { page, close } = await it.openPage(path, { person: staff });
  const names = () => page.getByRole('list', { name: 'Items in play order' }).getByRole('link').allTextContents();
  await page.getByRole('button', { name: 'Remove Bread' }).click();
  await page.getByRole('button', { name: 'More for Cake' }).click();
  await page.getByRole('menuitem', { name: 'Move to the top' }).click();
  await page.getByLabel('Own play time of Door in seconds').fill('30');
  assert.deepEqual(await names(), ['Cake', 'Door']);
  const undo = page.getByRole('button', { name: 'Undo the last change' });
  await undo.click();
  assert.equal(await page.getByLabel('Own play time of Door in seconds').inputValue(), '');
  await undo.click();
  await undo.press('Control+z');
  await expect.poll(names).toEqual(['Bread', 'Door', 'Cake']);
  assert.equal(await page.getByText('Not saved yet').count(), 0);
  for (let at = 0; at < 2; at += 1) await page.getByRole('button', { name: 'Redo the change' }).click();
  await page.getByLabel('Name').press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.deepEqual(await itemsNow(), ['Cake', 'Door']);
  await close();
});

test('a reload takes nothing away: what was not saved is offered back', async () => {
  const { path, staff, owner, itemsNow } = await newShop();
  const { page, close } = await it.openPage(path, { person: staff });
  await page.getByRole('button', { name: 'Remove Bread' }).click();
  await page.getByLabel('Name').fill('Side window');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore my changes' }).click();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Side window');
  await page.getByRole('button', { name: 'Remove Bread' }).waitFor({ state: 'detached' });
  await save(page);
  assert.deepEqual(await itemsNow(), ['Door', 'Cake']);
  await page.reload();
  await page.getByRole('heading', { name: 'Side window', level: 1 }).waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'Restore my changes' }).count(),
    0,
    'what was saved is not offered',
  );

  await page.getByLabel('Name').fill('Corner window');
  await owner.patch(path, { revision: 2, name: 'Back window' });
  await page.reload();
  await page.getByRole('button', { name: 'Restore my changes' }).click();
  await page.getByText('Somebody else changed this playlist meanwhile').waitFor();
  await page.getByRole('button', { name: 'Use mine' }).click();
  await page.getByRole('heading', { name: 'Corner window', level: 1 }).waitFor();
  await close();
});

test('a copy has the same items, and the list says what uses which', async () => {
  const { path, staff, itemsNow, playlist } = await newShop();
  const lineageId = crypto.randomUUID();
  await staff.post('/campaigns', { lineageId, name: 'Spring', landscapePlaylistId: playlist.id });
  const { page, close } = await it.openPage('/playlists?sort=name', { person: staff });
  await page.getByText('In Spring').waitFor();
  const copy = async (): Promise<void> => {
    await page.getByRole('button', { name: 'More for Front window' }).click();
    await page.getByRole('menuitem', { name: 'Copy' }).click();
  };
  // Made, and its answer lost: whoever copies again is led to the one that there is.
  await loseFirstAnswer(page, '**/api/console/v1/playlists', 'POST');
  const told = page.getByText('It was not copied').waitFor();
  await copy();
  await told;
  await copy();
  await page.getByRole('heading', { name: 'Copy of Front window', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Remove Door' }).click();
  await save(page);
  assert.deepEqual(await itemsNow(), ['Bread', 'Door', 'Cake'], 'the other stays as it was');
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('button', { name: 'Copy this playlist' }).click();
  await page.getByRole('heading', { name: 'Copy of Front window', level: 1 }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Move / }).count(), 3);
  const copies = (await staff.get('/playlists?q=Copy')).json['items'] as unknown[];
  assert.equal(copies.length, 2);
  await close();
});

test('the list says what is on now and is filtered, sorted, previewed, chosen from by keys, deleted many at once and brought back', async () => {
  const items = [bread, door].map(({ id }) => ({ mediaId: id, durationSeconds: null }));
  const made = ['Window', 'Counter', 'Spare'].map((name, at) =>
    aPlaylist({ name, items: items.slice(at > 1 ? 1 : 0) }),
  );
  const shop = await it.newShop({ media: [bread, door], playlists: [...made, aPlaylist({ name: 'Bare' })] });
  const { staff } = shop;
  const [live, drafted] = [crypto.randomUUID(), crypto.randomUUID()];
  await staff.post('/campaigns', { lineageId: live, name: 'Spring', landscapePlaylistId: made[0]?.id });
  assert.equal((await publish(staff, live)).status, 200);
  await staff.post('/campaigns', { lineageId: drafted, name: 'Autumn', landscapePlaylistId: made[1]?.id });
  const { page, faults, close } = await it.openPage('/playlists?sort=name', { person: staff });
  const list = page.getByRole('list', { name: 'Playlists', exact: true });
  const names = () => list.getByRole('link').allTextContents();
  const line = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  const bar = page.getByRole('region', { name: 'Selected playlists' });
  const tab = (name: string) => page.getByRole('navigation', { name: 'Which playlists' }).getByRole('link', { name });
  await expect.poll(names).toEqual(['Bare', 'Counter', 'Spare', 'Window']);
  assert.match((await line('Window').innerText()).replace(/\s+/g, ' '), /2 items · 0:23 On now in Spring/);
  assert.match((await line('Counter').innerText()).replace(/\s+/g, ' '), /In Autumn/);

  for (const [name, shown] of [
    ['On now 1', ['Window']],
    ['In use 2', ['Counter', 'Window']],
    ['Not used 2', ['Bare', 'Spare']],
    ['Empty 1', ['Bare']],
    ['All 4', ['Bare', 'Counter', 'Spare', 'Window']],
  ] as const) {
    await tab(name).click();
    await expect.poll(names).toEqual(shown);
    await tab(name).and(page.locator('[aria-current=page]')).waitFor();
  }
  await page.getByRole('combobox', { name: 'Order of the playlists' }).selectOption('longest');
  await expect.poll(async () => (await names()).slice(2)).toEqual(['Spare', 'Bare']);

  // By keys: to a row, what it plays, and chosen; the heading has the focus before.
  await page.getByRole('heading', { name: 'Playlists', level: 1 }).focus();
  for (const key of ['j', 'j', 'ArrowDown', 'k', 'j']) await page.keyboard.press(key);
  await waitUntil(page, `document.activeElement?.textContent === 'Spare'`);
  await page.keyboard.press('Space');
  await page.getByRole('dialog', { name: 'Spare' }).getByText('1 of 1 · Door').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await waitUntil(page, `document.activeElement?.textContent === 'Spare'`);
  await page.keyboard.press('x');
  await bar.getByText('1 selected').waitFor();
  // A click chooses from now on, but for the menu, which is a menu.
  await line('Bare').click();
  await bar.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'More for Bare' }).click();
  await page.getByRole('menuitem', { name: 'New campaign with it' }).waitFor();
  await page.keyboard.press('Escape');
  await bar.getByText('2 selected').waitFor();

  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 playlists?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 playlists are in the trash.').waitFor();
  await holdNotice(page);
  await tab('All 2').waitFor();
  assert.equal((await staff.get(`/playlists/${made[2]?.id}`)).status, 404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await tab('All 4').waitFor();
  assert.equal((await staff.get(`/playlists/${made[2]?.id}`)).status, 200);

  await page.getByRole('checkbox', { name: 'Select Spare' }).click();
  await bar.getByRole('button', { name: 'Select all 4 found' }).click();
  await bar.getByText('4 selected').waitFor();
  await bar.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('4 playlists copied.').waitFor();
  await holdNotice(page);
  await tab('All 8').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await tab('All 4').waitFor();

  await page.getByRole('button', { name: 'More for Spare' }).click();
  await page.getByRole('menuitem', { name: 'New campaign with it' }).click();
  await page.getByText('“Spare” is a draft with this playlist.').waitFor();
  await page.getByRole('heading', { name: 'Spare', level: 1 }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('of several that are copied, one fails: it is copied the next time, and those before it are not', async () => {
  const names = ['Bare', 'Counter', 'Spare'];
  const { staff } = await it.newShop({ playlists: names.map((name) => aPlaylist({ name })) });
  const { page, close } = await it.openPage('/playlists?sort=name', { person: staff });
  const bar = page.getByRole('region', { name: 'Selected playlists' });
  const copy = () => bar.getByRole('button', { name: 'Copy', exact: true }).click();
  let sent = 0;
  await page.route('**/api/console/v1/playlists', (route) =>
    route.request().method() === 'POST' && (sent += 1) === 2 ? route.abort() : route.continue(),
  );
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  const told = page.getByText('It stopped after 1 of 3').waitFor();
  await copy();
  await told;
  await bar.getByText('2 selected').waitFor();
  await copy();
  await bar.waitFor({ state: 'detached' });
  const { items } = (await staff.get('/playlists?sort=name')).json as { items: { name: string }[] };
  assert.deepEqual(
    items.map(({ name }) => name),
    [...names, ...names.map((name) => `Copy of ${name}`)].toSorted(),
  );
  await close();
});

test('it is kept to its campaign while changes are not saved, and nobody else is blamed for it', async () => {
  const { path, staff, playlist } = await newShop();
  // What no campaign has stays shared.
  await staff.post('/campaigns', { lineageId: crypto.randomUUID(), name: 'Spring', landscapePlaylistId: playlist.id });
  const { page, close } = await it.openPage(path, { person: staff });
  await page.getByLabel('Name').fill('Side window');
  const shared = page.getByRole('switch', { name: 'Shared' });
  assert.equal(await shared.isChecked(), true);
  await shared.press('Space');
  await expect.poll(() => shared.isChecked()).toBe(false);
  assert.equal(await page.getByText(/Somebody else changed/).count(), 0);
  await save(page);
  const { json } = await staff.get(path);
  assert.deepEqual([json['name'], json['shared']], ['Side window', false]);
  await close();
});

test('after saving, the campaigns that play it say that changes are not published, and lead to publishing', async () => {
  const { path, staff, playlist } = await newShop();
  const lineageId = crypto.randomUUID();
  await staff.post('/campaigns', { lineageId, name: 'Spring', landscapePlaylistId: playlist.id });
  assert.equal((await publish(staff, lineageId)).status, 200);
  const { page, close } = await it.openPage(path, { person: staff });
  await page.getByRole('button', { name: 'Remove Door' }).click();
  assert.equal(await page.getByText('Changes not published').count(), 0);
  await save(page);
  const offer = page.getByRole('link', { name: 'Publish “Spring” …' });
  await offer.waitFor();
  assert.equal(await page.getByText('Changes not published').count(), 2, 'in the offer and beside the campaign');
  await page.getByRole('link', { name: 'Playlists' }).first().click();
  await page.getByRole('heading', { name: 'Playlists', level: 1 }).waitFor();
  await page.getByText('Changes not published').waitFor();
  await page.getByRole('link', { name: 'Front window' }).click();
  await offer.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Spring is published.').waitFor();
  await page.goto(new URL(path, page.url()).href);
  await page.getByText('Running').waitFor();
  assert.equal(await page.getByText('Changes not published').count(), 0);
  await close();
});

test('it is deleted after a question', async () => {
  const { path, staff } = await newShop();
  const { page, close } = await it.openPage(path, { person: staff });
  await page.getByRole('button', { name: 'Delete this playlist' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No playlist yet' }).waitFor();
  assert.equal((await staff.get(path)).status, 404);
  await close();
});
