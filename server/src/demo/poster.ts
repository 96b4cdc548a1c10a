import type { Canvas } from './canvas.js';
import { type Frame, LAYOUTS, type Layout, type LayoutName } from './layouts.js';
import { MOTIFS, type MotifName } from './motifs/motifs.js';
import { PALETTES, type PaletteName } from './palettes.js';
import { newPen, type Pen } from './pen.js';
import { textWidth, write } from './text.js';

export type Poster = {
  readonly headline: readonly string[];
  readonly line: string;
  readonly price?: string;
  readonly motif: MotifName;
  readonly palette: PaletteName;
  readonly layout: LayoutName;
  readonly brand: string;
};

// Posters are composed for these sizes; a canvas of the same shape and another size shows the same poster.
const LANDSCAPE: Frame = { width: 1280, height: 720 };
const PORTRAIT: Frame = { width: 720, height: 1280 };

export function drawPoster(canvas: Canvas, poster: Poster): void {
  drawBackdrop(canvas, poster);
  drawMotif(canvas, poster, 0);
}

// All that stands still in a video: the paper and the words.
export function drawBackdrop(canvas: Canvas, poster: Poster): void {
  const { pen, frame, layout } = stage(canvas, poster);
  layout.backdrop(pen, frame, PALETTES[poster.palette]);
  drawWords(pen, frame, layout, poster);
}

// The badge comes with the motif, because it lies on top of it.
export function drawMotif(canvas: Canvas, poster: Poster, time: number): void {
  const { pen, frame, layout } = stage(canvas, poster);
  for (const place of layout.motifs(frame)) MOTIFS[poster.motif](pen.at(place), time);
  if (poster.price !== undefined) drawBadge(pen, poster, layout.badge(frame), poster.price);
}

function stage(canvas: Canvas, poster: Poster): { pen: Pen; frame: Frame; layout: Layout } {
  const frame = canvas.width > canvas.height ? LANDSCAPE : PORTRAIT;
  return { pen: newPen(canvas, canvas.width / frame.width), frame, layout: LAYOUTS[poster.layout] };
}

const HEADLINE_WEIGHT = 17;
const LINE_WEIGHT = 9.5;

function drawWords(pen: Pen, frame: Frame, layout: Layout, poster: Poster): void {
  const { ink } = PALETTES[poster.palette];
  const { x, y, width, align, size: largest } = layout.words(frame);
  const crowded = poster.headline.length > 2 ? 0.82 : 1;
  const size = fitted(poster.headline, HEADLINE_WEIGHT, largest * crowded, width);
  const leading = size * 1.62;
  const small = fitted([poster.line], LINE_WEIGHT, 27, width);
  const height = size + leading * (poster.headline.length - 1) + small * 3.4;
  const top = y - height / 2 + size;
  for (const [index, text] of poster.headline.entries())
    write(pen.at({ x, y: top + index * leading }), text, { size, weight: HEADLINE_WEIGHT, paint: ink, align });
  const below = top + (poster.headline.length - 1) * leading + small * 3.4;
  write(pen.at({ x, y: below }), poster.line, { size: small, weight: LINE_WEIGHT, paint: `${ink}d8`, align });
  drawBrand(pen.at({ x, y: frame.height - 58 }), layout, frame, poster);
}

function drawBrand(pen: Pen, layout: Layout, frame: Frame, poster: Poster): void {
  if (!layout.signed(frame)) return;
  const { ink } = PALETTES[poster.palette];
  const style = { size: 17, weight: 12, spacing: 30 };
  const text = poster.brand.toUpperCase();
  const { align } = layout.words(frame);
  write(pen, text, { ...style, paint: `${ink}b0`, align });
  const from = align === 'center' ? -textWidth(text, style) / 2 : 0;
  pen.stroke(`M${from + 2} -34 L${from + 46} -34`, 3, `${ink}90`);
}

function drawBadge(pen: Pen, poster: Poster, [x, y, radius]: readonly [number, number, number], price: string): void {
  const { accent, onAccent } = PALETTES[poster.palette];
  const badge = pen.at({ x, y, turn: -7 });
  badge.fill(`O4 8 ${radius} ${radius}`, '#00000022');
  badge.fill(`O0 0 ${radius} ${radius}`, accent);
  badge.stroke(`O0 0 ${radius - 9} ${radius - 9}`, 2, `${onAccent}70`);
  const size = fitted([price], HEADLINE_WEIGHT, radius * 0.5, radius * 1.5);
  write(badge.at({ x: 0, y: size / 2 }), price, { size, weight: HEADLINE_WEIGHT, paint: onAccent, align: 'center' });
}

function fitted(lines: readonly string[], weight: number, largest: number, width: number): number {
  const widest = Math.max(...lines.map((text) => textWidth(text, { size: 100, weight })));
  return Math.min(largest, (width / widest) * 100);
}
