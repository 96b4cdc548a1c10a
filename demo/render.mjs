// Renders the posters of the demo merchants into the files that their archives name, and writes sizes and hashes into the
// archives. Needed only after a poster was changed; what comes out is committed.
//   apt-get install chromium ffmpeg fonts-quicksand && node demo/render.mjs [merchant [part of a file's name]]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromium } from 'playwright-core';

const MERCHANTS = ['corner-bakery', 'harbour-books'];
const THUMBNAIL_WIDTH = 480;
const FRAMES_PER_SECOND = 12;
const FORMATS = { 'image/jpeg': ['jpeg', 88], 'image/png': ['png'], 'image/webp': ['webp', 88] };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});
const page = await browser.newPage();
const devtools = await page.context().newCDPSession(page);
const [chosen, part = ''] = process.argv.slice(2);
for (const merchant of chosen === undefined ? MERCHANTS : [chosen]) await renderMerchant(merchant);
await browser.close();

async function renderMerchant(merchant) {
  const folder = join(import.meta.dirname, merchant);
  mkdirSync(join(folder, 'files'), { recursive: true });
  const archive = JSON.parse(readFileSync(join(folder, 'archive.json'), 'utf8'));
  for (const media of archive.media) {
    if ((media.file ?? media.thumbnail)?.path?.includes(part)) await renderMedia(folder, media);
  }
  writeFileSync(join(folder, 'archive.json'), `${JSON.stringify(archive, null, 2)}\n`);
}

// The posters of an item have the name of its file; those of a video are numbered.
async function renderMedia(folder, media) {
  const { file, thumbnail, width, height, type, durationSeconds } = media;
  const name = basename(file?.path ?? thumbnail?.path ?? '').split('.')[0];
  const posters = type === 'video' ? slidesOf(folder, name) : [join(folder, 'posters', `${name}.svg`)];
  if (file !== undefined) {
    const bytes =
      type === 'video'
        ? await film(posters, { width, height, seconds: durationSeconds })
        : await draw(posters[0], width, height, ...FORMATS[file.mimeType]);
    keep(join(folder, file.path), bytes, file);
    file.sha256 = createHash('sha256').update(bytes).digest('hex');
  }
  if (thumbnail === null) return;
  const shape = type === 'web' ? 9 / 16 : height / width;
  const small = await draw(posters[0], THUMBNAIL_WIDTH, Math.round(THUMBNAIL_WIDTH * shape), 'jpeg', 80);
  keep(join(folder, thumbnail.path), small, thumbnail);
}

function slidesOf(folder, name) {
  const slides = [];
  for (let number = 1; ; number++) {
    const slide = join(folder, 'posters', `${name}-${number}.svg`);
    if (!existsSync(slide)) return slides;
    slides.push(slide);
  }
}

function keep(path, bytes, entry) {
  writeFileSync(path, bytes);
  entry.sizeBytes = bytes.length;
}

async function draw(poster, width, height, format, quality) {
  await open(poster, width, height);
  return capture(format, quality);
}

async function open(poster, width, height) {
  await page.setViewportSize({ width, height });
  await page.goto(`file://${poster}`);
}

async function capture(format, quality) {
  const { data } = await devtools.send('Page.captureScreenshot', { format, ...(quality && { quality }) });
  return Buffer.from(data, 'base64');
}

// Each slide for its share of the time; what it is about sways a little, so that a still picture can be told from a film.
async function film(slides, { width, height, seconds }) {
  const frames = mkdtempSync(join(tmpdir(), 'vitrine-film-'));
  const perSlide = Math.round((seconds * FRAMES_PER_SECOND) / slides.length);
  let count = 0;
  for (const slide of slides) {
    await open(slide, width, height);
    for (let frame = 0; frame < perSlide; frame++) {
      await page.evaluate(sway, (frame / perSlide) * 2 * Math.PI);
      writeFileSync(join(frames, `${String(count++).padStart(4, '0')}.png`), await capture('png'));
    }
  }
  const film = join(frames, 'film.mp4');
  const coding = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '24',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ];
  const source = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(frames, '%04d.png')];
  execFileSync('ffmpeg', ['-loglevel', 'error', ...source, ...coding, '-bitexact', film]);
  const bytes = readFileSync(film);
  rmSync(frames, { recursive: true });
  return bytes;
}

function sway(angle) {
  const motif = document.getElementById('motif');
  const { x, y, width, height } = motif.getBBox();
  const [cx, cy] = [x + width / 2, y + height];
  motif.setAttribute('transform', `translate(0 ${-6 * Math.sin(angle)}) rotate(${2.5 * Math.sin(angle)} ${cx} ${cy})`);
}
