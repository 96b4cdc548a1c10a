import { down, glow } from '../paint.js';
import { type Motif, shadow } from './motif.js';

const SPINES = [
  [-20, 30, 66, '#d9604c', '#f3d9b0'],
  [2, 17, 58, '#2f6f73', '#f2c14e'],
  [-8, 4, 70, '#e9b44c', '#7a4522'],
  [6, -9, 54, '#3d4f7c', '#e9d8c4'],
  [-12, -22, 60, '#8a9f5b', '#fff3d6'],
] as const;

export const books: Motif = (pen) => {
  shadow(pen, 52);
  for (const [x, y, length, color, band] of SPINES) {
    const left = x / 3 - length / 2;
    const right = x / 3 + length / 2;
    pen.fill(`M${left} ${y - 3} L${right} ${y - 3} L${right} ${y + 10} L${left} ${y + 10} Z`, color);
    pen.fill(`M${right - 12} ${y - 3} L${right - 8} ${y - 3} L${right - 8} ${y + 10} L${right - 12} ${y + 10} Z`, band);
    pen.stroke(`M${left + 10} ${y + 3.5} L${left + 28} ${y + 3.5}`, 2, band);
  }
  pen.fill('M-6 -46 L16 -46 L14 -25 L-4 -25 Z', down(-46, -25, ['#fffdf6', '#e6d9c6']));
  pen.stroke('S16 -36 6 6 -90 90', 2.6, '#f1e7d8');
};

export const openBook: Motif = (pen) => {
  shadow(pen, 54);
  pen.fill('M-50 -14 L50 -14 L50 38 Q26 30 0 40 Q-26 30 -50 38 Z', '#a8433a');
  pen.fill('M0 -18 Q-24 -28 -46 -18 L-46 32 Q-24 24 0 34 Z', down(-28, 34, ['#fffdf6', '#ead9ba']));
  pen.fill('M0 -18 Q24 -28 46 -18 L46 32 Q24 24 0 34 Z', down(-28, 34, ['#fff9ec', '#e2ceaa']));
  for (const y of [-10, -1, 8, 17]) {
    pen.stroke(`M-38 ${y} Q-22 ${y - 6} -8 ${y + 1}`, 1.8, '#b9a58188');
    pen.stroke(`M8 ${y + 1} Q22 ${y - 6} 38 ${y}`, 1.8, '#b9a58188');
  }
};

export const lamp: Motif = (pen) => {
  shadow(pen, 34);
  pen.fill('M-18 -16 L26 -8 L56 50 L-56 50 Z', down(-14, 50, ['#ffe9a8b0', '#ffe9a800']));
  pen.stroke('M-10 38 L-26 4 L4 -28', 4, '#39424e');
  pen.fill('M-28 36 L10 36 L10 41 L-28 41 Z', '#39424e');
  pen
    .at({ x: 4, y: -22, turn: 12 })
    .fill('M-24 8 Q-20 -24 0 -24 Q20 -24 24 8 Z', glow([-6, -12], 40, ['#f08a5d', '#c4502f']));
  pen.fill('O-26 4 4 4', '#f2c14e');
};

// The shop front of the corner itself.
export const shopFront: Motif = (pen) => {
  pen.fill('M-46 -36 L46 -36 L46 40 L-46 40 Z', down(-36, 40, ['#f6e7cd', '#e4cba2']));
  pen.fill('M-38 -8 L8 -8 L8 28 L-38 28 Z', glow([-14, 8], 34, ['#ffeebb', '#f0b55e']));
  pen.stroke('M-38 -8 L8 -8 L8 28 L-38 28 Z M-15 -8 L-15 28', 2.4, '#7a4522');
  for (const x of [-30, -6])
    pen
      .at({ x, y: 20, scale: 0.17 })
      .fill('M-46 20 C-50 -22 -24 -36 0 -36 C24 -36 50 -22 46 20 Q44 38 0 38 Q-44 38 -46 20', '#a65f28');
  pen.fill('M17 -8 L38 -8 L38 40 L17 40 Z', '#7a4522');
  pen.fill('M20.5 -4 L34.5 -4 L34.5 16 L20.5 16 Z', '#ffe3a3');
  pen.fill('O34 24 1.6 1.6', '#f2c14e');
  for (let stripe = 0; stripe < 8; stripe++) {
    const x = -50 + stripe * 12.5;
    const color = stripe % 2 === 0 ? '#c8553d' : '#fff6e6';
    pen.fill(`M${x} -28 L${x + 12.5} -28 L${x + 12.5} -14 A${x + 6.25} -14 6.25 6 0 180 Z`, color);
  }
  pen.fill('M-50 -44 L50 -44 L50 -28 L-50 -28 Z', '#5b2f1d');
};
