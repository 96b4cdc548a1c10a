// The library with more in it than fits a screen, or memory: scrolled, found, chosen from, many at a time.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCampaign, anImage, aPlaylist, aPublished, aTag, aVideo } from '../../tests/harness/content.js';
import { aFilm, fillLibrary } from './media-files.js';
import {
  holdNotice,
  requireNoFault,
  settle,
  startConsole,
  waitUntil,
  type OpenPage,
  type TestConsole,
} from './console-browser.js';
import { holdAnswers, loseFirstAnswer } from './hold-answers.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

// The count and the items are two answers: whoever goes on to the items waits for both.
async function found(page: Page, count: string): Promise<void> {
  const words = `${count} ${count === '1' ? 'item' : 'items'}`;
  await page.getByRole('status').getByText(words, { exact: true }).waitFor();
  await page.locator('[aria-label="Media"][aria-busy="false"] [data-at]').first().waitFor();
}
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected media' });
const selected = (page: Page, count: string) => bar(page).getByText(`${count} selected`).waitFor();
const columnsOf = (page: Page) =>
  page.evaluate<number>(
    'getComputedStyle(document.querySelector(".media-grid")).gridTemplateColumns.split(" ").length',
  );
const drawn = (page: Page) => page.evaluate<number>('document.querySelectorAll(".media-cell").length');

const posters = (count: number, tagIds: string[] = []) =>
  Array.from({ length: count }, (_, at) =>
    anImage({
      name: `Poster ${String(at).padStart(4, '0')}`,
      tagIds,
      createdAt: new Date(Date.UTC(2026, 4, 1, 0, at)).toISOString(),
    }),
  );

// The second that is sent there does not arrive.
async function loseSecond(page: Page, address: string): Promise<void> {
  let sent = 0;
  await page.route(address, (route) => ((sent += 1) === 2 ? route.abort() : route.continue()));
}

