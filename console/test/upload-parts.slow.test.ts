import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anUploadRequest } from '../../tests/harness/content.js';
import { start, usageOf } from '../../tests/harness/upload.js';
import { startConsole, type TestConsole } from './console-browser.js';
import { dropFiles } from './drop-files.js';
import { aFilm, aJpeg, aPng } from './media-files.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const MB = 1024 ** 2;
const dock = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const rows = (page: Page) => dock(page).getByRole('listitem');
const ready = (page: Page) => page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();

const partOf = (url: string): number => Number(/[?&]partNumber=(\d+)/.exec(url)?.[1] ?? '0');
const isPut = (request: Request): boolean =>
  request.method() === 'PUT' && request.url().startsWith(it.service.store.origin);

// Storage that takes the parts up to one, and lets the others wait. At its own door: a browser whose requests are looked at
// by the test sends each part to it first, which takes a minute.
const holdAfter = (last: number) => it.service.holdStored(({ url = '' }) => partOf(url) > last);

test('a large file goes on where it was, after a pause and after the network was away: no part is sent twice', async () => {
  const { staff } = await it.newShop();
  const { page, close } = await it.openPage('/media', { person: staff });
  await ready(page);
  const stored: number[] = [];
  // The page knows of it, too: what it does not know it would send again.
  const note = async (request: Request): Promise<void> => {
    if ((await request.response())?.status() === 200) stored.push(partOf(request.url()));
  };
  page.on('requestfinished', (request) => void (isPut(request) && note(request)));
  const sorted = (): number[] => stored.toSorted((one, other) => one - other);

  const letGo = holdAfter(3);
  await dropFiles(page, [{ ...aFilm('long.mp4'), zeros: 65 * MB }]);
  await expect.poll(sorted, { timeout: 120_000 }).toEqual([1, 2, 3]);
  await dock(page).getByRole('button', { name: 'Pause long.mp4' }).click();
  await dock(page)
    .getByText(/^24 MB of 6\d\.\d MB, paused$/)
    .waitFor();
  letGo();

  const letGoAgain = holdAfter(6);
  await dock(page).getByRole('button', { name: 'Resume long.mp4' }).click();
  await expect.poll(sorted, { timeout: 120_000 }).toEqual([1, 2, 3, 4, 5, 6]);
  await page.context().setOffline(true);
  await dock(page).getByText('No connection: it goes on by itself.').waitFor();
  letGoAgain();
  await page.context().setOffline(false);
  await dock(page).getByText('1 file added').waitFor();
  // The thumbnail has no number.
  assert.deepEqual(
    sorted().filter((part) => part > 0),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  const { json } = await staff.get('/media');
  assert.equal((json['items'] as unknown[]).length, 1);
  await close();
});

test('files that are chosen while the network is away are sent when it is back', async () => {
  const { staff } = await it.newShop();
  const { page, close } = await it.openPage('/media', { person: staff });
  await ready(page);
  // What uploads need is loaded by now.
  await dropFiles(page, [aJpeg('before.jpg')]);
  await dock(page).getByText('1 file added').waitFor();
  await page.context().setOffline(true);
  await dropFiles(page, [aPng('away.png')]);
  // It has tried, and waits.
  await dock(page).getByText('No connection: it goes on by itself.').waitFor();
  await page.context().setOffline(false);
  await dock(page).getByText('2 files added').waitFor();
  assert.equal(((await staff.get('/media')).json['items'] as unknown[]).length, 2);
  await close();
});

test('a minute that is used up is waited out, however often', async () => {
  const { staff } = await it.newShop();
  const { page, close } = await it.openPage('/media', { person: staff });
  await ready(page);
  let refusals = 7;
  await page.route('**/api/console/v1/media/uploads', (route) => {
    if ((refusals -= 1) < 0) return route.continue();
    const headers = { 'retry-after': '0' };
    return route.fulfill({ status: 429, headers, json: { error: 'rate_limited', message: 'Wait.' } });
  });
  await dropFiles(page, [aJpeg('patient.jpg')]);
  await dock(page).getByText('1 file added').waitFor();
  assert.ok(refusals < 0);
  await close();
});

test('a picture that was cut off or is none inside is told as broken before anything is sent', async () => {
  const { staff } = await it.newShop();
  const { page, close } = await it.openPage('/media', { person: staff });
  await ready(page);
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  const whole = aJpeg('half.jpg');
  const magic = whole.bytes.subarray(0, 20);
  await dropFiles(page, [
    { ...whole, bytes: whole.bytes.subarray(0, whole.bytes.length / 2) },
    { name: 'noise.jpg', type: 'image/jpeg', bytes: Buffer.concat([magic, randomBytes(50_000)]) },
  ]);
  await dock(page).getByText('2 files not added').waitFor();
  const broken = 'This picture is broken: it cannot be opened. Save or copy it again, and choose the new one.';
  assert.deepEqual(await rows(page).allTextContents(), [`half.jpg${broken}`, `noise.jpg${broken}`]);
  assert.deepEqual(sent, []);
  await close();
});

test('what is under way stands above what is done', async () => {
  const { staff } = await it.newShop();
  const { page, close } = await it.openPage('/media', { person: staff });
  await ready(page);
  await dropFiles(page, [aJpeg('done.jpg')]);
  await dock(page).getByText('1 file added').waitFor();
  await page.route(`${it.service.store.origin}/**`, () => {});
  await dropFiles(page, [aJpeg('running.jpg', 1)]);
  await dock(page).getByText('Uploading 1 file').waitFor();
  assert.deepEqual(
    (await rows(page).allTextContents()).map((text) => /^\w+\.jpg/.exec(text)?.[0]),
    ['running.jpg', 'done.jpg'],
  );
  await close();
});

test('the pictures in a folder are taken, and what computers leave there is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-folder-'));
  await mkdir(join(folder, 'inner'));
  await writeFile(join(folder, 'top.jpg'), aJpeg('', 2).bytes);
  await writeFile(join(folder, 'inner', 'deep.jpg'), aJpeg('', 3).bytes);
  await writeFile(join(folder, '.DS_Store'), 'Finder');
  const { staff } = await it.newShop();
  const { page, close } = await it.openPage('/media', { person: staff });
  await ready(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload a folder' }).click();
  await (await chooser).setFiles(folder);
  await dock(page).getByText('2 files added').waitFor();
  const { json } = await staff.get('/media');
  const names = (json['items'] as { name: string }[]).map(({ name }) => name);
  assert.deepEqual(names.toSorted(), ['deep', 'top']);
  await rm(folder, { recursive: true });
  await close();
});

