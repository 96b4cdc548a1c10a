import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCampaign, anImage, aPlaylist, aPublished, aTag, aVideo } from '../../tests/harness/content.js';
import { aNetwork, PUBLIC } from '../../tests/harness/network.js';
import { serve } from '../../tests/harness/outside.js';
import { startConsole, type TestConsole } from './console-browser.js';
import { holdAnswers } from './hold-answers.js';

let it: TestConsole;
const outside = aNetwork({ 'shop.example': [PUBLIC] });
beforeAll(async () => void (it = await startConsole({ outside })));
afterAll(() => it.close());

const heading = (page: Page, name = 'Media') => page.getByRole('heading', { name, level: 1 }).waitFor();
const cards = (page: Page) => page.getByRole('list', { name: 'Media' }).getByRole('link');
const waitForCards = (page: Page, count: number) => page.getByText(new RegExp(`^${count} items?$`)).waitFor();

describe('the library', () => {
  test('finds by words and tags, both in the address', async () => {
    const [summer, door] = [aTag('Summer'), aTag('Door')];
    const media = [
      anImage({ name: 'Beach', tagIds: [summer.id] }),
      aVideo({ name: 'Beach door', tagIds: [summer.id, door.id] }),
      anImage({ name: 'Snow', description: 'a door' }),
    ];
    const { staff } = await it.newShop({ tags: [summer, door], media });
    const { page, faults, close } = await it.openPage('/media', { person: staff });
    await waitForCards(page, 3);
    await page.getByRole('searchbox', { name: 'Search the media' }).fill('door');
    await waitForCards(page, 2);
    assert.equal(new URL(page.url()).search, '?q=door');
    await page.getByRole('combobox', { name: 'Filter by tags' }).fill('summ');
    await page.getByRole('option', { name: 'Summer' }).click();
    await waitForCards(page, 1);
    assert.equal(new URL(page.url()).search, `?q=door&tag=${summer.id}`);
    // What is found and how many there are come in two answers.
    await expect.poll(() => cards(page).allTextContents()).toEqual(['Beach doorVideo0:13']);
    await page.goto(`${it.service.url}/media?tag=${summer.id}&tag=${door.id}`);
    await waitForCards(page, 1);
    await page.getByRole('searchbox', { name: 'Search the media' }).fill('no such thing');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await waitForCards(page, 3);
    assert.equal(new URL(page.url()).search, '');
    assert.deepEqual(faults, []);
    await close();
  });

  test('takes a web page by its address, and no other kind of address', async () => {
    const { staff } = await it.newShop();
    const { page, close } = await it.openPage('/media', { person: staff });
    await page.getByRole('button', { name: 'Add a web page' }).click();
    const form = page.getByRole('dialog', { name: 'Add a web page' });
    await form.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
    await form.getByRole('button', { name: 'Add' }).click();
    await form.getByText('Type a whole address that begins with https:// or http://.').waitFor();
    await form.getByText('Give it a name that your colleagues recognise.').waitFor();
    // One that forbids it is told once it is typed, and one that could not be looked at is not; either may be added.
    const port = await serve((_, response) => response.setHeader('x-frame-options', 'DENY').end());
    await form.getByRole('textbox', { name: 'Address' }).fill(`http://shop.example:${port}/`);
    await form.getByRole('textbox', { name: 'Name' }).fill('The shop');
    await form.getByRole('alert').getByText('does not let itself be shown inside of another one').waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill('https://example.com/menu');
    await form.getByRole('textbox', { name: 'Name' }).focus();
    await form.getByText('Some pages do not let themselves be shown').waitFor();
    // Quicker than the look: told afterwards.
    await form.getByRole('textbox', { name: 'Address' }).fill(`http://shop.example:${port}/shop`);
    await form.getByRole('textbox', { name: 'Address' }).press('Enter');
    await page.getByRole('alert').getByText('does not let itself be shown inside of another one').waitFor();
    await page.getByRole('button', { name: 'Add a web page' }).click();
    await form.getByRole('textbox', { name: 'Address' }).fill('https://example.com/menu');
    await form.getByRole('textbox', { name: 'Name' }).fill('Menu of the day');
    await form.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('link', { name: 'Menu of the day Web page' }).click();
    await heading(page, 'Menu of the day');
    const frame = page.locator('iframe[title="Menu of the day"]');
    assert.deepEqual(
      [await frame.getAttribute('src'), await frame.getAttribute('sandbox')],
      ['https://example.com/menu', 'allow-scripts allow-same-origin'],
    );
    await close();
  });
});

