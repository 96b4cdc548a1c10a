// Shapes are written in a small language of their own, close to SVG's but with arcs by centre and angle, because that is
// how a person who draws cups and letters thinks of them:
//   M x y        start a line             L x y              go straight
//   Q cx cy x y  quadratic curve          C ax ay bx by x y  cubic curve
//   S cx cy rx ry from to  start a line with an arc (degrees)
//   A cx cy rx ry from to  go on with an arc   O cx cy rx ry  a whole ellipse   Z  close
export type Line = { readonly points: number[]; closed: boolean };

const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, C: 6, S: 6, A: 6, O: 4, Z: 0 };

// A scale is how many pixels one unit takes: curves get as many corners as the eye can see and no more.
export function parsePath(path: string, scale: number): Line[] {
  const lines: Line[] = [];
  const tokens = path.match(/[A-Z]|-?[\d.]+/g) ?? [];
  for (let at = 0; at < tokens.length;) {
    const command = tokens[at] ?? '';
    const count = ARGUMENTS[command];
    if (count === undefined) throw new Error(`Unknown path command ${command} in ${path}`);
    draw(lines, command, tokens.slice(at + 1, at + 1 + count).map(Number), scale);
    at += 1 + count;
  }
  return lines;
}

function draw(lines: Line[], command: string, numbers: number[], scale: number): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  if (command === 'M' || command === 'S' || command === 'O') lines.push({ points: [], closed: command === 'O' });
  const line = lines.at(-1);
  if (line === undefined) throw new Error(`A path begins with M, S or O, not ${command}`);
  if (command === 'M' || command === 'L') line.points.push(a, b);
  else if (command === 'Q') curve(line.points, [a, b, a, b, c, d], scale);
  else if (command === 'C') curve(line.points, [a, b, c, d, e, f], scale);
  else if (command === 'Z') line.closed = true;
  else if (command === 'O') arc(line.points, { x: a, y: b, rx: c, ry: d, from: 0, to: 360 }, scale);
  else arc(line.points, { x: a, y: b, rx: c, ry: d, from: e, to: f }, scale);
}

type Six = readonly [number, number, number, number, number, number];
type Arc = { x: number; y: number; rx: number; ry: number; from: number; to: number };

// A quadratic comes in with its one control point given twice.
function curve(points: number[], [ax, ay, bx, by, x, y]: Six, scale: number): void {
  const x0 = points.at(-2) ?? 0;
  const y0 = points.at(-1) ?? 0;
  const quadratic = ax === bx && ay === by;
  const steps = stepsFor(
    (Math.hypot(ax - x0, ay - y0) + Math.hypot(bx - ax, by - ay) + Math.hypot(x - bx, y - by)) * scale,
  );
  for (let step = 1; step <= steps; step++) {
    const t = step / steps;
    const s = 1 - t;
    const near = quadratic ? 2 * s * t : 3 * s * s * t;
    const far = quadratic ? 0 : 3 * s * t * t;
    const first = quadratic ? s * s : s * s * s;
    const last = quadratic ? t * t : t * t * t;
    points.push(first * x0 + near * ax + far * bx + last * x, first * y0 + near * ay + far * by + last * y);
  }
}

function arc(points: number[], { x, y, rx, ry, from, to }: Arc, scale: number): void {
  const start = (from * Math.PI) / 180;
  const sweep = ((to - from) * Math.PI) / 180;
  const whole = Math.abs(to - from) === 360;
  const steps = stepsFor(Math.abs(sweep) * Math.max(rx, ry) * scale);
  for (let step = 0; step < steps + (whole ? 0 : 1); step++) {
    const angle = start + (sweep * step) / steps;
    points.push(x + rx * Math.cos(angle), y + ry * Math.sin(angle));
  }
}

const stepsFor = (pixels: number): number => Math.min(160, Math.max(4, Math.ceil(Math.sqrt(pixels) * 1.6)));
