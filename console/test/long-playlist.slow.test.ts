// A playlist of a thousand items: as quick, and the way on as near, as with three.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anImage, aPlaylist } from '../../tests/harness/content.js';
import { requireNoFault, settle, startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const COUNT = 1000;
const media = Array.from({ length: 50 }, (_, at) => anImage({ name: `Poster ${at + 1}` }));

async function openLong(width: 390 | 1440) {
  const items = Array.from({ length: COUNT }, (_, at) => ({ mediaId: media[at % 50]?.id, durationSeconds: null }));
  const playlist = aPlaylist({ name: 'Everything', items });
  const shop = await it.newShop({ media, playlists: [playlist] });
  const opened = await it.openPage(`/playlists/${playlist.id}`, { person: shop.staff, width });
  await handles(opened.page).first().waitFor();
  await settle(opened.page);
  const itemsNow = async () => {
    const { json } = await shop.owner.get(`/playlists/${playlist.id}`);
    return json['items'] as { media: { name: string }; ownSeconds: number | null }[];
  };
  return { ...opened, itemsNow };
}

const handles = (page: Page): Locator => page.getByRole('button', { name: /^Move Poster/ });
const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save' });

async function isInSight(page: Page, locator: Locator): Promise<boolean> {
  const box = await locator.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

test('on a phone Save is in sight at the top, in the middle and at the end, and only the rows nearby are drawn', async () => {
  const { page, faults, close } = await openLong(390);
  for (const share of [0, 0.5, 1]) {
    await page.evaluate(`scrollTo(0, ${share} * document.querySelector('.playlist-rows').scrollHeight)`);
    const place = Math.max(1, Math.min(COUNT, Math.round(share * COUNT)));
    await page.getByRole('checkbox', { name: new RegExp(`, place ${place}$`) }).waitFor();
    assert.ok(await isInSight(page, saveButton(page)), `Save at ${share}`);
    assert.ok((await handles(page).count()) < 60);
  }
  await requireNoFault(page, faults, 'the end of a long playlist');
  await close();
});

test('a row is one line on a phone, and what it has is large enough for a thumb', async () => {
  const { page, close } = await openLong(390);
  const row = page.locator('.playlist-row').first();
  assert.equal((await row.boundingBox())?.height, 64);
  for (const part of [
    row.getByRole('button', { name: 'Move Poster 1', exact: true }),
    row.getByRole('button', { name: 'More for Poster 1', exact: true }),
    row.getByLabel('Own play time of Poster 1 in seconds'),
  ]) {
    const box = await part.boundingBox();
    assert.ok((box?.width ?? 0) >= 44 && (box?.height ?? 0) >= 44, `${String(part)}: ${box?.width} × ${box?.height}`);
  }
  // What has no room there is in the menu.
  await row.getByRole('button', { name: 'More for Poster 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Move Poster 1', exact: true }).waitFor({ state: 'detached' });
  await close();
});

test('an item goes from the first place to the last with the keyboard, keeps the focus and stays in sight', async () => {
  const { page, itemsNow, close } = await openLong(1440);
  await handles(page).first().focus();
  for (const key of ['Space', 'ArrowDown', 'PageDown', 'End']) await page.keyboard.press(key);
  await page.getByText('Poster 1 at place 1000 of 1000.').waitFor({ state: 'attached' });
  const focused = page.locator('.playlist-row:focus-within');
  assert.equal(await focused.getAttribute('aria-posinset'), '1000');
  await expect.poll(() => isInSight(page, focused)).toBe(true);
  await page.keyboard.press('Space');
  await saveButton(page).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await itemsNow()).at(-1)?.media.name, 'Poster 1');
  assert.equal((await itemsNow()).at(0)?.media.name, 'Poster 2');
  assert.equal(
    await page.evaluate('document.activeElement.textContent.slice(0, 9)'),
    'Save',
    'the focus stays where it was',
  );
  await close();
});

test('many at once: found, given a time, moved together, taken out', async () => {
  const { page, itemsNow, close } = await openLong(1440);
  const find = page.getByLabel('Find in this playlist');
  await find.fill('poster 50');
  await page.getByText('20 found').waitFor();
  await page.getByLabel('Select all items found').check();
  await page.getByRole('button', { name: 'Set time …' }).click();
  await page.getByLabel('Seconds, or minutes and seconds').fill('1:30');
  await page.getByRole('button', { name: 'Set time', exact: true }).click();
  await page.getByRole('button', { name: 'Move …' }).click();
  await page.getByLabel('Place of the first of them').fill('2');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await find.fill('');
  await page.getByText('20 selected').waitFor();
  // The first of them stays; the rest goes, and so do the three behind it.
  await page.getByRole('checkbox', { name: /, place 2$/ }).click();
  await page.getByText('19 selected').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('checkbox', { name: /, place 3$/ }).click();
  await page.getByRole('checkbox', { name: /, place 5$/ }).click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await saveButton(page).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const items = await itemsNow();
  assert.equal(items.length, COUNT - 19 - 3);
  assert.deepEqual(
    items.slice(0, 3).map((item) => [item.media.name, item.ownSeconds]),
    [
      ['Poster 1', null],
      ['Poster 50', 90],
      ['Poster 5', null],
    ],
  );
  await close();
});

test('an item is dragged past the edge of the window, and the page scrolls along', async () => {
  const { page, close } = await openLong(1440);
  const from = await handles(page).first().boundingBox();
  await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 10, 880, { steps: 5 });
  await page.getByRole('checkbox', { name: /, place 60$/ }).waitFor();
  await page.mouse.move((from?.x ?? 0) + 10, 500);
  await page.mouse.up();
  const place = page.getByText(/^Poster 1 now at place \d+ of 1000\.$/);
  await place.waitFor({ state: 'attached' });
  assert.ok(Number(/place (\d+)/.exec((await place.textContent()) ?? '')?.[1]) > 30);
  await close();
});
