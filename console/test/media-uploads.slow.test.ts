import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UPLOAD_CALLS_PER_MINUTE_MAX } from '@vitrine/contract/console-limits';
import { aMerchant } from '../../tests/harness/service.js';
import { newPerson, type TestPerson } from '../../tests/harness/console.js';
import { usageOf } from '../../tests/harness/upload.js';
import { startConsole, type TestConsole } from './console-browser.js';
import { dropFiles } from './drop-files.js';
import { aFilm, aHeic, aJpeg, aMov, aPdf, aPng, type TestFile } from './media-files.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const dock = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const cards = (page: Page) => page.getByRole('list', { name: 'Media' }).getByRole('listitem');
const ready = (page: Page) => page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function load(url: unknown): Promise<Buffer> {
  const response = await fetch(String(url));
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

async function itemsOf(person: TestPerson): Promise<Record<string, unknown>[]> {
  const { json } = await person.get('/media');
  return (json['items'] as { id: string }[]).length === 0
    ? []
    : Promise.all((json['items'] as { id: string }[]).map(async ({ id }) => (await person.get(`/media/${id}`)).json));
}

const kindOf = (bytes: Buffer): string =>
  bytes.readUInt16BE(0) === 0xffd8 ? 'JPEG' : /^ftyp(?:isom|mp4\d)/.test(bytes.toString('latin1', 4, 12)) ? 'MP4' : '?';

// Width and height of a JPEG: its first frame header.
function sizeOfJpeg(bytes: Buffer): number[] {
  assert.equal(bytes.readUInt16BE(0), 0xffd8);
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return [];
}

describe('uploads', () => {
  test('files that are dropped appear in the library, byte by byte, with what was read from them', async () => {
    const { staff } = await it.newShop();
    const { page, faults, close } = await it.openPage('/media', { person: staff });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await ready(page);
    const files = [aJpeg(), aPng()];
    await dropFiles(page, files, () => page.getByText('Drop to add to the library').waitFor());
    await dock(page).getByText('2 files added').waitFor();
    const shown = async () => (await cards(page).getByRole('link').allTextContents()).toSorted();
    await expect.poll(shown).toEqual(['croissantsImage', 'sourdoughImage']);
    assert.ok(!scripts.some((url) => url.includes('parse-video')), 'the reader of films came without one');
    const film = aFilm();
    await dropFiles(page, [film]);
    await dock(page).getByText('3 files added').waitFor();
    await page.getByRole('link', { name: /^steam Video\s*0:06$/ }).waitFor();
    assert.ok(scripts.some((url) => url.includes('parse-video')));
    await requireStored(staff, [...files, film]);
    assert.deepEqual(faults, []);
    await close();
  });

  test('somebody who has used up the uploads of a minute waits, and goes on by itself in the next', async () => {
    const { staff } = await it.newShop();
    const before = new Date(it.service.clock.now()).toISOString();
    it.service.clock.set('2026-06-15T12:00:59.000Z');
    const { page, close } = await it.openPage('/media', { person: staff });
    await ready(page);
    for (let spent = 0; spent < UPLOAD_CALLS_PER_MINUTE_MAX; spent += 50) {
      await Promise.all(Array.from({ length: 50 }, () => staff.post('/media/pages', {})));
    }
    const refused = page.waitForResponse((response) => response.status() === 429);
    await dropFiles(page, [aJpeg()]);
    assert.equal((await refused).headers()['retry-after'], '1');
    it.service.clock.advance(1000);
    await dock(page).getByText('1 file added').waitFor();
    assert.equal((await itemsOf(staff)).length, 1);
    it.service.clock.set(before);
    await close();
  });

  test('a file that the library has is told as such, with the way to it', async () => {
    const { staff } = await it.newShop();
    const { page, close } = await it.openPage('/media', { person: staff });
    await ready(page);
    await dropFiles(page, [aJpeg('first.jpg')]);
    await dock(page).getByText('1 file added').waitFor();
    await dropFiles(page, [aJpeg('again.jpg')]);
    await dock(page).getByText('The library has this file already, as').waitFor();
    await dock(page).getByRole('link', { name: 'first' }).click();
    await page.getByRole('heading', { name: 'first', level: 1 }).waitFor();
    assert.equal((await itemsOf(staff)).length, 1);
    await close();
  });

  test('what cannot go in is refused in words before anything is sent', async () => {
    const plan = { ...aMerchant().plan, storageQuotaBytes: 100_000 };
    const { staff } = await it.newShop({ merchant: { plan } });
    const { page, close } = await it.openPage('/media', { person: staff });
    await ready(page);
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(32)]);
    await dropFiles(page, [
      { name: 'notes.jpg', type: 'image/jpeg', bytes: Buffer.from('dear diary') },
      { name: 'phone.heic', type: 'image/heic', bytes: heic },
      { ...aJpeg('huge.jpg'), zeros: 60 * 1024 ** 2 },
      { name: 'nothing.png', type: 'image/png', bytes: Buffer.alloc(0) },
      { ...aJpeg('wide.jpg'), zeros: 100_000 },
      { ...aFilm('cut.mp4'), bytes: Buffer.concat([aFilm().bytes.subarray(0, 32), Buffer.alloc(4000, 7)]) },
    ]);
    await dock(page).getByText('6 files not added').waitFor();
    const rows = await dock(page).getByRole('listitem').allTextContents();
    assert.deepEqual(
      rows.map((row) => row.replace(/This needs [\d.]+ KB/, 'This needs … KB')),
      [
        'notes.jpgThis is no JPEG, PNG or WebP picture and no MP4 or WebM video.',
        'phone.heicThis iPhone picture (HEIC) is broken or too large to be opened here: save it as JPEG first.',
        'huge.jpgA picture may have 50 MB; this one has 60.1 MB.',
        'nothing.pngThe file is empty.',
        'wide.jpgThis needs … KB and 97.6 KB of the storage are free. Delete media that are not needed, or ask for a larger plan.',
        'cut.mp4This film is broken: it cannot be opened. Save or copy it again, and choose the new one.',
      ],
    );
    assert.deepEqual(sent, []);
    await close();
  });

  test("an iPhone's pictures and films and the first page of a PDF become what screens show", async () => {
    const { staff } = await it.newShop();
    const { page, faults, close } = await it.openPage('/media', { person: staff });
    await ready(page);
    await dropFiles(page, [aHeic(), aMov(), aPdf()]);
    await dock(page).getByText('3 files added').waitFor();
    const items = await itemsOf(staff);
    const kinds = await Promise.all(
      items.map(async ({ name, width, height, fileUrl }) => [name, width, height, kindOf(await load(fileUrl))]),
    );
    assert.deepEqual(kinds.map(String).sort(), [
      'menu, page 1 of 2,3840,2560,JPEG',
      'phone,64,48,JPEG',
      'phone,64,48,MP4',
    ]);
    assert.deepEqual(faults, []);
    await close();
  });

  test('a storage that is away is told as such, and not as a fault of the file', async () => {
    const { staff } = await it.newShop();
    const { page, close } = await it.openPage('/media', { person: staff });
    await ready(page);
    const headers = { 'access-control-allow-origin': '*' };
    await page.route(`${it.service.store.origin}/**`, (route) => route.fulfill({ status: 503, headers }));
    await dropFiles(page, [aJpeg('slow.jpg')]);
    await dock(page).getByText('1 file not added').waitFor();
    const [row] = await dock(page).getByRole('listitem').allTextContents();
    assert.equal(row, 'slow.jpgThe storage did not take the file, several times. Try again later.');
    await close();
  });

  test('go on while other pages are looked at, can be paused, and take up the same upload', async () => {
    const { staff } = await it.newShop();
    const { page, close } = await it.openPage('/media', { person: staff });
    await ready(page);
    const store = it.service.store.origin;
    const starts: unknown[] = [];
    page.on('request', (request) => request.url().endsWith('/media/uploads') && starts.push(request.postDataJSON()));
    // A storage that does not answer.
    await page.route(`${store}/**`, () => {});
    const put = page.waitForRequest((request) => request.url().startsWith(store));
    await dropFiles(page, [aJpeg('slow.jpg')]);
    await dock(page).getByText('Uploading 1 file').waitFor();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
    await put;
    await dock(page).getByRole('button', { name: 'Pause slow.jpg' }).click();
    await dock(page).getByText('1 file paused').waitFor();
    await page.unroute(`${store}/**`);
    await dock(page).getByRole('button', { name: 'Resume slow.jpg' }).click();
    await dock(page).getByText('1 file added').waitFor();
    assert.equal(starts.length, 2);
    assert.deepEqual(starts[0], starts[1]);
    await page.goBack();
    await page.getByRole('link', { name: 'slow Image' }).waitFor();
    await close();
  });

  test('that fail say why, and are tried again', async () => {
    const { staff } = await it.newShop();
    const { page, close } = await it.openPage('/media', { person: staff });
    await ready(page);
    const start = '**/api/console/v1/media/uploads';
    const refusal = { error: 'conflict', message: 'The storage is full.', code: 'storage_quota_exceeded' };
    await page.route(start, (route) => route.fulfill({ status: 409, json: refusal }));
    await dropFiles(page, [aJpeg('door.jpg')]);
    await dock(page).getByText('The storage is full.').waitFor();
    await page.unroute(start);
    await dock(page).getByRole('button', { name: 'Try door.jpg again' }).click();
    await dock(page).getByText('1 file added').waitFor();
    await dock(page).getByRole('button', { name: 'Close the list of uploads' }).click();
    await dock(page).waitFor({ state: 'detached' });
    assert.equal((await itemsOf(staff)).length, 1);
    await close();
  });

  test('are asked about before the tab is closed, and end when they are cancelled', async () => {
    const shop = await it.newShop();
    const { page, close } = await it.openPage('/media', { person: shop.staff });
    // Of what is under way the library shows nothing; the room that it holds tells of it.
    const reserved = async () => (await usageOf(it.service, shop))?.reserved ?? 0;
    await ready(page);
    await page.route(`${it.service.store.origin}/**`, () => {});
    await dropFiles(page, [aJpeg('slow.jpg')]);
    await dock(page).getByText('Uploading 1 file').waitFor();
    await expect.poll(() => leaveIsAsked(page)).toBe(true);
    await expect.poll(reserved).toBeGreaterThan(0);
    await dock(page).getByRole('button', { name: 'Cancel slow.jpg' }).click();
    await dock(page).waitFor({ state: 'detached' });
    await expect.poll(() => leaveIsAsked(page)).toBe(false);
    await expect.poll(reserved).toBe(0);
    await close();
  });

  test('of a film that screens cannot play are warned about', async () => {
    const screens = { codecs: ['vp9'], maxWidth: 3840, maxHeight: 2160 };
    const { staff } = await it.newShop({ merchant: { screens } });
    const { page, close } = await it.openPage('/media', { person: staff });
    await ready(page);
    // Whole, and of a kind that this browser does not know either: others may.
    const strange = Buffer.from(aFilm().bytes.toString('latin1').replaceAll('avc1', 'zzz1'), 'latin1');
    await dropFiles(page, [aFilm(), { ...aFilm('strange.mp4'), bytes: strange }]);
    await dock(page).getByText("The merchant's screens play vp9 but not h264: they will skip this video.").waitFor();
    await dock(page).getByText('2 files added').waitFor();
    assert.equal((await itemsOf(staff)).length, 2);
    await close();
  });
});

