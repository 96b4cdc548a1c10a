import assert from 'node:assert/strict';
import { newCanvas } from '../../server/src/demo/canvas.js';
import { BREAD_POSTERS } from '../../server/src/demo/bakery/bread-posters.js';
import { BAKERY_CLIPS } from '../../server/src/demo/bakery/clips.js';
import { SEASON_POSTERS } from '../../server/src/demo/bakery/season-posters.js';
import { SWEET_POSTERS } from '../../server/src/demo/bakery/sweet-posters.js';
import type { ImageEntry, Slide } from '../../server/src/demo/catalogue.js';
import { encodeJpeg } from '../../server/src/demo/encode-jpeg.js';
import { encodePng } from '../../server/src/demo/encode-png.js';
import { drawPoster, type Poster } from '../../server/src/demo/poster.js';
import { makeClip } from '../../server/src/demo/video/clip.js';
import { anUploadRequest } from '../../server/test/content.js';
import type { Service, Shop } from '../../server/test/service.js';
import { finalize, put, startNew } from '../../server/test/upload.js';

export type TestFile = {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  // How many follow, made where they are needed.
  readonly zeros?: number;
};

// Real pictures and a real film, from the demo's own pens.

const toPoster = ({ says, line, price, look: [motif, palette, layout] }: Slide): Poster => ({
  headline: says,
  line,
  motif,
  palette,
  layout,
  brand: 'Corner Bakery',
  ...(price !== undefined && { price }),
});

const POSTERS = [...BREAD_POSTERS, ...SWEET_POSTERS, ...SEASON_POSTERS];

function poster(at: number): ImageEntry {
  const entry = POSTERS[at];
  assert.ok(entry);
  return entry;
}

function draw(slide: Slide, width: number, height: number) {
  const canvas = newCanvas(width, height);
  drawPoster(canvas, toPoster(slide));
  return canvas;
}

export const aJpeg = (name = 'sourdough.jpg', at = 0): TestFile => ({
  name,
  type: 'image/jpeg',
  bytes: encodeJpeg(draw(poster(at), 1280, 720), 86),
});

export const aPng = async (name = 'croissants.png'): Promise<TestFile> => ({
  name,
  type: 'image/png',
  bytes: await encodePng(draw(poster(1), 720, 1280)),
});

export function aFilm(name = 'steam.mp4'): TestFile {
  const slides = (BAKERY_CLIPS[0]?.slides ?? []).map(toPoster);
  return { name, type: 'video/mp4', bytes: makeClip({ width: 640, height: 360, secondsPerSlide: 2, slides }) };
}

// A library as a shop has it: posters with thumbnails and tags, and a film. Answers with the ids, the oldest first.
export async function fillLibrary(service: Service, shop: Shop): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, entry] of POSTERS.slice(0, 14).entries()) {
    const thumbnail = encodeJpeg(draw(entry, 480, 270), 76);
    const over = { name: entry.name, width: 1280, height: 720 };
    const file = at === 5 ? aFilm() : aJpeg(`poster-${at}.jpg`, at);
    const isFilm = file.type === 'video/mp4';
    const film = { name: 'Steam over the first cup', width: 640, height: 360, duration: 4, codec: 'h264' };
    const id = await addFile(shop, file, thumbnail, isFilm ? film : over);
    await shop.post(`/media/${id}/tags`, { add: entry.tags });
    ids.push(id);
    service.clock.advance(60_000);
  }
  return ids;
}

async function addFile(shop: Shop, file: TestFile, thumbnail: Buffer, over: object): Promise<string> {
  const told = { fileName: file.name, mimeType: file.type, hasThumbnail: true, thumbnailSize: thumbnail.length };
  const request = anUploadRequest({ ...told, ...over }, file.bytes);
  const ticket = await startNew(shop, request);
  assert.equal((await put(ticket.upload, file.bytes)).status, 200);
  assert.equal((await put(ticket.thumbnailUpload, thumbnail)).status, 200);
  assert.equal((await finalize(shop, request.id)).status, 200);
  return request.id;
}
