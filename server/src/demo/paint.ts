import type { Matrix } from './matrix.js';

// A colour is '#rrggbb' or '#rrggbbaa'. Gradients are given in the coordinates of the shape that they fill.
export type Paint =
  | string
  | { readonly kind: 'linear'; readonly from: Point; readonly to: Point; readonly colors: readonly [string, string] }
  | {
      readonly kind: 'radial';
      readonly center: Point;
      readonly radius: number;
      readonly colors: readonly [string, string];
    };

type Point = readonly [number, number];

// What a pixel costs: two affine sums and a look into a table of colours, which stands here by bytes and by pixels.
// `round` tells a radial gradient from a linear one.
export type Shader = {
  readonly table: Uint8Array;
  readonly colors: Uint32Array;
  readonly opaque: boolean;
  readonly u: Affine;
  readonly v: Affine;
  readonly round: boolean;
};
type Affine = readonly [number, number, number];

export const down = (top: number, bottom: number, colors: readonly [string, string]): Paint => ({
  kind: 'linear',
  from: [0, top],
  to: [0, bottom],
  colors,
});

export const glow = (center: Point, radius: number, colors: readonly [string, string]): Paint => ({
  kind: 'radial',
  center,
  radius,
  colors,
});

const FLAT: Affine = [0, 0, 0];
const SHADES = 256;

// `inverse` leads from pixels back to the shape's own coordinates.
export function toShader(paint: Paint, inverse: Matrix): Shader {
  if (typeof paint === 'string') return { ...tableOf([paint, paint], 1), u: FLAT, v: FLAT, round: false };
  const table = tableOf(paint.colors, SHADES);
  if (paint.kind === 'radial') {
    const [x, y] = paint.center;
    const k = 1 / paint.radius;
    return { ...table, u: project(inverse, [x, y], [k, 0]), v: project(inverse, [x, y], [0, k]), round: true };
  }
  const [dx, dy] = [paint.to[0] - paint.from[0], paint.to[1] - paint.from[1]];
  const k = 1 / (dx * dx + dy * dy);
  return { ...table, u: project(inverse, paint.from, [dx * k, dy * k]), v: FLAT, round: false };
}

// (inverse · pixel − origin) · axis, as a sum of the pixel's x, its y and a constant.
function project([a, b, c, d, e, f]: Matrix, [x, y]: Point, [kx, ky]: Point): Affine {
  return [a * kx + b * ky, c * kx + d * ky, (e - x) * kx + (f - y) * ky];
}

export function parseColor(text: string): [number, number, number, number] {
  if (!/^#([0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) throw new Error(`Not a colour: ${text}`);
  const byte = (at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return [byte(1), byte(3), byte(5), text.length === 9 ? byte(7) : 255];
}

function tableOf([first, last]: readonly [string, string], shades: number) {
  const table = new Uint8Array(shades * 4);
  const [from, to] = [parseColor(first), parseColor(last)];
  for (let shade = 0; shade < shades; shade++)
    for (const channel of [0, 1, 2, 3] as const) {
      const step = shades === 1 ? 0 : ((to[channel] - from[channel]) * shade) / (shades - 1);
      table[shade * 4 + channel] = Math.round(from[channel] + step);
    }
  return { table, colors: new Uint32Array(table.buffer), opaque: from[3] === 255 && to[3] === 255 };
}