describe('a library of 1,500', () => {
  let shop: Awaited<ReturnType<TestConsole['newShop']>>;
  let open: OpenPage;
  beforeAll(async () => {
    shop = await it.newShop({ media: posters(1_500) });
    open = await it.openPage('/media', { person: shop.staff });
  });
  afterAll(() => open.close());

  test('is dragged to its end in one go, and draws only what is on screen', async () => {
    const { page } = open;
    await found(page, '1,500');
    await page.getByRole('link', { name: 'Poster 1499 Image' }).waitFor();
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('link', { name: 'Poster 0000 Image' }).waitFor();
    assert.ok((await drawn(page)) < 150);
    assert.equal(await page.getByRole('button', { name: 'Load more' }).count(), 0);
    // Of pages that are far away only the ids were kept: on the way back they are read again, each in its place.
    const again = page.waitForRequest((request) => request.url().includes('/media?limit=200&cursor='));
    const place = 'document.querySelector(".media-frame").getBoundingClientRect().top + scrollY';
    const rows = Math.ceil(1_500 / (await columnsOf(page)));
    const height = await page.evaluate<number>('document.querySelector(".media-frame").clientHeight');
    await page.evaluate(
      `window.scrollTo(0, ${place} + ${(height / rows) * Math.floor(160 / (await columnsOf(page)))})`,
    );
    await again;
    await page.getByRole('link', { name: 'Poster 1339 Image' }).waitFor();
    assert.equal(await page.locator('[data-at="160"] .media-card-name').textContent(), 'Poster 1339');
  });

  test('is at the same place after a reload', async () => {
    const { page } = open;
    await page.evaluate('window.scrollTo(0, 9000)');
    await waitUntil(page, 'sessionStorage.getItem("vitrine-list-place")?.endsWith(",9000]")');
    await page.reload();
    await waitUntil(page, 'Math.abs(window.scrollY - 9000) < 2');
    await waitUntil(page, 'document.querySelectorAll(".media-cell a").length > 20');
    assert.equal(await page.getByRole('link', { name: 'Poster 1499 Image' }).count(), 0);
  });

  test('is found again at the same place and with the same filter on the way back from an item', async () => {
    const { page } = open;
    await page.goto(`${it.service.url}/media?q=poster`);
    await found(page, '1,500');
    await page.evaluate('window.scrollTo(0, 6000)');
    await waitUntil(page, 'document.elementFromPoint(700, 500)?.closest(".media-card")');
    const name = await page.evaluate<string>('document.elementFromPoint(700, 500).closest(".media-card").title');
    await page.getByRole('link', { name: `${name} Image` }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Media', exact: true }).click();
    await page.getByRole('link', { name: `${name} Image` }).waitFor();
    assert.equal(new URL(page.url()).search, '?q=poster');
    await waitUntil(page, 'Math.abs(window.scrollY - 6000) < 60');
  });

  test('is walked item by item, by keys and by buttons, beyond what was read of it, and left by one step back', async () => {
    const { page } = open;
    // The heading has the focus once the page hears keys.
    const isShown = (name: string) =>
      waitUntil(page, `document.activeElement?.matches('h1') && document.activeElement.textContent === '${name}'`);
    await page.goto(`${it.service.url}/media?q=post`);
    await page.getByRole('link', { name: 'Poster 1499 Image' }).waitFor();
    await page.evaluate('window.scrollTo(0, 1000)');
    await page.getByRole('link', { name: 'Poster 1450 Image' }).click();
    await isShown('Poster 1450');
    await page.getByText('50 of 1,500').waitFor();
    for (let at = 1449; at > 1430; at--) {
      // Behind what was read of the library the way goes on when more of it has come.
      await page.locator('[aria-label="Next item"]:enabled').waitFor();
      await page.keyboard.press('ArrowRight');
      await isShown(`Poster ${at}`);
    }
    await page.getByRole('button', { name: 'Previous item' }).click();
    await isShown('Poster 1432');
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Next item' }).click();
    await isShown('Poster 1431');
    await page.goBack();
    await page.getByRole('link', { name: 'Poster 1450 Image' }).waitFor();
    assert.equal(new URL(page.url()).search, '?q=post');
  });

  test('everything that is found is chosen at once, tagged in as few requests as hold it, and that is undone', async () => {
    const { page } = open;
    await page.goto(`${it.service.url}/media`);
    await found(page, '1,500');
    await page.locator('.media-cell').first().hover();
    await box(page, 'Poster 1499').click();
    await bar(page).getByRole('button', { name: 'Select all 1,500 found' }).click();
    await selected(page, '1,500');
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname));
    await bar(page).getByRole('button', { name: 'Add tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add tags to 1,500 items' });
    // It begins in its field.
    await waitUntil(page, `document.activeElement?.matches('[role=dialog] [role=combobox]')`);
    await page.keyboard.type('Everywhere');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const notice = page.getByText('“Everywhere” added to 1,500 items.');
    await notice.waitFor();
    await holdNotice(page);
    assert.deepEqual(
      calls,
      Array.from({ length: 3 }, () => '/api/console/v1/media/tags'),
    );
    const { items } = (await shop.owner.get('/activity?kind=media.tagged')).json;
    assert.deepEqual(
      (items as { details: { items: number } }[]).map(({ details }) => details.items),
      [1_500],
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    const [tag] = (await shop.staff.get('/tags')).json['items'] as { id: string }[];
    await expect.poll(async () => (await shop.staff.get(`/media/count?tag=${tag?.id}`)).json['count']).toBe(0);
  });

  test('of which a part fails has what was done until then, says so, and takes it back', async () => {
    const { page } = open;
    await page.goto(`${it.service.url}/media`);
    await found(page, '1,500');
    await page.locator('.media-cell').first().hover();
    await box(page, 'Poster 1499').click();
    await bar(page).getByRole('button', { name: 'Select all 1,500 found' }).click();
    await selected(page, '1,500');
    // Both are told: how far it came, and what was done, with the way back.
    const notice = (words: string) => page.locator('.mantine-Notifications-notification').filter({ hasText: words });
    const isTold = async (words: string): Promise<void> => {
      await Promise.all([page.getByText('It stopped after 500 of 1,500').waitFor(), notice(words).waitFor()]);
      await holdNotice(page);
    };
    await loseSecond(page, '**/media/tags');
    await bar(page).getByRole('button', { name: 'Add tags' }).click();
    await waitUntil(page, `document.activeElement?.matches('[role=dialog] [role=combobox]')`);
    await page.keyboard.type('Partly');
    await page.keyboard.press('Enter');
    const tagged = isTold('“Partly” added to 500 items.');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await tagged;
    await notice('Partly').getByRole('button', { name: 'Undo' }).click();
    const { items } = (await shop.staff.get('/tags')).json as { items: { id: string; name: string }[] };
    const tag = items.find(({ name }) => name === 'Partly')?.id;
    await expect.poll(async () => (await shop.staff.get(`/media/count?tag=${tag}`)).json['count']).toBe(0);
    await page.reload();
    await found(page, '1,500');
    await page.locator('.media-cell').first().hover();
    await box(page, 'Poster 1499').click();
    await bar(page).getByRole('button', { name: 'Select all 1,500 found' }).click();
    await selected(page, '1,500');
    await loseSecond(page, '**/media/delete');
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    const deleted = isTold('500 items are in the trash.');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await deleted;
    await selected(page, '1,000');
    await found(page, '1,000');
    await notice('in the trash').getByRole('button', { name: 'Undo' }).click();
    await found(page, '1,500');
  });
});

