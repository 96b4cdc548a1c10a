import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { aCampaign, anImage, aPlaylist, aPublished, aVersion } from '../../tests/harness/content.js';
import { settle, startConsole, waitUntil, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const flown = (start: string | null, end: string | null) => ({ flight: { start, end } });
const live = (name: string, start: string | null, end: string | null) =>
  aCampaign({ name, liveVersion: 1, versions: [aPublished(flown(start, end))] });
const draft = (name: string, start: string | null, end: string | null) =>
  aCampaign({ name, versions: [aVersion(flown(start, end))] });

type Shop = Awaited<ReturnType<TestConsole['newShop']>>;

const flightOf = async (shop: Shop, lineageId: string, of: 'live' | 'draft') => {
  const { json } = await shop.owner.get(`/campaigns/${lineageId}`);
  return (json[of] as { flight: unknown } | null)?.flight ?? null;
};

// The middle of a day's number, from where a drag by days is counted.
async function dayOn(page: Page, day: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-day="${day}"]`).boundingBox();
  assert.ok(box, day);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

const middleOf = async (page: Page, name: RegExp): Promise<{ x: number; y: number }> => {
  await page.getByRole('button', { name }).scrollIntoViewIfNeeded();
  await settle(page);
  const box = await page.getByRole('button', { name }).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('a month: gaps and overlaps are told; a draft is dragged to other days and saved', async () => {
  const sketch = draft('Sketch', '2026-06-22', '2026-06-24');
  const shop = await it.newShop({
    campaigns: [live('Apples', null, '2026-06-18'), live('Bread', '2026-06-16', '2026-06-17T12:00'), sketch],
  });
  const { page, faults, close } = await it.openPage('/calendar', { person: shop.staff });
  await page.getByRole('heading', { name: 'June 2026' }).waitFor();
  await page.getByRole('button', { name: /^What plays on Tuesday,? 16 June 2026: 2 take turns$/ }).waitFor();
  await page.getByRole('button', { name: /^What plays on Friday,? 19 June 2026: Nothing plays$/ }).waitFor();
  const bar = await middleOf(page, /^Sketch, draft, 22 Jun 2026 – 24 Jun 2026/);
  await drag(page, bar, await dayOn(page, '2026-06-25'));
  const dock = page.getByRole('region', { name: 'Dates' });
  await dock.getByText('24 Jun 2026 – 26 Jun 2026', { exact: true }).waitFor();
  await dock.getByText('It is not on screens: this changes the draft.').waitFor();
  assert.deepEqual(await flightOf(shop, sketch.lineageId, 'draft'), { start: '2026-06-22', end: '2026-06-24' });
  await dock.getByRole('button', { name: 'Save the dates' }).click();
  await page.getByText('Sketch: the dates are saved.').waitFor();
  assert.deepEqual(await flightOf(shop, sketch.lineageId, 'draft'), { start: '2026-06-24', end: '2026-06-26' });
  // Its end alone, by its edge, over the border of the week; where it lies once the month was read again and nothing is
  // moved any more.
  await dock.waitFor({ state: 'detached' });
  const box = await page.getByRole('button', { name: /^Sketch, draft, 24 Jun 2026 – 26 Jun 2026/ }).boundingBox();
  assert.ok(box);
  await drag(page, { x: box.x + box.width - 3, y: box.y + box.height / 2 }, await dayOn(page, '2026-06-30'));
  await dock.getByText('24 Jun 2026 – 30 Jun 2026', { exact: true }).waitFor();
  await dock.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await dock.count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('dates that are not saved are asked about by another month, another view and another campaign', async () => {
  const campaigns = [draft('Sketch', '2026-06-22', '2026-06-24'), draft('Plan', '2026-06-09', '2026-06-10')];
  const shop = await it.newShop({ campaigns });
  const { page, faults, close } = await it.openPage('/calendar', { person: shop.staff });
  const dock = page.getByRole('region', { name: 'Dates' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const plan = page.getByRole('button', { name: /^Plan, draft/ });
  await drag(page, await middleOf(page, /^Sketch, draft/), await dayOn(page, '2026-06-25'));
  for (const leave of [
    () => page.getByRole('button', { name: 'Next month' }).click(),
    () => page.getByText('Week', { exact: true }).click(),
    () => plan.click(),
    () => plan.press('ArrowRight'),
    async () => drag(page, await middleOf(page, /^Plan, draft/), await dayOn(page, '2026-06-12')),
  ]) {
    await leave();
    await question.getByText('The new dates of “Sketch” are not saved yet.').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await dock.getByText('24 Jun 2026 – 26 Jun 2026', { exact: true }).waitFor();
  }
  // What is asked beside it leaves the dates where they are.
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await dock.getByText('24 Jun 2026 – 26 Jun 2026', { exact: true }).waitFor();
  await plan.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await dock.getByRole('heading', { name: 'Plan' }).waitFor();
  await plan.press('ArrowRight');
  await dock.getByText('10 Jun 2026 – 11 Jun 2026', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next month' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'July 2026' }).waitFor();
  assert.equal(await dock.count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('a live campaign moved by the keys becomes a change that is not published, and says so', async () => {
  const campaign = live('Summer', '2026-06-19', '2026-06-21T18:00');
  const shop = await it.newShop({ campaigns: [campaign] });
  const { page, faults, close } = await it.openPage('/calendar', { person: shop.staff });
  await page.getByRole('button', { name: /^Summer, upcoming/ }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'ArrowLeft']) {
    await page.keyboard.press(key);
  }
  const dock = page.getByRole('region', { name: 'Dates' });
  await dock.getByText('21 Jun 2026 – 24 Jun 2026, 18:00', { exact: true }).waitFor();
  await dock.getByText('Screens keep to 19 Jun 2026 – 21 Jun 2026, 18:00 until you publish the change.').waitFor();
  await waitUntil(page, 'document.activeElement?.matches("[data-bar]")');
  // The start alone, read out; it stays before the end.
  const said = (words: string) =>
    page.getByRole('status').getByText(words, { exact: true }).waitFor({ state: 'attached' });
  for (const key of ['Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowRight']) await page.keyboard.press(key);
  await said('24 Jun 2026 – 24 Jun 2026, 18:00');
  await page.keyboard.press('Alt+ArrowRight');
  await said('24 Jun 2026 – 24 Jun 2026, 18:00. The start stays before the end.');
  await page.keyboard.press('Escape');
  assert.equal(await dock.count(), 0);
  await page.keyboard.press('ArrowRight');
  await dock.getByRole('button', { name: 'Save as a change' }).click();
  await page.getByText('Summer: the new dates are saved. They are not published yet.').waitFor();
  const { lineageId } = campaign;
  assert.deepEqual(await flightOf(shop, lineageId, 'live'), { start: '2026-06-19', end: '2026-06-21T18:00' });
  assert.deepEqual(await flightOf(shop, lineageId, 'draft'), { start: '2026-06-20', end: '2026-06-22T18:00' });
  await page.getByRole('button', { name: /^Summer, new dates, not published, 20 Jun 2026/ }).waitFor();
  // A draft's own bar goes to another week with the keys, and the focus goes with it.
  await page.getByRole('button', { name: /^Summer, new dates/ }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await dock.getByText('23 Jun 2026 – 25 Jun 2026, 18:00', { exact: true }).waitFor();
  await waitUntil(page, 'document.activeElement?.dataset.bar?.endsWith("planned")');
  await dock.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(faults, []);
  await close();
});

test('by touch: a tap opens the dates, a finger that moves sideways moves the flight; somebody else was faster', async () => {
  const sketch = draft('Sketch', '2026-06-16T08:00', '2026-06-17T18:00');
  const shop = await it.newShop({ campaigns: [sketch] });
  const { page, close } = await it.openPage('/calendar?view=week', { person: shop.staff, width: 390 });
  // Lower than the page, so that there is something to scroll.
  await page.setViewportSize({ width: 390, height: 420 });
  await page.getByRole('heading', { name: /^15\s?–\s?21 Jun 2026$/ }).waitFor();
  const bar = await middleOf(page, /^Sketch/);
  const track = await page.locator('.calendar-track').boundingBox();
  assert.ok(track);
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y = bar.y) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  // Up or down first is a scroll, whatever follows: nothing moves.
  const scrolled = await page.evaluate<number>('scrollY');
  await touch('touchStart', bar.x);
  for (const by of [20, 60, 120]) await touch('touchMove', bar.x + by / 3, bar.y - by);
  await waitUntil(page, `scrollY > ${scrolled}`);
  await page.evaluate(
    "void (window.atRest = new Promise((then) => addEventListener('scrollend', then, { once: true })))",
  );
  await touch('touchMove', bar.x + track.width / 3, bar.y - 120);
  await touch('touchEnd', 0);
  // A finger that goes quickly leaves the page moving.
  await page.evaluate('window.atRest.then(() => undefined)');
  assert.equal(await page.getByRole('region', { name: 'Dates' }).count(), 0);
  await page.evaluate(`window.scrollTo(0, ${scrolled})`);
  await settle(page);
  await touch('touchStart', bar.x);
  // Sideways first moves the flight, and then it stays hold of it.
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', bar.x + (part * track.width) / 7, bar.y + part * 20);
  await touch('touchEnd', 0);
  const dock = page.getByRole('region', { name: 'Dates' });
  await dock.getByText('17 Jun 2026, 08:00 – 18 Jun 2026, 18:00', { exact: true }).waitFor();
  await shop.owner.patch(`/campaigns/${sketch.lineageId}`, { revision: 1, name: 'Theirs' });
  await dock.getByRole('button', { name: 'Save the dates' }).click();
  await dock.getByText(/Somebody else changed this campaign meanwhile/).waitFor();
  await dock.getByRole('heading', { name: 'Theirs' }).waitFor();
  await dock.getByText('Exact dates').click();
  await dock.getByLabel('End day and time').fill('2026-06-18T20:00');
  await dock.getByRole('button', { name: 'Save the dates' }).click();
  await page.getByText('Theirs: the dates are saved.').waitFor();
  assert.deepEqual(await flightOf(shop, sketch.lineageId, 'draft'), {
    start: '2026-06-17T08:00',
    end: '2026-06-18T20:00',
  });
  await close();
});

test('«show me 24 December, 10:00»: what plays then, in the order of the turns; and the week in which clocks go back', async () => {
  const image = anImage({ name: 'Tree' });
  const window = aPlaylist({ items: [{ mediaId: image.id, durationSeconds: null }] });
  const campaigns = [
    live('Zebra', null, null),
    live('advent', '2026-12-01', '2026-12-24T10:01'),
    live('Old', null, '2026-12-23'),
  ];
  const shop = await it.newShop({ media: [image], playlists: [window], campaigns });
  const { page, faults, close } = await it.openPage('/calendar', { person: shop.staff });
  await page.getByLabel('What plays at', { exact: true }).fill('2026-12-24T10:00');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const panel = page.getByRole('region', { name: 'What plays then' });
  await panel.getByRole('heading', { name: /^Thursday,? 24 December 2026.* 10:00$/ }).waitFor();
  await panel.getByText('2 campaigns take turns in this order').waitFor();
  const list = panel.getByRole('list', { name: 'Plays then' });
  assert.deepEqual(await list.locator('.playing-name').allInnerTexts(), ['advent', 'Zebra']);
  await waitUntil(page, 'document.activeElement?.textContent?.startsWith("Thursday")');
  // Paris has 25 hours on 25 October: days stay days.
  await page.goto(`${it.service.url}/calendar?view=week&day=2026-10-25`);
  await page.getByRole('heading', { name: /^19\s?–\s?25 Oct 2026$/ }).waitFor();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('heading', { name: /^26 Oct\s?–\s?1 Nov 2026$/ }).waitFor();
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByRole('heading', { name: /^15\s?–\s?21 Jun 2026$/ }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});