test('an upload stays in the library it was started for when the person switches merchants', async () => {
  const [first, second] = [await it.newShop(), await it.newShop({ merchant: { name: 'Second Shop' } })];
  const person = await newPerson(it.service, { [first.id]: 'staff', [second.id]: 'staff' }, 'Bea Both');
  const { page, close } = await it.openPage('/media', { person });
  const switchTo = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Merchant: ${from}. Change it` }).click();
    await page.getByRole('menuitem', { name: to }).click();
    await page.getByRole('button', { name: `Merchant: ${to}. Change it` }).waitFor();
  };
  await ready(page);
  const release = it.service.holdStored(({ method }) => method === 'PUT');
  const put = page.waitForRequest((request) => request.method() === 'PUT');
  await dropFiles(page, [aJpeg()]);
  await put;
  await switchTo('Corner Bakery', 'Second Shop');
  // The browser never hears of the held PUT, so the upload goes on with its next attempt.
  release();
  await dock(page).getByText('You went to another merchant meanwhile.', { exact: false }).waitFor();
  assert.deepEqual(await itemsOf(second.staff), []);
  assert.deepEqual(await itemsOf(first.staff), []);
  await switchTo('Second Shop', 'Corner Bakery');
  await dock(page)
    .getByRole('button', { name: /^Try sourdough.jpg again/ })
    .click();
  await dock(page).getByText('1 file added').waitFor();
  assert.deepEqual(
    (await itemsOf(first.staff)).map(({ name }) => name),
    ['sourdough'],
  );
  assert.deepEqual(await itemsOf(second.staff), []);
  await close();
});

const leaveIsAsked = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('!window.dispatchEvent(new Event("beforeunload", { cancelable: true }))');

async function requireStored(person: TestPerson, files: readonly TestFile[]): Promise<void> {
  const items = await itemsOf(person);
  const facts = await Promise.all(
    items.map(async (item) => [
      item['name'],
      item['type'],
      item['width'],
      item['height'],
      item['durationSeconds'],
      Object(item['file']).fileName,
      sha256(await load(item['fileUrl'])),
      sizeOfJpeg(await load(item['thumbnailUrl'])),
    ]),
  );
  const [jpeg, png, film] = files.map(({ bytes }) => sha256(bytes));
  assert.deepEqual(
    new Set(facts),
    new Set([
      ['sourdough', 'image', 1280, 720, null, 'sourdough.jpg', jpeg, [480, 270]],
      ['croissants', 'image', 720, 1280, null, 'croissants.png', png, [480, 853]],
      ['steam', 'video', 1280, 720, 6, 'steam.mp4', film, [480, 270]],
    ]),
  );
}
