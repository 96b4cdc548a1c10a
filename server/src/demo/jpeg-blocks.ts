import { DETAIL_CODES, MEAN_CODES, toCodes, ZIGZAG } from './jpeg-tables.js';

export type Plane = { readonly width: number; readonly height: number; readonly data: Float32Array };
type Place = {
  readonly x: number;
  readonly y: number;
  readonly component: 0 | 1 | 2;
  readonly steps: readonly number[];
};
export type BlockCoder = { readonly add: (plane: Plane, place: Place) => void; readonly finish: () => Buffer };

const MEAN = toCodes(MEAN_CODES);
const DETAIL = toCodes(DETAIL_CODES);
const SIXTEEN_ZEROS = 0xf0;
const NOTHING_MORE = 0x00;

// Turns blocks of 8 by 8 values into frequencies and those into bits.
export function newBlockCoder(pixels: number): BlockCoder {
  const bits = newBits(pixels * 4 + 1024);
  const means = [0, 0, 0];
  const waves = new Float32Array(64);
  const put = ({ code, length }: typeof DETAIL, symbol: number) => bits.put(code[symbol] ?? 0, length[symbol] ?? 0);
  const putValue = (codes: typeof DETAIL, zeros: number, value: number) => {
    const size = 32 - Math.clz32(Math.abs(value));
    put(codes, zeros * 16 + size);
    bits.put(value < 0 ? value + (1 << size) - 1 : value, size);
  };
  const add = (plane: Plane, { x, y, component, steps }: Place) => {
    transform(plane, x, y, waves);
    const level = Math.round((waves[0] ?? 0) / (steps[0] ?? 1));
    putValue(MEAN, 0, level - (means[component] ?? 0));
    means[component] = level;
    let zeros = 0;
    for (let rank = 1; rank < 64; rank++) {
      const at = ZIGZAG[rank] ?? 0;
      const wave = (waves[at] ?? 0) / (steps[at] ?? 1);
      if (wave > -0.5 && wave < 0.5) {
        zeros++;
        continue;
      }
      for (; zeros > 15; zeros -= 16) put(DETAIL, SIXTEEN_ZEROS);
      putValue(DETAIL, zeros, wave < 0 ? -Math.round(-wave) : Math.round(wave));
      zeros = 0;
    }
    if (zeros > 0) put(DETAIL, NOTHING_MORE);
  };
  return { add, finish: bits.finish };
}

const across = new Float32Array(64);

// The cosine transform, first along the rows, then along the columns.
function transform({ width, data }: Plane, x: number, y: number, out: Float32Array): void {
  for (let row = 0; row < 8; row++) eight(data, (y + row) * width + x, 1, across, row * 8);
  for (let column = 0; column < 8; column++) eight(across, column, 8, out, column);
}

const half = (wave: number): number => Math.cos((wave * Math.PI) / 16) / 2;
const [C1, C2, C3, C4, C5, C6, C7] = [half(1), half(2), half(3), half(4), half(5), half(6), half(7)];

// Eight values `step` apart. Even waves see only the sums of mirrored values and odd waves only the differences, which
// leaves 22 multiplications of 64.
function eight(from: Float32Array, at: number, step: number, to: Float32Array, out: number): void {
  const a = from[at] ?? 0;
  const b = from[at + step] ?? 0;
  const c = from[at + step * 2] ?? 0;
  const d = from[at + step * 3] ?? 0;
  const e = from[at + step * 4] ?? 0;
  const f = from[at + step * 5] ?? 0;
  const g = from[at + step * 6] ?? 0;
  const h = from[at + step * 7] ?? 0;
  const s0 = a + h;
  const s1 = b + g;
  const s2 = c + f;
  const s3 = d + e;
  const d0 = a - h;
  const d1 = b - g;
  const d2 = c - f;
  const d3 = d - e;
  to[out] = (s0 + s1 + s2 + s3) * C4;
  to[out + step] = d0 * C1 + d1 * C3 + d2 * C5 + d3 * C7;
  to[out + step * 2] = (s0 - s3) * C2 + (s1 - s2) * C6;
  to[out + step * 3] = d0 * C3 - d1 * C7 - d2 * C1 - d3 * C5;
  to[out + step * 4] = (s0 - s1 - s2 + s3) * C4;
  to[out + step * 5] = d0 * C5 - d1 * C1 + d2 * C7 + d3 * C3;
  to[out + step * 6] = (s0 - s3) * C6 - (s1 - s2) * C2;
  to[out + step * 7] = d0 * C7 - d1 * C5 + d2 * C3 - d3 * C1;
}

function newBits(capacity: number) {
  const bytes = Buffer.allocUnsafe(capacity);
  let used = 0;
  let pending = 0;
  let count = 0;
  const put = (value: number, size: number): void => {
    pending = (pending << size) | value;
    for (count += size; count >= 8; count -= 8) {
      const byte = (pending >>> (count - 8)) & 255;
      bytes[used++] = byte;
      if (byte === 255) bytes[used++] = 0; // so that no data looks like a marker
    }
    pending &= (1 << count) - 1;
  };
  const finish = (): Buffer => {
    put(0x7f, 7);
    return bytes.subarray(0, used);
  };
  return { put, finish };
}
