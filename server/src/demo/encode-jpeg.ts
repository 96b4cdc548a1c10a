import type { Canvas } from './canvas.js';
import { newBlockCoder, type Plane } from './jpeg-blocks.js';
import { type CodeTable, DETAIL_CODES, MEAN_CODES, quantizers, ZIGZAG } from './jpeg-tables.js';

export type Pixels = Pick<Canvas, 'width' | 'height' | 'data'>;

// A plain baseline JPEG, colour at half the resolution. jpeg-js would do too, but it builds a table of 65,535 arrays for
// every picture, which takes three times as long as a thumbnail itself.
export function encodeJpeg(pixels: Pixels, quality: number): Buffer {
  const steps = quantizers(quality);
  const { light, blue, red } = toPlanes(pixels);
  const coder = newBlockCoder(light.data.length);
  for (let y = 0; y < light.height; y += 16)
    for (let x = 0; x < light.width; x += 16) {
      for (let quarter = 0; quarter < 4; quarter++)
        coder.add(light, { x: x + (quarter & 1) * 8, y: y + (quarter >> 1) * 8, component: 0, steps: steps[0] });
      coder.add(blue, { x: x / 2, y: y / 2, component: 1, steps: steps[1] });
      coder.add(red, { x: x / 2, y: y / 2, component: 2, steps: steps[1] });
    }
  return Buffer.concat([header(pixels, steps), coder.finish(), Buffer.from([0xff, 0xd9])]);
}

// Brightness and two colour differences, around zero. Sizes are rounded up to whole blocks; the rim repeats itself.
function toPlanes({ width, height, data }: Pixels): { light: Plane; blue: Plane; red: Plane } {
  const light = newPlane(Math.ceil(width / 16) * 16, Math.ceil(height / 16) * 16);
  const blue = newPlane(light.width / 2, light.height / 2);
  const red = newPlane(light.width / 2, light.height / 2);
  for (let y = 0; y < light.height; y++)
    for (let x = 0; x < light.width; x++) {
      const at = (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 4;
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      const half = (y >> 1) * blue.width + (x >> 1);
      light.data[y * light.width + x] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
      blue.data[half] = (blue.data[half] ?? 0) + (-0.1687 * r - 0.3313 * g + 0.5 * b) / 4;
      red.data[half] = (red.data[half] ?? 0) + (0.5 * r - 0.4187 * g - 0.0813 * b) / 4;
    }
  return { light, blue, red };
}

const newPlane = (width: number, height: number): Plane => ({ width, height, data: new Float32Array(width * height) });

function header({ width, height }: Pixels, [light, color]: readonly [number[], number[]]): Buffer {
  const inOrder = (steps: number[]) => ZIGZAG.map((at) => steps[at] ?? 1);
  const codes = (kind: number, { counts, values }: CodeTable) => [kind, ...counts, ...values];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...inOrder(light), 1, ...inOrder(color)]),
    segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
    segment(0xc4, [...codes(0x00, MEAN_CODES), ...codes(0x10, DETAIL_CODES)]),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ]);
}

const segment = (marker: number, body: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body]);
