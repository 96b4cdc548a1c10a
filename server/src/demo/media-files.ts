import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Canvas, newCanvas } from './canvas.js';
import type { ClipEntry, ImageEntry, PageEntry, Slide } from './catalogue.js';
import { drawPage } from './draw-page.js';
import { encodeJpeg } from './encode-jpeg.js';
import { encodePng } from './encode-png.js';
import { drawPoster, type Poster } from './poster.js';
import { clipSeconds, makeClip } from './video/clip.js';

// Where the files of one shop go: `folder` on disk, of which archive paths begin with `under`.
export type Shelf = {
  readonly folder: string;
  readonly under: string;
  readonly brand: string;
  readonly canvasFor: CanvasFor;
};
export type CanvasFor = (width: number, height: number) => Canvas;

type StoredFile = { readonly sizeBytes: number; readonly path: string };
type SourceFile = StoredFile & {
  readonly fileName: string;
  readonly mimeType: 'image/png' | 'image/jpeg' | 'video/mp4';
  readonly sha256: string;
};

// The part of an archive's media entry that the bytes decide.
export type Made = {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly file?: SourceFile;
  readonly thumbnail: StoredFile | null;
};

const IMAGE = { long: 1280, short: 720 } as const;
const CLIP = { long: 480, short: 270 } as const;
const THUMBNAIL_WIDTH = 480;
const PICTURE_QUALITY = 86;
const THUMBNAIL_QUALITY = 76;

// One canvas per size for all pictures: each is encoded before the next one is drawn.
export function newCanvases(): CanvasFor {
  const bySize = new Map<string, Canvas>();
  return (width, height) => {
    const key = `${width}x${height}`;
    const canvas = bySize.get(key) ?? newCanvas(width, height);
    bySize.set(key, canvas);
    return canvas;
  };
}

export async function makeImage(shelf: Shelf, entry: ImageEntry): Promise<Made> {
  const { width, height } = sizeOf(entry, IMAGE);
  const canvas = shelf.canvasFor(width, height);
  drawPoster(canvas, toPoster(shelf, entry));
  const small = drawThumbnail(shelf, toPoster(shelf, entry), height / width);
  const file =
    entry.format === 'jpeg'
      ? await storeSource(shelf, `${slug(entry.name)}.jpg`, 'image/jpeg', encodeJpeg(canvas, PICTURE_QUALITY))
      : await storeSource(shelf, `${slug(entry.name)}.png`, 'image/png', await encodePng(canvas));
  return { width, height, durationSeconds: null, file, thumbnail: await storeThumbnail(shelf, entry.name, small) };
}

// A poster is shapes, so its thumbnail is drawn small rather than scaled down: sharper, and six times as fast.
function drawThumbnail({ canvasFor }: Shelf, poster: Poster, shape: number): Buffer {
  const canvas = canvasFor(THUMBNAIL_WIDTH, Math.round(THUMBNAIL_WIDTH * shape));
  drawPoster(canvas, poster);
  return encodeJpeg(canvas, THUMBNAIL_QUALITY);
}

export async function makeVideo(shelf: Shelf, entry: ClipEntry): Promise<Made> {
  const slides = entry.slides.map((slide) => toPoster(shelf, slide));
  const clip = { ...sizeOf(entry, CLIP), secondsPerSlide: entry.secondsPerSlide, slides };
  const { width, height } = clip;
  const file = await storeSource(shelf, `${slug(entry.name)}.mp4`, 'video/mp4', makeClip(clip));
  const [first] = slides;
  const small = first === undefined ? null : drawThumbnail(shelf, first, height / width);
  const thumbnail = small === null ? null : await storeThumbnail(shelf, entry.name, small);
  return { width, height, durationSeconds: clipSeconds(clip), file, thumbnail };
}

export async function makePage(shelf: Shelf, entry: PageEntry): Promise<Made> {
  const none = { width: null, height: null, durationSeconds: null, thumbnail: null };
  if (!entry.thumbnail) return none;
  const canvas = shelf.canvasFor(CLIP.long, CLIP.short);
  drawPage(canvas, entry);
  return { ...none, thumbnail: await storeThumbnail(shelf, entry.name, encodeJpeg(canvas, THUMBNAIL_QUALITY)) };
}

function sizeOf(
  { tall }: { readonly tall?: true },
  { long, short }: { readonly long: number; readonly short: number },
) {
  return tall ? { width: short, height: long } : { width: long, height: short };
}

function toPoster({ brand }: Shelf, { says, line, price, look: [motif, palette, layout] }: Slide): Poster {
  return { headline: says, line, motif, palette, layout, brand, ...(price === undefined ? {} : { price }) };
}

async function storeSource(
  shelf: Shelf,
  fileName: string,
  mimeType: SourceFile['mimeType'],
  bytes: Buffer,
): Promise<SourceFile> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { fileName, mimeType, sha256, ...(await store(shelf, fileName, bytes)) };
}

const storeThumbnail = (shelf: Shelf, name: string, bytes: Buffer): Promise<StoredFile> =>
  store(shelf, `${slug(name)}.thumbnail.jpg`, bytes);

async function store({ folder, under }: Shelf, fileName: string, bytes: Buffer): Promise<StoredFile> {
  await mkdir(join(folder, under), { recursive: true });
  await writeFile(join(folder, under, fileName), bytes);
  return { sizeBytes: bytes.length, path: `${under}/${fileName}` };
}

export const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
