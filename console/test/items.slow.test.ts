import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCampaign, anImage, anUploadRequest, aPlaylist, aTag } from '../../tests/harness/content.js';
import { until } from '../../tests/harness/until.js';
import { finalize, put, startNew } from '../../tests/harness/upload.js';
import { holdNotice, settle, startConsole, waitUntil, type TestConsole } from './console-browser.js';
import { holdAnswers, loseFirstAnswer } from './hold-answers.js';
import { aFilm, aJpeg, aPng, type TestFile } from './media-files.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

type Shop = Awaited<ReturnType<TestConsole['newShop']>>;

// As an integration sends it: without a thumbnail.
async function addFile(shop: Shop, file: TestFile, over: object = {}): Promise<string> {
  const request = anUploadRequest({ fileName: file.name, mimeType: file.type, name: file.name, ...over }, file.bytes);
  const ticket = await startNew(shop, request);
  assert.equal((await put(ticket.upload, file.bytes)).status, 200);
  assert.equal((await finalize(shop, request.id)).status, 200);
  return request.id;
}

const choose = (page: Page, label: string, file: TestFile) =>
  page.getByLabel(label).setInputFiles({ name: file.name, mimeType: file.type, buffer: file.bytes });

describe('what is deleted', () => {
  test('can be undone from the notice, and brought back from the trash', async () => {
    const media = anImage({ name: 'Poster' });
    const { staff } = await it.newShop({ media: [media] });
    const { page, faults, close } = await it.openPage(`/media/${media.id}`, { person: staff });
    const remove = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete “Poster”?' });
      await dialog.getByText('It can be brought back from the trash for 30 days.').waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('“Poster” is in the trash.').waitFor();
      await holdNotice(page);
    };
    await remove();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('link', { name: /^Poster/ }).click();
    await remove();
    await page.getByRole('link', { name: 'Trash' }).click();
    const rows = page.getByRole('list', { name: 'Deleted' }).getByRole('listitem');
    // Counted from the day of the machine, which may be any.
    await rows.getByText(/ · \d+ days? left$/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Empty the trash' }).count(), 0);
    await page.getByRole('button', { name: 'Bring back Poster' }).click();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    assert.equal((await staff.get(`/media/${media.id}`)).status, 200);
    assert.deepEqual(faults, []);
    await close();
  });

  test('playlists and campaigns too', async () => {
    const playlist = aPlaylist({ name: 'Window' });
    const campaign = aCampaign({ name: 'Spring' });
    const { staff } = await it.newShop({ playlists: [playlist], campaigns: [campaign] });
    const { page, faults, close } = await it.openPage(`/playlists/${playlist.id}`, { person: staff });
    await page.getByRole('button', { name: 'Delete this playlist' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“Window” is in the trash.').waitFor();
    await holdNotice(page);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('link', { name: /^Window/ }).waitFor();
    await page.goto(new URL(`/campaigns/${campaign.lineageId}`, page.url()).href);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog')
      .getByText(/brought back from the trash for 30 days/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“Spring” is in the trash.').waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    const row = page.getByRole('list', { name: 'Deleted' }).getByRole('listitem');
    await row.getByText(/^Campaign · \d+ days? left$/).waitFor();
    assert.deepEqual(faults, []);
    await page.getByRole('button', { name: 'Bring back Spring' }).click();
    await page.getByText('“Spring” is among the campaigns again.').waitFor();
    assert.equal((await staff.get(`/campaigns/${campaign.lineageId}`)).status, 200);
    await close();
  });

  test('takes room until owners or admins delete it for good', async () => {
    const media = ['One', 'Two'].map((name) => anImage({ name, trashedAt: '2026-06-14T09:00:00.000Z' }));
    const shop = await it.newShop({ media });
    const { owner } = shop;
    await startNew(shop, anUploadRequest({ name: 'Forgotten door' }, 'forgotten'));
    const { page, close } = await it.openPage('/settings/merchant', { person: owner });
    await page.getByText(/of that are in the/).waitFor();
    // What was begun and not finished says until when, and is free at a click.
    const held = page.getByRole('list', { name: 'Room that is held' });
    assert.match(await held.getByRole('listitem').innerText(), /Forgotten door\s+9 bytes, until .*2026/);
    await held.getByRole('button', { name: 'Free the room of Forgotten door' }).click();
    await held.waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('link', { name: 'trash' }).click();
    await page.getByRole('button', { name: 'Delete One for good' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('button', { name: 'Delete One for good' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Empty the trash' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all for good' }).click();
    await page.getByText(/^1 item deleted for good, .* freed\.$/).waitFor();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    assert.deepEqual((await owner.get('/trash')).json['items'], []);
    await close();
  });

  test('is gone for good also when the answer to one of several was lost, and it is tried again', async () => {
    const media = ['One', 'Two'].map((name) => anImage({ name, trashedAt: '2026-06-14T09:00:00.000Z' }));
    const { owner } = await it.newShop({ media });
    const { page, close } = await it.openPage('/trash', { person: owner });
    await loseFirstAnswer(page, '**/api/console/v1/trash/*', 'DELETE');
    for (const name of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    const bar = page.getByRole('region', { name: 'Selected in the trash' });
    await bar.getByRole('button', { name: 'Delete for good' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 items for good?' });
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await dialog.getByText('The server did not answer.').waitFor();
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    assert.deepEqual((await owner.get('/trash')).json['items'], []);
    await close();
  });
});

describe('a picture', () => {
  test('of an item that came without one is made by the first browser that shows it, and kept', async () => {
    const shop = await it.newShop();
    const [picture] = [await addFile(shop, aJpeg('door.jpg')), await addFile(shop, aFilm('steam.mp4'))];
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    const shown = page.getByRole('link', { name: /^door\.jpg/ }).locator('img');
    await shown.waitFor();
    await waitUntil(page, `document.querySelector('a[href="/media/${picture}"] img').naturalWidth === 480`);
    await close();
    const thumbnailOf = async (id: string) => (await shop.staff.get(`/media/${id}`)).json['thumbnailUrl'];
    const stored = await fetch(String(await thumbnailOf(picture)));
    assert.deepEqual([stored.headers.get('content-type'), stored.status], ['image/jpeg', 200]);
    // Who comes next loads it, and makes none.
    const second = await it.openPage('/playlists', { person: shop.staff });
    const made: string[] = [];
    second.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes(picture)) made.push(request.url());
    });
    await second.page.getByRole('link', { name: 'Media' }).first().click();
    await second.page
      .getByRole('link', { name: /^door\.jpg/ })
      .locator('img')
      .waitFor();
    // In a playlist too.
    const [mediaId, id] = [await addFile(shop, aPng('cake.png')), randomUUID()];
    await shop.staff.post('/playlists', { id, name: 'Window', items: [{ mediaId, ownSeconds: null }] });
    await second.page.goto(`${it.service.url}/playlists/${id}`);
    await second.page.getByRole('listitem').filter({ hasText: 'cake.png' }).locator('img').waitFor();
    assert.deepEqual(made, []);
    await second.close();
  });

  test('is loaded once in some minutes: a reload finds it in the browser', async () => {
    const shop = await it.newShop();
    const id = await addFile(shop, aJpeg('door.jpg'));
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    const card = page.getByRole('link', { name: /^door\.jpg/ }).locator('img');
    await card.waitFor();
    await page.reload();
    await card.waitFor();
    await waitUntil(page, `document.querySelector('a[href="/media/${id}"] img').complete`);
    const first = await card.getAttribute('src');
    // A minute later, and signed anew, the address would be another one.
    it.service.clock.advance(60_000);
    await page.reload();
    await card.waitFor();
    await waitUntil(page, `document.querySelector('a[href="/media/${id}"] img').complete`);
    assert.equal(await card.getAttribute('src'), first);
    const sizes = `performance.getEntriesByType('resource').filter(({ name }) => name === ${JSON.stringify(first)}).map(({ transferSize }) => transferSize)`;
    assert.deepEqual(await page.evaluate(sizes), [0]);
    await close();
  });

  test('that cannot be made tells that the file is broken, and goes on telling', async () => {
    const shop = await it.newShop();
    const whole = aJpeg('half.jpg');
    const id = await addFile(shop, {
      ...whole,
      bytes: Buffer.concat([whole.bytes.subarray(0, 3), Buffer.from('no picture')]),
    });
    for (const look of ['first', 'second'] as const) {
      const { page, close } = await it.openPage(`/media/${id}`, { person: shop.staff });
      await page.getByText('This file seems to be broken').waitFor();
      assert.equal((await shop.staff.get(`/media/${id}`)).json['isBroken'], true, look);
      await close();
    }
  });
});

// A camera's note that it was held upright (EXIF, orientation 6): people see the picture a quarter further to the right.
function heldUpright(jpeg: Buffer): Buffer {
  const note = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), note]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([head, exif, jpeg.subarray(2)]);
}

describe('an item', () => {
  test.each([
    ['an image', aJpeg('fake.jpg'), {}, 'The file is not a JPEG, PNG or WebP image.'],
    ['a video', aFilm('fake.mp4'), { codec: 'h264' }, 'The file is not an MP4 or WebM video.'],
  ])('that is not %s says so in the library and on its page', async (noun, file, over, sentence) => {
    const shop = await it.newShop();
    const id = await addFile(shop, { ...file, bytes: Buffer.from('hello') }, over);
    const { page, faults, close } = await it.openPage('/media', { person: shop.staff });
    await page.getByRole('link', { name: new RegExp(`^${file.name}.*Not playable$`) }).click();
    await page.getByRole('alert').getByText(`This file is not ${noun}`).waitFor();
    await page.getByText(`${sentence} Screens probably cannot`).waitFor();
    // The browser cannot draw it either, which adds no second alert.
    await until(async () => (await shop.staff.get(`/media/${id}`)).json['isBroken'] === true);
    await page.reload();
    await page.getByRole('alert').getByText(`This file is not ${noun}`).waitFor();
    assert.equal(await page.getByText('This file seems to be broken').count(), 0);
    assert.deepEqual(faults, []);
    await close();
  });

  test('keeps the warnings of its upload', async () => {
    const shop = await it.newShop();
    const id = await addFile(shop, aFilm('big.mp4'), { codec: 'hevc', width: 7680, height: 4320, duration: 6 });
    const { page, faults, close } = await it.openPage(`/media/${id}`, { person: shop.staff });
    await page.getByText('Your screens may not play this well').waitFor();
    await page.getByText(/Your screens play .* but not hevc: they will skip this video\./).waitFor();
    await page
      .getByText(/7680 × 4320/)
      .first()
      .waitFor();
    assert.deepEqual(faults, []);
    await close();
    assert.deepEqual(
      Object((await shop.staff.get(`/media/${id}`)).json['warnings']).map(({ code }: { code: string }) => code),
      ['codec_not_supported', 'resolution_above_screens'],
    );
  });

  test('is put into a playlist, and replaced everywhere by another file, and by that one turned', async () => {
    const old = anImage({ name: 'Door' });
    const playlist = aPlaylist({ name: 'Window' });
    const others = Array.from({ length: 60 }, (_, at) => aPlaylist({ name: `Day ${at}` }));
    const shop = await it.newShop({ media: [old], playlists: [playlist, ...others] });
    const { page, close } = await it.openPage(`/media/${old.id}`, { person: shop.staff });
    await page.getByRole('button', { name: 'Add to a playlist' }).click();
    // Found among all, and not only among the first of them.
    await page.getByRole('dialog').getByRole('textbox', { name: 'Playlist' }).fill('win');
    await page.getByRole('dialog').getByRole('button', { name: 'Window' }).click();
    await page.getByText('“Door” added to “Window”.').waitFor();
    const uses = page.getByRole('region', { name: 'Used in' });
    await uses.getByRole('link', { name: 'Window' }).waitFor();
    // And into one that there is not yet.
    await page.getByRole('button', { name: 'Add to a playlist' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Playlist' }).fill('Autumn');
    await page.getByRole('dialog').getByText('No playlist has this name.').waitFor();
    await page.getByRole('button', { name: 'New playlist' }).click();
    await page.getByText('The playlist “Autumn” has “Door”.').waitFor();
    await holdNotice(page);
    await uses.getByRole('link', { name: 'Autumn' }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'Autumn' }).getByRole('button', { name: 'Undo' }).click();
    await uses.getByRole('link', { name: 'Autumn' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('dialog', { name: 'Replace “Door” everywhere' }).waitFor();
    const upright = aJpeg('new-door.jpg');
    await choose(page, 'Choose the new file', { ...upright, bytes: heldUpright(upright.bytes) });
    await page.getByText('“Door” is replaced in 1 playlist.').waitFor();
    await page.getByText('720 × 1280 pixels').waitFor();
    const first = new URL(page.url()).pathname.split('/').at(-1);
    assert.notEqual(first, old.id);

    await page.getByRole('button', { name: 'Crop, rotate' }).click();
    await page.getByRole('button', { name: 'Right' }).click();
    await page.getByLabel('What is kept.').press('Shift+ArrowUp');
    await page.getByRole('button', { name: 'Replace everywhere' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('1280 × 706 pixels').waitFor();
    await page.getByRole('heading', { name: 'Door', level: 1 }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    assert.equal((await shop.get(`/media/${first}`)).status, 404);
    const { items } = (await shop.staff.get(`/playlists/${playlist.id}`)).json;
    assert.deepEqual(
      Object(items).map(({ mediaId }: { mediaId: string }) => mediaId),
      [id],
    );
    assert.equal((await shop.get(`/media/${old.id}`)).status, 404);
    await close();
  });

  test('is replaced for somebody who has gone elsewhere meanwhile, who stays there and is shown the way', async () => {
    const old = anImage({ name: 'Door' });
    const shop = await it.newShop({ media: [old] });
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    await page.getByRole('link', { name: 'Door Image' }).click();
    const { answer } = await holdAnswers(page, `**/media/${old.id}/replace`, 'POST');
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('dialog', { name: 'Replace “Door” everywhere' }).waitFor();
    const isReplaced = page.waitForRequest(`**/media/${old.id}/replace`);
    await choose(page, 'Choose the new file', aJpeg('new-door.jpg'));
    await isReplaced;
    await page.goBack();
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    const told = page.getByText('“Door” is replaced.').waitFor();
    answer();
    await told;
    await holdNotice(page);
    await settle(page);
    assert.equal(new URL(page.url()).pathname, '/media');
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByRole('heading', { name: 'Door', level: 1 }).waitFor();
    assert.notEqual(new URL(page.url()).pathname, `/media/${old.id}`);
    await close();
  });

  test('loses a tag by Backspace only when it is pressed twice', async () => {
    const tags = [aTag('Bread'), aTag('Window')];
    const media = anImage({ tagIds: tags.map(({ id }) => id) });
    const { staff } = await it.newShop({ tags, media: [media] });
    const { page, close } = await it.openPage(`/media/${media.id}`, { person: staff });
    const names = async () => Object((await staff.get(`/media/${media.id}`)).json['tags']).length;
    await page.getByRole('combobox', { name: 'Tags' }).focus();
    await page.keyboard.press('Backspace');
    await page.locator('.tag-marked', { hasText: 'Window' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.tag-marked').waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    assert.equal(await names(), 2);
    await page.keyboard.press('Backspace');
    await page.locator('.mantine-Pill-root', { hasText: 'Window' }).waitFor({ state: 'detached' });
    await expect.poll(names).toBe(1);
    await close();
  });
});

describe('the picker', () => {
  test('keeps its button in view with a thousand media, on a phone too; what is chosen has its number', async () => {
    const media = Array.from({ length: 1000 }, (_, at) => anImage({ name: `Poster ${at}` }));
    const playlist = aPlaylist();
    const { staff } = await it.newShop({ media, playlists: [playlist] });
    for (const width of [390, 1440] as const) {
      const { page, faults, close } = await it.openPage(`/playlists/${playlist.id}`, { person: staff, width });
      await page.getByRole('button', { name: 'Add media' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add media' });
      const choices = dialog.getByRole('list', { name: 'Media to choose from' }).getByRole('button');
      await choices.first().waitFor();
      await waitUntil(page, `document.activeElement.getAttribute('aria-label') === 'Search the media'`);
      await choices.nth(3).click();
      await choices.nth(1).click();
      assert.deepEqual(await dialog.locator('.media-picker-number').allTextContents(), ['2', '1']);
      const button = dialog.getByRole('button', { name: 'Add 2 items' });
      await settle(page);
      const box = await button.boundingBox();
      const height = page.viewportSize()?.height ?? 0;
      assert.ok(box !== null && box.y > 0 && box.y + box.height <= height, JSON.stringify(box));
      assert.deepEqual(faults, []);
      await button.click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('listitem').filter({ hasText: 'Poster' }).nth(1).waitFor();
      await close();
    }
  });

  test('finds by tag and type, and takes a file that is uploaded from inside it', async () => {
    const tag = aTag('Door');
    const others = Array.from({ length: 70 }, (_, at) => anImage({ name: `Other ${at}` }));
    const first = { createdAt: '2026-01-01T08:00:00.000Z' };
    const upright = anImage({ name: 'Upright', width: 1080, height: 1920, ...first });
    const media = [anImage({ name: 'Tagged', tagIds: [tag.id] }), ...others, upright];
    const playlist = aPlaylist();
    const { staff } = await it.newShop({ tags: [tag], media, playlists: [playlist] });
    const { page, close } = await it.openPage(`/playlists/${playlist.id}`, { person: staff });
    await page.getByRole('button', { name: 'Add media' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add media' });
    const choices = dialog.getByRole('list', { name: 'Media to choose from' }).getByRole('button');
    // Behind the first page: found by the service, not among what is here.
    await dialog.getByRole('combobox', { name: 'Form' }).selectOption('Portrait');
    await expect.poll(() => choices.allTextContents()).toEqual(['Upright']);
    await dialog.getByRole('combobox', { name: 'Form' }).selectOption('Any form');
    await dialog.getByRole('combobox', { name: 'Filter by tags' }).click();
    await page.getByRole('option', { name: 'Door' }).click();
    await expect.poll(() => choices.count()).toBe(1);
    await dialog.getByText('Videos', { exact: true }).click();
    await expect.poll(() => choices.count()).toBe(0);
    await choose(page, 'Upload and add', aJpeg('fresh.jpg'));
    await dialog.getByRole('button', { name: 'Add 1 item' }).click();
    await page.getByRole('listitem').filter({ hasText: 'fresh' }).first().waitFor();
    await close();
  });
});

describe('tags', () => {
  test('are renamed, merged and deleted where they are counted', async () => {
    const [summer, sommer, old] = [aTag('Summer'), aTag('Sommer'), aTag('Old')];
    const media = [anImage({ tagIds: [summer.id] }), anImage({ tagIds: [sommer.id, old.id] })];
    const campaigns = [aCampaign({ name: 'Beach', tagIds: [sommer.id] }), aCampaign({ name: 'Bread' })];
    const { staff } = await it.newShop({ tags: [summer, sommer, old], media, campaigns });
    const { page, faults, close } = await it.openPage('/tags', { person: staff });
    const row = (name: string) =>
      page.getByRole('list', { name: 'Tags' }).getByRole('listitem').filter({ hasText: name });
    const act = async (name: string, action: string): Promise<void> => {
      await page.getByRole('button', { name: `Change the tag ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await row('Sommer').getByText('1 media item · 1 campaign').waitFor();
    // Tags have no entry in the menu: they belong to the media.
    await page.locator('.shell-link[data-active]').getByText('Media').waitFor();
    assert.deepEqual(faults, []);
    await act('Sommer', 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('SUMMER');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('There is a tag “Summer” already. Merge the two instead.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sommer 2');
    await page.getByRole('button', { name: 'Rename' }).click();
    await row('Sommer 2').waitFor();
    await act('Sommer 2', 'Merge into another');
    await page.getByRole('combobox', { name: 'Into' }).click();
    await page.getByRole('option', { name: 'Summer' }).click();
    await page.getByRole('button', { name: 'Merge' }).click();
    await row('Summer').getByText('2 media items · 1 campaign').waitFor();
    await act('Old', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row('Old').waitFor({ state: 'detached' });
    assert.deepEqual((await staff.get('/tags')).json['items'], [summer]);
    // The numbers lead to what they count.
    await row('Summer').getByRole('link', { name: '1 campaign' }).click();
    const which = page.getByRole('navigation', { name: 'Which campaigns' });
    await which.getByRole('link', { name: 'All 1' }).waitFor();
    const names = () => page.getByRole('list', { name: 'Campaigns' }).getByRole('link').allTextContents();
    await expect.poll(async () => (await names()).map((text) => text.slice(0, 5))).toEqual(['Beach']);
    await page.getByRole('button', { name: 'Clear all tags' }).click();
    await which.getByRole('link', { name: 'All 2' }).waitFor();
    await close();
  });

  test('are merged by whoever types before the list of them has come: what was typed stays', async () => {
    const [summer, sommer] = [aTag('Summer'), aTag('Sommer')];
    const { owner } = await it.newShop({ tags: [summer, sommer] });
    const { page, faults, close } = await it.openPage('/tags', { person: owner });
    const sent: (() => Promise<void>)[] = [];
    await page.route('**/api/console/v1/tags?*', (route) => void sent.push(() => route.continue()));
    for (const name of ['Sommer', 'Summer']) {
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
    }
    const bar = page.getByRole('region', { name: 'Selected tags' });
    await bar.getByRole('button', { name: 'Merge', exact: true }).click();
    const into = page.getByRole('combobox', { name: 'Into' });
    await expect.poll(() => into.inputValue()).toBe('Sommer');
    await into.fill('Winter');
    await page.getByText('The tags are being loaded').waitFor();
    await into.fill('Summ');
    await expect.poll(() => sent.length).toBe(1);
    await Promise.all([page.waitForResponse('**/api/console/v1/tags?*'), sent[0]?.()]);
    await settle(page);
    assert.equal(await into.inputValue(), 'Summ');
    await page.getByRole('option', { name: 'Summer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('“Sommer” is now “Summer”.').waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('that went, one or several, are taken back from the notice, and brought back from the trash', async () => {
    const [summer, sommer, old] = [aTag('Summer'), aTag('Sommer'), aTag('Old')];
    const [spare, surplus] = [aTag('Spare'), aTag('Surplus')];
    const media = [anImage({ tagIds: [summer.id] }), anImage({ tagIds: [sommer.id, old.id] })];
    const { owner } = await it.newShop({ tags: [summer, sommer, old, spare, surplus], media });
    const { page, faults, close } = await it.openPage('/tags', { person: owner });
    const row = (name: string) =>
      page.getByRole('list', { name: 'Tags' }).getByRole('listitem').filter({ hasText: name });
    const choose = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
    const inBar = (name: string) =>
      page.getByRole('region', { name: 'Selected tags' }).getByRole('button', { name, exact: true });
    const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
    // With Shift, all between; they become the one that is used most.
    await page.getByRole('combobox', { name: 'Order of the tags' }).selectOption('most');
    // In that order, and not in the one before.
    await page
      .getByRole('list', { name: 'Tags' })
      .getByRole('listitem')
      .last()
      .filter({ hasText: 'Surplus' })
      .waitFor();
    await choose('Sommer').click();
    await choose('Summer').click({ modifiers: ['Shift'] });
    await page.getByText('2 selected').waitFor();
    await inBar('Merge').click();
    await page.getByRole('combobox', { name: 'Into' }).fill('Summer');
    await page.getByRole('option', { name: 'Summer' }).click();
    await inDialog('Merge').click();
    await page.getByText('“Sommer” is now “Summer”.').waitFor();
    await holdNotice(page);
    await row('Summer').getByText('2 media items').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await row('Sommer').getByText('1 media item').waitFor();
    await row('Summer').getByText('1 media item').waitFor();

    // What nothing carries is deleted together, then found in the trash.
    await page.getByText('Unused 2').click();
    await row('Sommer').waitFor({ state: 'detached' });
    await choose('Spare').click();
    await inBar('Select all 2 found').click();
    await page.getByText('2 selected').waitFor();
    await inBar('Delete').click();
    await page.getByText('Nothing carries them. They can be brought back from the trash for 30 days.').waitFor();
    await inDialog('Delete').click();
    await page.getByText('Every tag is carried by something.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Trash' }).click();
    await page
      .getByText(/^Tag · \d+ days? left$/)
      .first()
      .waitFor();
    // The keys and, on a phone, the menu that all lists have.
    await page.setViewportSize({ width: 390, height: 844 });
    const first = page.getByRole('list', { name: 'Deleted' }).getByRole('listitem').first();
    await first.getByRole('button', { name: /^Bring back/ }).focus();
    for (const key of ['x', 'ArrowDown', 'Shift+X']) await page.keyboard.press(key);
    const bar = page.getByRole('region', { name: 'Selected in the trash' });
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'What to do with them' }).click();
    await page.getByRole('menuitem', { name: 'Bring back' }).click();
    await page.getByText('2 items brought back.').waitFor();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    assert.deepEqual((await owner.get('/tags')).json['items'], [old, sommer, spare, summer, surplus]);
    assert.deepEqual(faults, []);
    await close();
  });
});
