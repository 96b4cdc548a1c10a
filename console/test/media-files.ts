import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anUploadRequest } from '../../tests/harness/content.js';
import type { Service, Shop } from '../../tests/harness/service.js';
import { finalize, put, startNew } from '../../tests/harness/upload.js';

export type TestFile = {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  // How many follow, made where they are needed.
  readonly zeros?: number;
};

// Real pictures and a real film: the demo's.
const FOLDER = join(import.meta.dirname, '../../demo/corner-bakery');
const WIDE = /^(?!.*(portrait|thumbnail)).*\.jpg$/;
const POSTERS = readdirSync(join(FOLDER, 'files')).filter((name) => WIDE.test(name));
const read = (name: string): Buffer => readFileSync(join(FOLDER, 'files', name));

export const aJpeg = (name = 'sourdough.jpg', at = 0): TestFile => ({
  name,
  type: 'image/jpeg',
  bytes: read(POSTERS[at] ?? ''),
});

export const aPng = (name = 'croissants.png'): TestFile => ({
  name,
  type: 'image/png',
  bytes: read('croissant-portrait.png'),
});

export const aFilm = (name = 'steam.mp4'): TestFile => ({
  name,
  type: 'video/mp4',
  bytes: read('steam-over-the-first-cup.mp4'),
});

// What people have besides: pictures and films of an iPhone, and a menu of two pages.
const OWN = join(import.meta.dirname, 'files');

export const aHeic = (name = 'phone.heic'): TestFile => ({
  name,
  type: 'image/heic',
  bytes: readFileSync(join(OWN, 'phone.heic')),
});

export const aMov = (name = 'phone.mov'): TestFile => ({
  name,
  type: 'video/quicktime',
  bytes: readFileSync(join(OWN, 'phone.mov')),
});

export function aPdf(name = 'menu.pdf'): TestFile {
  const ink = '0.8 0.2 0.1 rg 20 20 260 160 re f';
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 5 0 R /Resources << >> >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page,
    page,
    `<< /Length ${ink.length} >>\nstream\n${ink}\nendstream`,
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return { name, type: 'application/pdf', bytes: Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R >>\n%%EOF\n`) };
}

// A library as a shop has it: posters with thumbnails and tags, and a film. Answers with the ids, the oldest first.
export async function fillLibrary(service: Service, shop: Shop): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, poster] of POSTERS.slice(0, 14).entries()) {
    const name = poster.replace('.jpg', '');
    const thumbnail = read(`${name}.thumbnail.jpg`);
    const file = at === 5 ? aFilm() : aJpeg(`poster-${at}.jpg`, at);
    const size = { width: 1280, height: 720 };
    const film = { name: 'Steam over the first cup', ...size, duration: 6, codec: 'h264' };
    ids.push(await addFile(shop, file, thumbnail, at === 5 ? film : { name: toTitle(name), ...size }));
    service.clock.advance(60_000);
  }
  for (const id of ids) await shop.post(`/media/${id}/tags`, { add: ['Bread', 'Window'] });
  return ids;
}

const toTitle = (name: string): string => name[0]?.toUpperCase() + name.slice(1).replaceAll('-', ' ');

async function addFile(shop: Shop, file: TestFile, thumbnail: Buffer, over: object): Promise<string> {
  const told = { fileName: file.name, mimeType: file.type, hasThumbnail: true, thumbnailSize: thumbnail.length };
  const request = anUploadRequest({ ...told, ...over }, file.bytes);
  const ticket = await startNew(shop, request);
  assert.equal((await put(ticket.upload, file.bytes)).status, 200);
  assert.equal((await put(ticket.thumbnailUpload, thumbnail)).status, 200);
  assert.equal((await finalize(shop, request.id)).status, 200);
  return request.id;
}
