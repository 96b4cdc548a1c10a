import type { Shader } from './paint.js';

// A picture in memory, RGBA as jpeg-js wants it; always opaque. `pixels` is the same bytes, a pixel at a time. `cover` is where fills add up how much of each pixel
// they take; it is all zeros between fills.
export type Canvas = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly pixels: Uint32Array;
  readonly cover: Float32Array;
};

export function newCanvas(width: number, height: number): Canvas {
  const data = new Uint8Array(width * height * 4).fill(255);
  return { width, height, data, pixels: new Uint32Array(data.buffer), cover: new Float32Array((width + 2) * height) };
}

// Fills outlines (x, y, x, y, …, each closed by itself) without jagged edges: every edge adds the exact area right of it
// to the pixels it crosses, and a running sum along the row turns that into coverage.
export function fill(canvas: Canvas, outlines: readonly (readonly number[])[], shader: Shader): void {
  const box = boundsOf(canvas, outlines);
  if (box.top >= box.bottom || box.left >= box.right) return;
  for (const points of outlines)
    for (let at = 0, from = points.length - 2; at < points.length; from = at, at += 2)
      edge(canvas, points[from] ?? 0, points[from + 1] ?? 0, points[at] ?? 0, points[at + 1] ?? 0);
  for (let y = box.top; y < box.bottom; y++) shadeRow(canvas, y, box, shader);
}

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

function boundsOf({ width, height }: Canvas, outlines: readonly (readonly number[])[]): Box {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const points of outlines)
    for (let at = 0; at < points.length; at += 2) {
      const x = points[at] ?? 0;
      const y = points[at + 1] ?? 0;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  const within = (value: number, limit: number) => Math.min(limit, Math.max(0, value));
  return {
    left: within(Math.floor(left), width),
    right: within(Math.ceil(right) + 1, width),
    top: within(Math.floor(top), height),
    bottom: within(Math.ceil(bottom), height),
  };
}

function edge({ width, height, cover }: Canvas, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return;
  const sign = y0 < y1 ? 1 : -1;
  const slope = (x1 - x0) / (y1 - y0);
  const top = Math.max(0, Math.min(y0, y1));
  const bottom = Math.min(height, Math.max(y0, y1));
  for (let y = Math.floor(top); y < bottom; y++) {
    const from = Math.max(y, top);
    const to = Math.min(y + 1, bottom);
    const a = Math.min(width, Math.max(0, x0 + (from - y0) * slope));
    const b = Math.min(width, Math.max(0, x0 + (to - y0) * slope));
    piece(cover, y * (width + 2), { left: Math.min(a, b), right: Math.max(a, b), height: (to - from) * sign });
  }
}

// The part of an edge within one row of pixels. Up to a place p the area right of it is the integral of p − x.
function piece(cover: Float32Array, row: number, edge: { left: number; right: number; height: number }): void {
  const { left, right, height } = edge;
  const first = Math.floor(left);
  const last = Math.floor(right);
  if (first === last) {
    const area = height * (first + 1 - (left + right) / 2);
    cover[row + first] = (cover[row + first] ?? 0) + area;
    cover[row + first + 1] = (cover[row + first + 1] ?? 0) + height - area;
    return;
  }
  const k = height / (2 * (right - left));
  let before = 0;
  let covered = 0;
  for (let pixel = first; pixel <= last + 1; pixel++) {
    const reach = Math.min(pixel + 1, right) - left;
    const until = reach * reach * k + Math.max(0, pixel + 1 - right) * height;
    const area = until - before;
    cover[row + pixel] = (cover[row + pixel] ?? 0) + area - covered;
    before = until;
    covered = area;
  }
}

// Between edges the coverage stays the same, so a row is painted in runs of equal coverage.
function shadeRow(canvas: Canvas, y: number, { left, right }: Box, shader: Shader): void {
  const { width, cover } = canvas;
  const row = y * (width + 2);
  let sum = 0;
  for (let x = left; x < right;) {
    sum += cover[row + x] ?? 0;
    const start = x++;
    while (x < right && cover[row + x] === 0) x++;
    const covered = Math.min(1, Math.abs(sum));
    if (covered > 0.003) paintRun(canvas, { y, start, end: x, covered }, shader);
  }
  cover.fill(0, row + left, row + right + 2);
}

type Run = { readonly y: number; readonly start: number; readonly end: number; readonly covered: number };

function paintRun({ width, data, pixels }: Canvas, { y, start, end, covered }: Run, shader: Shader): void {
  const { table, colors, u, v, round, opaque } = shader;
  const share = Math.round(covered * 256);
  const solid = share === 256 && opaque;
  const at = y * width;
  const across = u[1] * (y + 0.5) + u[2] + u[0] * 0.5;
  const along = v[1] * (y + 0.5) + v[2] + v[0] * 0.5;
  const level = u[0] === 0 && !round;
  let shade = toShade(across, colors.length);
  if (level && solid) {
    pixels.fill(colors[shade] ?? 0, at + start, at + end);
    return;
  }
  for (let x = start; x < end; x++) {
    const here = across + u[0] * x;
    const aside = along + v[0] * x;
    if (!level) shade = toShade(round ? Math.sqrt(here * here + aside * aside) : here, colors.length);
    if (solid) pixels[at + x] = colors[shade] ?? 0;
    else blend(data, (at + x) * 4, table, shade * 4, share);
  }
}

const toShade = (t: number, shades: number): number =>
  t <= 0 ? 0 : t >= 1 ? shades - 1 : (t * (shades - 1) + 0.5) | 0;

// In whole numbers, of which 65,536 are one: turning fractions into bytes is what would take the time.
function blend(data: Uint8Array, at: number, table: Uint8Array, shade: number, share: number): void {
  const opacity = table[shade + 3] ?? 0;
  const alpha = (opacity + (opacity >> 7)) * share;
  const red = data[at] ?? 0;
  const green = data[at + 1] ?? 0;
  const blue = data[at + 2] ?? 0;
  data[at] = red + ((((table[shade] ?? 0) - red) * alpha + 32768) >> 16);
  data[at + 1] = green + ((((table[shade + 1] ?? 0) - green) * alpha + 32768) >> 16);
  data[at + 2] = blue + ((((table[shade + 2] ?? 0) - blue) * alpha + 32768) >> 16);
}
