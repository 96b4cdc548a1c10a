import type { Pixels } from '../encode-jpeg.js';

export const BLOCK = 16;
const BLOCK_BYTES = BLOCK * BLOCK * 1.5;

export const blocksAcross = (pixels: number): number => Math.ceil(pixels / BLOCK);

// One square of 16 by 16 pixels as H.264 stores it raw: brightness, then blue, then red at half the resolution
// (BT.601, studio range). Pixels past the border repeat the last ones; the player crops them.
export function toMacroblock({ width, height, data }: Pixels, column: number, row: number): Uint8Array {
  const out = new Uint8Array(BLOCK_BYTES);
  for (let y = 0; y < BLOCK; y++)
    for (let x = 0; x < BLOCK; x++) {
      const px = Math.min(width - 1, column * BLOCK + x);
      const py = Math.min(height - 1, row * BLOCK + y);
      const at = (py * width + px) * 4;
      const red = data[at] ?? 0;
      const green = data[at + 1] ?? 0;
      const blue = data[at + 2] ?? 0;
      out[y * BLOCK + x] = (66 * red + 129 * green + 25 * blue + 4224) >> 8;
      if (x % 2 === 1 || y % 2 === 1) continue;
      const half = BLOCK * BLOCK + (y / 2) * 8 + x / 2;
      out[half] = (32896 - 38 * red - 74 * green + 112 * blue) >> 8;
      out[half + 64] = (32896 + 112 * red - 94 * green - 18 * blue) >> 8;
    }
  return out;
}

// Blocks in which nothing moved need not be sent again.
export function isSameBlock(
  before: Uint32Array,
  after: Uint32Array,
  { width, height, column, row }: BlockPlace,
): boolean {
  const left = column * BLOCK;
  const right = Math.min(width, left + BLOCK);
  for (let y = row * BLOCK; y < Math.min(height, row * BLOCK + BLOCK); y++)
    for (let at = y * width + left; at < y * width + right; at++) if (before[at] !== after[at]) return false;
  return true;
}

export type BlockPlace = {
  readonly width: number;
  readonly height: number;
  readonly column: number;
  readonly row: number;
};
