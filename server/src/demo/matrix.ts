// x' = a·x + c·y + e, y' = b·x + d·y + f
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

// Moves to (x, y), turns by degrees and scales: the inner steps of a drawing see their own coordinates.
export type Place = {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly flat?: number;
  readonly turn?: number;
};

export function placed([a, b, c, d, e, f]: Matrix, { x, y, scale = 1, flat = 1, turn = 0 }: Place): Matrix {
  const cos = Math.cos((turn * Math.PI) / 180) * scale;
  const sin = Math.sin((turn * Math.PI) / 180) * scale;
  const across = [a * cos + c * sin, b * cos + d * sin] as const;
  const along = [(c * cos - a * sin) * flat, (d * cos - b * sin) * flat] as const;
  return [...across, ...along, a * x + c * y + e, b * x + d * y + f];
}

export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const k = 1 / (a * d - b * c);
  return [d * k, -b * k, -c * k, a * k, (c * f - d * e) * k, (b * e - a * f) * k];
}

export function moved([a, b, c, d, e, f]: Matrix, points: readonly number[]): number[] {
  const out: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const x = points[at] ?? 0;
    const y = points[at + 1] ?? 0;
    out.push(a * x + c * y + e, b * x + d * y + f);
  }
  return out;
}

export const scaleOf = ([a, b]: Matrix): number => Math.hypot(a, b);