describe('a media item', () => {
  test('is renamed, described and tagged', async () => {
    const [old, other] = [aTag('Old'), aTag('Other')];
    const media = anImage({ name: 'Poster', tagIds: [old.id] });
    const { staff } = await it.newShop({ tags: [old, other], media: [media] });
    const { page, close } = await it.openPage('/media', { person: staff });
    await page.getByRole('link', { name: 'Poster Image' }).click();
    await heading(page, 'Poster');
    await page.getByRole('textbox', { name: 'Name' }).fill('Door, August');
    await page.getByRole('textbox', { name: 'Description' }).fill('For the small window');
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Door, August');
    const tags = page.getByRole('combobox', { name: 'Tags' });
    await tags.fill('brand new');
    await tags.press('Enter');
    await tags.fill('oth');
    await page.getByRole('option', { name: 'Other' }).click();
    await tags.press('Escape');
    await tags.focus();
    await removePill(page, 'Old');
    await waitForTags(() => staff.get(`/media/${media.id}`), ['brand new', 'Other']);
    const { json } = await staff.get(`/media/${media.id}`);
    assert.deepEqual([json['name'], json['description']], ['Door, August', 'For the small window']);
    await page.goBack();
    await page.getByRole('link', { name: 'Door, August Image' }).waitFor();
    await close();
  });

  test('that somebody else changed meanwhile loses nothing of either', async () => {
    const media = [anImage({ name: 'Poster' }), anImage({ name: 'Banner' })];
    const { staff, admin } = await it.newShop({ media });
    for (const [{ id, name }, choice, wanted] of [
      [media[0] ?? anImage(), 'Use mine', 'Mine'],
      [media[1] ?? anImage(), 'Use theirs', 'Theirs'],
    ] as const) {
      const { page, close } = await it.openPage(`/media/${id}`, { person: staff });
      await heading(page, name);
      await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
      await admin.patch(`/media/${id}`, { revision: 1, name: 'Theirs', description: 'Their words' });
      // Enter, as the button goes when the other's words are read before it is pressed.
      await page.getByRole('textbox', { name: 'Name' }).press('Enter');
      const told = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' });
      await told.getByText('Their words').waitFor();
      assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Mine');
      await told.getByRole('button', { name: choice }).click();
      await heading(page, wanted);
      assert.equal((await staff.get(`/media/${id}`)).json['name'], wanted);
      await close();
    }
  });

  test('keeps what is typed while it is being saved', async () => {
    const media = anImage({ name: 'Poster' });
    const { staff } = await it.newShop({ media: [media] });
    const { page, close } = await it.openPage(`/media/${media.id}`, { person: staff });
    await heading(page, 'Poster');
    const { sent, answer } = await holdAnswers(page, `**/api/console/v1/media/${media.id}`, 'PATCH');
    const [name, description] = ['Name', 'Description'].map((label) => page.getByRole('textbox', { name: label }));
    await name?.fill('Door');
    await page.getByRole('button', { name: 'Save' }).click();
    await sent;
    await description?.fill('For the small window');
    answer();
    await heading(page, 'Door');
    await page.getByText('Not saved yet').waitFor();
    assert.deepEqual([await name?.inputValue(), await description?.inputValue()], ['Door', 'For the small window']);
    assert.equal(await page.getByText(/Somebody else changed/).count(), 0);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { json } = await staff.get(`/media/${media.id}`);
    assert.deepEqual([json['name'], json['description']], ['Door', 'For the small window']);
    await close();
  });

  test('is deleted, and goes from its playlists', async () => {
    const media = anImage({ name: 'Poster' });
    const playlist = aPlaylist({ items: [{ mediaId: media.id, durationSeconds: null }] });
    const { staff } = await it.newShop({ media: [media, anImage({ name: 'Stays' })], playlists: [playlist] });
    const { page, close } = await it.openPage('/media', { person: staff });
    await page.getByRole('link', { name: 'Poster Image' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Poster”?' });
    await dialog.getByText('It goes from these playlists too.').waitFor();
    await dialog.getByRole('link', { name: 'Front window' }).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await waitForCards(page, 1);
    await expect.poll(() => cards(page).allTextContents()).toEqual(['StaysImage']);
    assert.equal((await staff.get(`/media/${media.id}`)).status, 404);
    await close();
  });

  test('is deleted with what was typed about it, without a further question', async () => {
    const media = anImage({ name: 'Poster' });
    const { staff } = await it.newShop({ media: [media] });
    const { page, close } = await it.openPage(`/media/${media.id}`, { person: staff });
    await page.getByRole('textbox', { name: 'Description' }).fill('For the door');
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Poster”?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await heading(page);
    assert.equal((await staff.get(`/media/${media.id}`)).status, 404);
    await close();
  });

  test('is not deleted while a campaign plays it, also when that was published a moment ago', async () => {
    const media = anImage({ name: 'Poster' });
    const items = [{ mediaId: media.id, type: 'image', durationSeconds: 10 }];
    const content = { landscape: { playlistId: randomUUID(), items }, portrait: null };
    const campaign = aCampaign({ name: 'Summer', liveVersion: 1, versions: [aPublished({ content })] });
    const { staff } = await it.newShop({ media: [media], campaigns: [campaign] });
    const { page, close } = await it.openPage('/media', { person: staff });
    // The page knows the item as it was before the publication.
    const address = `**/api/console/v1/media/${media.id}`;
    await page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...Object(await response.json()), usedIn: { playlists: [], campaigns: [] } },
      });
    });
    await page.getByRole('link', { name: 'Poster Image' }).click();
    await heading(page, 'Poster');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'This item is needed' });
    await dialog.getByRole('link', { name: 'Summer' }).waitFor();
    await dialog.getByText('Running').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0);
    assert.equal((await staff.get(`/media/${media.id}`)).status, 200);
    await close();
  });
});

const removePill = (page: Page, name: string) =>
  page.locator('.mantine-Pill-root').filter({ hasText: name }).locator('button').click();

async function waitForTags(read: () => Promise<{ json: Record<string, unknown> }>, wanted: string[]): Promise<void> {
  const names = async () => ((await read()).json['tags'] as { name: string }[]).map(({ name }) => name);
  await expect.poll(names).toEqual(wanted);
}
