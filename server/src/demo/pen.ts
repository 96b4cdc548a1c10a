import { type Canvas, fill } from './canvas.js';
import { IDENTITY, inverse, type Matrix, moved, type Place, placed, scaleOf } from './matrix.js';
import { outline } from './outline.js';
import { type Paint, toShader } from './paint.js';
import { parsePath } from './path.js';

// Draws shapes on a canvas in coordinates of its own; `at` gives a pen for a place within them.
export type Pen = {
  readonly at: (place: Place) => Pen;
  readonly fill: (path: string, paint: Paint) => void;
  readonly stroke: (path: string, width: number, paint: Paint) => void;
};

export const newPen = (canvas: Canvas, scale: number): Pen => penAt(canvas, placed(IDENTITY, { x: 0, y: 0, scale }));

function penAt(canvas: Canvas, matrix: Matrix): Pen {
  const scale = scaleOf(matrix);
  const paintOutlines = (outlines: number[][], paint: Paint) => {
    const shader = toShader(paint, inverse(matrix));
    fill(
      canvas,
      outlines.map((points) => moved(matrix, points)),
      shader,
    );
  };
  return {
    at: (place) => penAt(canvas, placed(matrix, place)),
    fill: (path, paint) =>
      paintOutlines(
        parsePath(path, scale).map((line) => line.points),
        paint,
      ),
    stroke: (path, width, paint) =>
      paintOutlines(
        parsePath(path, scale).flatMap((line) => outline(line, width)),
        paint,
      ),
  };
}
