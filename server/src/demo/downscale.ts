import type { Pixels } from './encode-jpeg.js';

// Makes a picture smaller by averaging: each new pixel is the mean of the area of old ones that it covers, the ones at
// the rim by the part of them that lies within. First across, then down.
export function downscale(from: Pixels, width: number): Pixels {
  const height = Math.round((from.height * width) / from.width);
  const across = spans(from.width, width);
  const along = spans(from.height, height);
  const rows = new Uint8Array(width * from.height * 4);
  for (let y = 0, to = 0; y < from.height; y++)
    for (const span of across) {
      mean(from.data, { start: y * from.width * 4, step: 4, span }, rows, to);
      to += 4;
    }
  const data = new Uint8Array(width * height * 4);
  for (const [y, span] of along.entries())
    for (let x = 0; x < width; x++) mean(rows, { start: x * 4, step: width * 4, span }, data, (y * width + x) * 4);
  return { width, height, data };
}

type Span = { readonly first: number; readonly weights: Float32Array };

function spans(from: number, to: number): Span[] {
  const size = from / to;
  return Array.from({ length: to }, (_, index) => {
    const first = Math.floor(index * size + 1e-6);
    const last = Math.ceil((index + 1) * size - 1e-6);
    const weights = Float32Array.from({ length: last - first }, (_, offset) => {
      const pixel = first + offset;
      return (Math.min(pixel + 1, (index + 1) * size) - Math.max(pixel, index * size)) / size;
    });
    return { first, weights };
  });
}

type Source = { readonly start: number; readonly step: number; readonly span: Span };

function mean(from: Uint8Array, { start, step, span }: Source, out: Uint8Array, to: number): void {
  const { first, weights } = span;
  let red = 0.5; // a byte is cut, not rounded
  let green = 0.5;
  let blue = 0.5;
  for (let index = 0, at = start + first * step; index < weights.length; index++, at += step) {
    const weight = weights[index] ?? 0;
    red += (from[at] ?? 0) * weight;
    green += (from[at + 1] ?? 0) * weight;
    blue += (from[at + 2] ?? 0) * weight;
  }
  out[to] = red;
  out[to + 1] = green;
  out[to + 2] = blue;
  out[to + 3] = 255;
}
