import { glow } from '../paint.js';
import type { Pen } from '../pen.js';

// A motif is drawn in a box of 100 by 100 around the origin and stands on y = 40. `time` is in seconds: a video lets it
// run, a poster leaves it at rest.
export type Motif = (pen: Pen, time: number) => void;

export const shadow = (pen: Pen, halfWidth: number): void =>
  pen
    .at({ x: 0, y: 40, flat: 0.16 })
    .fill(`O0 0 ${halfWidth} ${halfWidth}`, glow([0, 0], halfWidth, ['#2a140066', '#2a140000']));
