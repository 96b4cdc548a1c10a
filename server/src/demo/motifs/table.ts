import { down, glow } from '../paint.js';
import type { Pen } from '../pen.js';
import { type Motif, shadow } from './motif.js';

const HEART = 'M0 36 C-56 0 -42 -36 -20 -36 C-8 -36 0 -26 0 -20 C0 -26 8 -36 20 -36 C42 -36 56 0 0 36';

// Three threads of steam; with time they wander up and fade.
const steam = (pen: Pen, time: number): void => {
  for (const [index, x] of [-16, 0, 16].entries()) {
    const sway = Math.sin(time * 2.2 + index * 1.7) * 5;
    const top = -52 - Math.cos(time * 1.6 + index) * 3;
    pen.stroke(
      `M${x} -26 C${x - 7 + sway} -34 ${x + 7 - sway} -42 ${x + sway * 0.6} ${top}`,
      3.2,
      down(-26, -56, ['#ffffffb0', '#ffffff20']),
    );
  }
};

export const cup: Motif = (pen, time) => {
  shadow(pen, 60);
  steam(pen, time);
  pen.fill('O0 36 50 7', '#d8cbb8');
  pen.fill('O0 34 50 7', '#fffaf2');
  pen.stroke('S32 2 15 13 -100 100', 6, '#f1e7d8');
  pen.fill('M-36 -16 L36 -16 C36 18 26 34 8 34 L-8 34 C-26 34 -36 18 -36 -16', down(-16, 34, ['#ffffff', '#e6d9c6']));
  pen.fill('O0 -16 36 7.5', '#f4ebdd');
  pen.fill('O0 -15.4 32.5 6', '#7a4522');
  pen.fill('O0 -15 25 4.4', '#b97a45');
  pen.at({ x: 0, y: -15, scale: 0.3, flat: 0.28 }).fill(HEART, '#fbeed9');
};

export const teapot: Motif = (pen, time) => {
  shadow(pen, 52);
  steam(pen.at({ x: 48, y: -10, scale: 0.45 }), time);
  pen.stroke('S-30 6 17 18 80 290', 6, '#2f6f73');
  pen.fill('M26 14 Q40 6 42 -16 L50 -18 Q52 14 26 28 Z', '#2f6f73');
  pen.fill(
    'M-34 10 C-34 -20 -14 -24 0 -24 C14 -24 34 -20 34 10 C34 32 20 38 0 38 C-20 38 -34 32 -34 10',
    glow([-12, -8], 58, ['#5cb0ac', '#265f66']),
  );
  pen.fill('M-18 -22 Q0 -34 18 -22 Z', '#2f6f73');
  pen.fill('O0 -31 4.5 4.5', '#f2c14e');
  pen.stroke('M-31 10 Q0 22 31 10', 3, '#f2c14e');
};

export const gift: Motif = (pen) => {
  shadow(pen, 46);
  pen.fill('M-34 -6 L34 -6 L34 40 L-34 40 Z', down(-6, 40, ['#e65f5c', '#b8343f']));
  pen.fill('M-40 -18 L40 -18 L40 -4 L-40 -4 Z', '#f0736d');
  pen.fill('M-7 -18 L7 -18 L7 40 L-7 40 Z', '#fff1d6');
  pen.stroke('M0 -19 C-30 -22 -26 -44 -14 -40 Q-4 -36 0 -19 C30 -22 26 -44 14 -40 Q4 -36 0 -19', 5, '#fff1d6');
};

export const clock: Motif = (pen, time) => {
  pen.fill('O0 0 46 46', '#3b2a23');
  pen.fill('O0 0 41 41', glow([-10, -12], 60, ['#fffdf8', '#f1e4cf']));
  for (let hour = 0; hour < 12; hour++)
    pen.at({ x: 0, y: 0, turn: hour * 30 }).stroke(`M0 -36 L0 ${hour % 3 === 0 ? -30 : -34}`, 2.4, '#3b2a23');
  pen.at({ x: 0, y: 0, turn: 210 + time * 6 }).stroke('M0 4 L0 -20', 4.4, '#3b2a23');
  pen.at({ x: 0, y: 0, turn: time * 72 }).stroke('M0 5 L0 -30', 3, '#d9694a');
  pen.fill('O0 0 3.6 3.6', '#d9694a');
};

export const heart: Motif = (pen, time) => {
  const beat = pen.at({ x: 0, y: 0, scale: 1 + 0.06 * Math.sin(time * 5) });
  beat.fill(HEART, glow([-14, -20], 74, ['#ff8a80', '#c92a4b']));
  beat.stroke('S-20 -17 13 12 170 262', 4, '#ffd0cc99');
};
