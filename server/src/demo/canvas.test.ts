import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fill, newCanvas } from './canvas.js';
import { IDENTITY } from './matrix.js';
import { toShader } from './paint.js';
import { newPen } from './pen.js';
import { textWidth, write } from './text.js';

const black = toShader('#000000', IDENTITY);
const greys = (width: number, height: number, outlines: number[][]): number[] => {
  const canvas = newCanvas(width, height);
  fill(canvas, outlines, black);
  return Array.from(canvas.data).filter((_, index) => index % 4 === 0);
};

test('a pixel takes as much colour as the shape covers of it', () => {
  assert.deepEqual(greys(3, 1, [[0.5, 0, 2.25, 0, 2.25, 1, 0.5, 1]]), [128, 0, 191]);
});

test('the two sides of a slanted edge add up to the whole', () => {
  const left = greys(8, 8, [[0, 0, 5.3, 0, 1.7, 8, 0, 8]]);
  const right = greys(8, 8, [[5.3, 0, 8, 0, 8, 8, 1.7, 8]]);
  for (const [index, value] of left.entries()) assert.ok(Math.abs(value + (right[index] ?? 0) - 255) <= 2);
});

test('a shape that overlaps itself is not darker, one that turns back is a hole', () => {
  const square = [0, 0, 2, 0, 2, 2, 0, 2];
  assert.deepEqual(greys(2, 2, [square, square]), [0, 0, 0, 0]);
  assert.deepEqual(greys(2, 2, [square, [0, 0, 0, 2, 2, 2, 2, 0]]), [255, 255, 255, 255]);
});

test('what lies outside the canvas does no harm', () => {
  assert.deepEqual(greys(2, 1, [[-9, -9, 9, -9, 9, 9, -9, 9]]), [0, 0]);
  assert.deepEqual(greys(2, 1, [[5, 0, 9, 0, 9, 1, 5, 1]]), [255, 255]);
});

test('text stays within its measure', () => {
  const canvas = newCanvas(400, 60);
  const style = { size: 40, weight: 14 };
  write(newPen(canvas, 1).at({ x: 0, y: 50 }), 'Hé 24 €', { ...style, paint: '#000000' });
  const width = Math.ceil(textWidth('Hé 24 €', style)) + 2;
  const inked = canvas.pixels.findLastIndex((_, at) => at % 400 >= width && canvas.data[at * 4] !== 255);
  assert.equal(inked, -1);
  assert.ok(canvas.data.some((value) => value === 0));
});