test('a library of nine months is jumped through by month, on a desk and on a phone, for a page each', async () => {
  const media = Array.from({ length: 900 }, (_, at) =>
    anImage({
      name: `Poster ${String(at).padStart(4, '0')}`,
      createdAt: new Date(Date.UTC(2025, 8 + Math.floor(at / 100), 10, 0, at % 100)).toISOString(),
    }),
  );
  const shop = await it.newShop({ media });
  const { page, faults, close } = await it.openPage('/media', { person: shop.staff });
  const month = page.getByRole('slider', { name: 'Month' });
  const isAt = async (words: string): Promise<void> => {
    await expect.poll(() => month.getAttribute('aria-valuetext')).toBe(words);
  };
  const seen = (at: string) => page.getByRole('link', { name: `Poster ${at} Image` }).waitFor();
  await found(page, '900');
  await isAt('May 2026, 100 items');
  assert.deepEqual(await page.locator('.media-months-year').allTextContents(), ['2026', '2025']);
  await requireNoFault(page, faults, 'months', { part: '.media-months' });
  // Where the list ends is a page away, and not all that lie between.
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/v1/media')) reads.push(searchParams.get('to') ?? searchParams.get('from') ?? 'all');
  });
  await month.focus();
  await page.keyboard.press('End');
  await seen('0099');
  await isAt('September 2025, 100 items');
  assert.deepEqual([...new Set(reads)].toSorted(), ['2025-09-30', '2025-10-01']);
  assert.ok(reads.length <= 4, reads.join(' '));
  await page.keyboard.press('ArrowUp');
  await seen('0199');
  await isAt('October 2025, 100 items');

  // What could not be read is told where one is, and read when it is asked for again.
  const refusal = { status: 403, json: { error: 'forbidden', message: 'Not now.' } };
  const lists = /\/v1\/media\?/;
  await page.route(lists, (route) => route.fulfill(refusal));
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('ArrowUp');
  await isAt('February 2026, 100 items');
  await page.getByText('More could not be loaded').waitFor();
  await waitUntil(page, 'document.querySelector(".media-failed").getBoundingClientRect().bottom <= innerHeight');
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await seen('0599');
  await month.focus();
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('ArrowDown');
  await isAt('October 2025, 100 items');

  // Who opens an item from there goes on from it, and comes back to it.
  await page.getByRole('link', { name: 'Poster 0199 Image' }).click();
  await page.getByText('701 of 900').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'Poster 0198', level: 1 }).waitFor();
  await page.goBack();
  await seen('0199');
  await isAt('October 2025, 100 items');

  // All that lie between are chosen with Shift, read or not.
  await month.press('Home');
  await seen('0899');
  await box(page, 'Poster 0899').focus();
  await page.keyboard.press('Space');
  await month.press('End');
  await card(page, 'Poster 0099').click({ modifiers: ['Shift'] });
  await selected(page, '801');
  await page.keyboard.press('Escape');

  // Dragged with the mouse; the month under it is named.
  const track = await page.locator('.media-months').boundingBox();
  const [x, top, height] = [(track?.x ?? 0) + 20, track?.y ?? 0, track?.height ?? 0];
  await page.mouse.move(x, top + height * 0.95);
  await page.mouse.down();
  await page.mouse.move(x, top + height * 0.5, { steps: 4 });
  await page.locator('.media-months-name[data-shown="true"]').getByText('January 2026').waitFor();
  await page.mouse.up();
  await seen('0499');
  await isAt('January 2026, 100 items');

  // With filters and the other way round; not by name.
  await page.goto(`${it.service.url}/media?sort=oldest&from=2025-10-01`);
  await found(page, '800');
  await isAt('October 2025, 100 items');
  await month.press('End');
  await seen('0800');
  await isAt('May 2026, 100 items');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('name');
  await month.waitFor({ state: 'detached' });

  // On a phone its grip comes with scrolling.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${it.service.url}/media`);
  await found(page, '900');
  // It goes again soon after; under the mouse it stays.
  const takesGrip = async (): Promise<boolean> => {
    await page.mouse.move(100, 500);
    await page.mouse.wheel(0, 1_000);
    const grip = await month.boundingBox();
    await page.mouse.move((grip?.x ?? 0) + 20, (grip?.y ?? 0) + 22);
    return month.evaluate((thumb) => thumb.matches(':hover'));
  };
  await expect.poll(takesGrip).toBe(true);
  await page.locator('.media-months[data-moving="false"]').waitFor();
  await page.mouse.down();
  await page.mouse.move(370, 780, { steps: 4 });
  await seen('0099');
  await page.mouse.up();
  assert.deepEqual(faults, []);
  await close();
});