test('an upload that is cancelled gives its room back', async () => {
  const shop = await it.newShop();
  const { page, close } = await it.openPage('/media', { person: shop.staff });
  await ready(page);
  await page.route(`${it.service.store.origin}/**`, () => {});
  const put = page.waitForRequest(isPut);
  await dropFiles(page, [aJpeg('slow.jpg')]);
  await put;
  assert.ok(((await usageOf(it.service, shop))?.reserved ?? 0) > 0);
  const told = page.waitForResponse((response) => response.url().endsWith('/cancel'));
  await dock(page).getByRole('button', { name: 'Cancel slow.jpg' }).click();
  assert.equal((await told).status(), 200);
  assert.deepEqual(await usageOf(it.service, shop), { used: 0, reserved: 0 });
  await close();
});

test('what holds room is told with its name and until when, and is free at a click', async () => {
  const shop = await it.newShop();
  await start(shop, anUploadRequest({ name: 'Forgotten door' }, 'forgotten'));
  const { page, faults, close } = await it.openPage('/media', { person: shop.staff });
  await ready(page);
  await page.getByRole('button', { name: '9 bytes held' }).click();
  const dialog = page.getByRole('dialog', { name: 'Room that is held' });
  await dialog.getByText('Forgotten door').waitFor();
  assert.match(await dialog.getByRole('listitem').innerText(), /Forgotten door\s+9 bytes, until .*2026/);
  assert.deepEqual(faults, []);
  await dialog.getByRole('button', { name: 'Free the room of Forgotten door' }).click();
  await dialog.getByText('Nothing is held any more.').waitFor();
  assert.deepEqual(await usageOf(it.service, shop), { used: 0, reserved: 0 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '9 bytes held' }).waitFor({ state: 'detached' });
  await close();
});
