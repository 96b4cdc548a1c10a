import type { Line } from './path.js';

// Turns a line into the outline of a stroke with round ends and round joins. All outlines turn the same way, so those
// that overlap add up and never cut holes into each other.
export function outline(line: Line, width: number): number[][] {
  const points = withoutRepeats(line.points);
  if (points.length === 2) points.push((points[0] ?? 0) + 0.001, points[1] ?? 0);
  const back = reversed(points);
  if (!line.closed) return [[...side(points, width / 2), ...side(back, width / 2)]];
  return [ring(points, width / 2), ring(back, width / 2)];
}

// One side of an open line, ended by half a turn around its last point.
function side(points: number[], radius: number): number[] {
  const out: number[] = [];
  const count = points.length / 2;
  for (let index = 1; index < count; index++) {
    const [x, y] = pointAt(points, index);
    const angle = heading(points, index - 1);
    if (index === 1) push(out, pointAt(points, 0), angle, radius);
    const next = index === count - 1 ? angle + Math.PI : heading(points, index);
    join(out, [x, y], { from: angle, to: next, radius });
  }
  return out;
}

// One side of a closed line, all the way round.
function ring(points: number[], radius: number): number[] {
  const out: number[] = [];
  const count = points.length / 2;
  for (let index = 0; index < count; index++) {
    const from = heading(points, (index + count - 1) % count);
    join(out, pointAt(points, index), { from, to: heading(points, index), radius });
  }
  return out;
}

type Turn = { readonly from: number; readonly to: number; readonly radius: number };

// The side lies to the right of the heading. On the outside of a corner it goes round; on the inside of a sharp one it
// passes through the corner itself, so that the loop it makes stays within the stroke.
function join(out: number[], point: readonly [number, number], { from, to, radius }: Turn): void {
  const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from));
  const sharp = Math.abs(turn) > 0.35;
  const around = Math.abs(to - from - Math.PI) < 1e-9 ? Math.PI : turn;
  if (!sharp) return push(out, point, from + turn / 2, radius);
  if (around < 0) {
    push(out, point, from, radius);
    out.push(point[0], point[1]);
    return push(out, point, to, radius);
  }
  const steps = Math.ceil(around / 0.3);
  for (let step = 0; step <= steps; step++) push(out, point, from + (around * step) / steps, radius);
}

function push(out: number[], [x, y]: readonly [number, number], heading: number, radius: number): void {
  out.push(x + Math.sin(heading) * radius, y - Math.cos(heading) * radius);
}

function heading(points: number[], index: number): number {
  const [x, y] = pointAt(points, index);
  const [nextX, nextY] = pointAt(points, (index + 1) % (points.length / 2));
  return Math.atan2(nextY - y, nextX - x);
}

const pointAt = (points: number[], index: number): [number, number] => [
  points[index * 2] ?? 0,
  points[index * 2 + 1] ?? 0,
];

function reversed(points: number[]): number[] {
  const out: number[] = [];
  for (let index = points.length / 2 - 1; index >= 0; index--) out.push(...pointAt(points, index));
  return out;
}

// Two equal points in a row have no heading between them.
function withoutRepeats(points: number[]): number[] {
  const out: number[] = [];
  for (let index = 0; index < points.length / 2; index++) {
    const [x, y] = pointAt(points, index);
    const repeats = Math.abs((out.at(-2) ?? Infinity) - x) < 1e-6 && Math.abs((out.at(-1) ?? Infinity) - y) < 1e-6;
    if (!repeats) out.push(x, y);
  }
  return out;
}