describe('what is found', () => {
  const summer = aTag('Summer');
  const media = [
    anImage({ name: 'Baguette Lyon', tagIds: [summer.id] }),
    anImage({ name: 'Éclair', width: 1080, height: 1920 }),
    aVideo({ name: 'Oven' }),
  ];
  let shop: Awaited<ReturnType<TestConsole['newShop']>>;
  beforeAll(async () => void (shop = await it.newShop({ tags: [summer], media })));

  test('has the words in any order and without accents, is filtered and sorted, and stands in the address', async () => {
    const { page, faults, close } = await it.openPage('/media', { person: shop.staff });
    await found(page, '3');
    const names = () => page.locator('.media-card-name').allTextContents();
    const search = page.getByRole('searchbox', { name: 'Search the media' });
    await search.fill('lyon baguette');
    await found(page, '1');
    await expect.poll(names).toEqual(['Baguette Lyon']);
    await search.fill('eclair');
    await expect.poll(names).toEqual(['Éclair']);
    await search.fill('');
    await expect.poll(async () => (await names()).length).toBe(3);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('name');
    await expect.poll(names).toEqual(['Baguette Lyon', 'Éclair', 'Oven']);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByText('Images', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Shape' }).selectOption('portrait');
    await expect.poll(names).toEqual(['Éclair']);
    assert.equal(new URL(page.url()).search, '?type=image&form=portrait&sort=name');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByText('1080 × 1920').waitFor();
    await page.reload();
    await page.getByText('1080 × 1920').waitFor();
    assert.deepEqual(faults, []);
    await close();
  });
});

describe('many at once', () => {
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  const stage = async (more: object = {}) => {
    const media = names.map((name, at) => anImage({ name, createdAt: `2026-05-0${5 - at}T00:00:00.000Z`, ...more }));
    const items = [{ mediaId: media[1]?.id ?? '', type: 'image', durationSeconds: 10 }];
    const content = { landscape: { playlistId: randomUUID(), items }, portrait: null };
    const campaigns = [aCampaign({ name: 'Spring', liveVersion: 1, versions: [aPublished({ content })] })];
    const playlists = [aPlaylist({ name: 'Front window' })];
    const shop = await it.newShop({ media, campaigns, playlists });
    return { shop, media, playlist: playlists[0] ?? aPlaylist() };
  };

  test('is chosen by a box, by clicks, with Shift, by keys, and let go with Escape', async () => {
    const { shop } = await stage();
    const { page, faults, close } = await it.openPage('/media', { person: shop.staff });
    await found(page, '5');
    await box(page, 'One').focus();
    await page.keyboard.press('Space');
    await selected(page, '1');
    await card(page, 'Four').click({ modifiers: ['Shift'] });
    await selected(page, '4');
    await card(page, 'Two').click();
    await selected(page, '3');
    assert.equal(await box(page, 'Two').getAttribute('aria-checked'), 'false');
    assert.deepEqual(faults, []);
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await card(page, 'Two').click();
    await page.getByRole('heading', { name: 'Two', level: 1 }).waitFor();
    await close();
  });

  test('that one search finds are not chosen when another is looked at by the time they are named', async () => {
    const { shop } = await stage();
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    await found(page, '5');
    const { answer } = await holdAnswers(page, '**/media/ids*', 'GET');
    await box(page, 'One').focus();
    await page.keyboard.press('Space');
    await bar(page).getByRole('button', { name: 'Select all 5 found' }).click();
    await page.getByRole('searchbox', { name: 'Search the media' }).fill('Two');
    await found(page, '1');
    await bar(page).getByText('0 selected').waitFor();
    answer();
    await bar(page).getByRole('status').waitFor({ state: 'detached' });
    assert.equal(await bar(page).count(), 0);
    await close();
  });

  test('is walked by keys, shown large, and chosen in a band that the mouse draws', async () => {
    const { shop } = await stage();
    const { page, faults, close } = await it.openPage('/media', { person: shop.staff });
    await found(page, '5');
    const focused = (name: string) => waitUntil(page, `document.activeElement?.title === ${JSON.stringify(name)}`);
    await page.keyboard.press('j');
    await focused('One');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('k');
    await focused('Two');
    await page.keyboard.press('Space');
    await page.getByRole('dialog', { name: 'Two' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'Three' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused('Three');
    await page.keyboard.press('x');
    await selected(page, '1');
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    await settle(page);
    const [from, to] = [await card(page, 'One').boundingBox(), await card(page, 'Four').boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 60);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 90, { steps: 4 });
    await selected(page, '4');
    await page.mouse.up();
    // The click that ends it neither opens nor chooses.
    await page.locator('.media-band').waitFor({ state: 'detached' });
    await selected(page, '4');
    assert.equal(new URL(page.url()).pathname, '/media');
    assert.deepEqual(faults, []);
    await close();
  });

  test('is chosen by a long press on a phone, where the actions are in a menu', async () => {
    const { shop } = await stage();
    const { page, faults, close } = await it.openPage('/media', { person: shop.staff, width: 390, scheme: 'dark' });
    await found(page, '5');
    await settle(page);
    const at = await card(page, 'Three').boundingBox();
    const [x, y] = [(at?.x ?? 0) + 40, (at?.y ?? 0) + 80];
    const client = await page.context().newCDPSession(page);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await selected(page, '1');
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await card(page, 'Four').click();
    await selected(page, '2');
    assert.equal(await box(page, 'Three').getAttribute('aria-checked'), 'true');
    await bar(page).getByRole('button', { name: 'What to do with them' }).click();
    await page.getByRole('menuitem', { name: 'Add to playlist' }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('is deleted into the trash but for what is needed, told, and brought back', async () => {
    const { shop, media } = await stage();
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    await found(page, '5');
    await box(page, 'One').focus();
    await page.keyboard.press('Space');
    await card(page, 'Three').click({ modifiers: ['Shift'] });
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete 3 items?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 of 3 are in the trash. 1 is needed by “Spring”.').waitFor();
    await holdNotice(page);
    await found(page, '3');
    assert.equal((await shop.staff.get(`/media/${media[0]?.id}`)).status, 404);
    await page.getByRole('button', { name: 'Undo' }).click();
    await found(page, '5');
    assert.equal((await shop.staff.get(`/media/${media[0]?.id}`)).status, 200);
    await close();
  });

  test('and needed by what is live is not deleted, and it is said by what', async () => {
    const { shop } = await stage();
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    await found(page, '5');
    await box(page, 'Two').focus();
    await page.keyboard.press('Space');
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete 1 item?' }).getByRole('button', { name: 'Delete' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'Nothing was deleted' });
    await expect.poll(() => told.textContent()).toContain('1 is needed by “Spring”.');
    await close();
  });

  test('whose file the storage does not give is told in words, one or many', async () => {
    const { shop, media } = await stage();
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    const told = async (title: string, words: string): Promise<void> => {
      await expect.poll(() => page.getByRole('alert').filter({ hasText: title }).textContent()).toContain(words);
    };
    await found(page, '5');
    await box(page, 'One').focus();
    await page.keyboard.press('Space');
    await bar(page).getByRole('button', { name: 'Download' }).click();
    await told('Nothing was downloaded', 'The file of “One” is not in the storage.');
    await page.goto(`${it.service.url}/media/${media[0]?.id}`);
    await page.getByRole('button', { name: 'Download' }).click();
    await told('The file was not loaded', 'The file of “One” is not in the storage.');
    await page.reload();
    await page.route(`${it.service.store.origin}/**`, (route) => route.abort());
    await page.getByRole('button', { name: 'Download' }).click();
    await told('The file was not loaded', 'The server did not answer.');
    await close();
  });

  test('is downloaded as one archive of the files as they are', async () => {
    const shop = await it.newShop();
    await fillLibrary(it.service, shop);
    const { page, close } = await it.openPage('/media?type=video', { person: shop.staff });
    await found(page, '1');
    await box(page, 'Steam over the first cup').focus();
    await page.keyboard.press('Space');
    const coming = page.waitForEvent('download');
    await bar(page).getByRole('button', { name: 'Download' }).click();
    const download = await coming;
    assert.equal(download.suggestedFilename(), 'media.zip');
    const bytes = readFileSync(await download.path());
    const film = aFilm().bytes;
    // One file behind its header (30 bytes, its name, 20 of ZIP64), then the directory, then where that is.
    const name = 'Steam over the first cup.mp4';
    assert.equal(bytes.subarray(30, 30 + name.length).toString(), name);
    const start = 30 + name.length + 20;
    assert.deepEqual(bytes.subarray(start, start + film.length), film);
    assert.equal(bytes.readUInt32LE(14), crc32(film));
    assert.equal(bytes.readUInt32LE(start + film.length), 0x0201_4b50);
    assert.equal(bytes.readUInt32LE(bytes.length - 22), 0x0605_4b50);
    await close();
  });

  test('goes into a playlist, and out of it again by undoing', async () => {
    const { shop, media, playlist } = await stage();
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    await found(page, '5');
    await box(page, 'Four').focus();
    await page.keyboard.press('Space');
    await card(page, 'Five').click();
    const add = async (): Promise<void> => {
      await bar(page).getByRole('button', { name: 'Add to playlist' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Front window' }).click();
    };
    // Done, and its answer lost: whoever adds them again has them in it once.
    await loseFirstAnswer(page, '**/api/console/v1/playlists/*/items', 'POST');
    const told = page.getByText('Not added').waitFor();
    await add();
    await told;
    await add();
    await page.getByText('2 items added to “Front window”.').waitFor();
    await holdNotice(page);
    const itemsOf = async () =>
      ((await shop.staff.get(`/playlists/${playlist.id}`)).json['items'] as { mediaId: string }[]).map(
        (item) => item.mediaId,
      );
    assert.deepEqual(await itemsOf(), [media[3]?.id, media[4]?.id]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(itemsOf).toEqual([]);
    await close();
  });
});
