// The tables of the JPEG standard (T.81, Annex K): how coarse each frequency may become, and codes for what is frequent.
const LIGHT = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
].flat();
const COLOR_CORNER = [
  [17, 18, 24, 47],
  [18, 21, 26, 66],
  [24, 26, 56, 99],
  [47, 66, 99, 99],
];
const COLOR = Array.from({ length: 64 }, (_, at) => COLOR_CORNER[at >> 3]?.[at & 7] ?? 99);

// Frequencies from low to high, along the diagonals of the block.
export const ZIGZAG: readonly number[] = Array.from({ length: 64 }, (_, at) => at).sort((a, b) => rank(a) - rank(b));

function rank(at: number): number {
  const [row, column] = [at >> 3, at & 7];
  const diagonal = row + column;
  return diagonal * 8 + (diagonal % 2 === 0 ? column : row);
}

// Quality as everyone counts it: 50 takes the standard's own steps, 100 the finest.
export function quantizers(quality: number): readonly [light: number[], color: number[]] {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  const scaled = (step: number) => Math.min(255, Math.max(1, Math.floor((step * percent + 50) / 100)));
  return [LIGHT.map(scaled), COLOR.map(scaled)];
}

// How many codes there are of each length from 1 to 16 bits, and what they stand for, shortest first.
export type CodeTable = { readonly counts: readonly number[]; readonly values: Buffer };

export const MEAN_CODES: CodeTable = {
  counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  values: Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
};

export const DETAIL_CODES: CodeTable = {
  counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
  values: Buffer.from(
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a34353637' +
      '38393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3' +
      'a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
    'hex',
  ),
};

// For each value its code and that code's length.
export function toCodes({ counts, values }: CodeTable): { readonly code: Uint16Array; readonly length: Uint8Array } {
  const code = new Uint16Array(256);
  const length = new Uint8Array(256);
  let next = 0;
  let at = 0;
  for (const [index, count] of counts.entries()) {
    for (const value of values.subarray(at, at + count)) {
      code[value] = next++;
      length[value] = index + 1;
    }
    at += count;
    next *= 2;
  }
  return { code, length };
}
