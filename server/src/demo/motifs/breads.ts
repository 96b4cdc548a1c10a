import { down, glow } from '../paint.js';
import type { Pen } from '../pen.js';
import { type Motif, shadow } from './motif.js';

const BOULE = 'M-46 20 C-50 -22 -24 -36 0 -36 C24 -36 50 -22 46 20 Q44 38 0 38 Q-44 38 -46 20 Z';

export const loaf: Motif = (pen) => {
  shadow(pen, 56);
  pen.fill(BOULE, glow([-12, -18], 66, ['#efb768', '#9a5220']));
  for (const [x, turn, scale] of [
    [-23, -24, 0.86],
    [0, -8, 1],
    [23, 8, 0.86],
  ] as const) {
    const cut = pen.at({ x, y: -3, turn, scale });
    cut.fill('M-3 -25 Q13 -8 6 24 Q-9 6 -3 -25', '#7d3f16');
    cut.fill('M-1 -23 Q12 -8 6 21 Q-5 4 -1 -23', down(-24, 22, ['#fff0cf', '#eac48a']));
  }
  pen.stroke('M-38 4 Q-34 -18 -18 -26', 2.4, '#fff4dc66');
};

const baguette = (pen: Pen): void => {
  pen.stroke('M-46 0 L46 0', 20, down(-10, 11, ['#f0bd70', '#a45c24']));
  for (const x of [-38, -20, -2, 16, 34]) {
    pen.fill(`M${x - 6} 7 Q${x - 3} -9 ${x + 9} -8 Q${x + 3} -1 ${x - 6} 7`, '#8a4a1b');
    pen.fill(`M${x - 4} 5 Q${x - 2} -8 ${x + 9} -8 Q${x + 3} -2 ${x - 4} 5`, '#fde9c3');
  }
};

export const baguettes: Motif = (pen) => {
  shadow(pen, 42);
  baguette(pen.at({ x: -13, y: -12, turn: -105, scale: 0.8 }));
  baguette(pen.at({ x: 13, y: -12, turn: -76, scale: 0.8 }));
  baguette(pen.at({ x: 0, y: -16, turn: -91, scale: 0.86 }));
  pen.fill('M-30 -2 L30 -2 L24 40 L-24 40 Z', down(-2, 40, ['#fbf4e4', '#e3d2b0']));
  pen.fill('M-30 -2 L-22 -8 L-14 -2 L-6 -8 L2 -2 L10 -8 L18 -2 L26 -8 L30 -2 Z', '#fbf4e4');
  pen.stroke('M-11 24 Q0 10 11 24', 2.2, '#b9863f');
  pen.stroke('M-11 24 L11 24', 2.2, '#b9863f');
};

// Seven rolls of dough along a bow; the ends lie behind the middle.
export const croissant: Motif = (pen) => {
  shadow(pen, 54);
  for (const step of [-3, 3, -2, 2, -1, 1, 0]) {
    const angle = ((-90 + step * 30) * Math.PI) / 180;
    const size = [1, 0.95, 0.78, 0.5][Math.abs(step)] ?? 0.5;
    const roll = pen.at({ x: Math.cos(angle) * 37, y: 32 + Math.sin(angle) * 40, turn: step * 27, scale: size });
    roll.fill('M-13 -16 Q0 -28 13 -16 Q17 6 8 24 Q0 28 -8 24 Q-17 6 -13 -16', '#8f4a1a');
    roll.fill(
      'M-11.5 -15.5 Q0 -26 11.5 -15.5 Q15 6 7 22.5 Q0 26 -7 22.5 Q-15 6 -11.5 -15.5',
      down(-24, 26, ['#f7c574', '#c47a31']),
    );
    roll.stroke('M-6 -16 Q-9 0 -4 14', 2.2, '#ffe3ab99');
    roll.stroke('M5 -17 Q8 0 4 16', 1.2, '#a25c2266');
  }
};

const PRETZEL =
  'M18 36 Q-4 20 -22 -2 A-21 -12 22 20 160 340 Q2 -2 0 14 Q-2 -2 1 -18 A21 -12 22 20 200 380 Q4 20 -18 36';

export const pretzel: Motif = (pen) => {
  shadow(pen, 46);
  pen.stroke(PRETZEL, 14, '#6f3512');
  pen.stroke(PRETZEL, 11.4, down(-36, 40, ['#d98e41', '#9a501d']));
  for (const [x, y] of [
    [-36, -22],
    [-24, -31],
    [-10, -22],
    [12, -24],
    [25, -31],
    [37, -20],
    [-34, -4],
    [34, -3],
    [-9, 16],
    [9, 17],
  ] as const)
    pen.at({ x, y, turn: x * 7 }).fill('M-1.6 -1.4 L1.6 -1.4 L1.6 1.4 L-1.6 1.4 Z', '#fff8ea');
};

export const sandwich: Motif = (pen) => {
  shadow(pen, 54);
  pen.fill('M-46 18 L46 18 Q48 38 34 38 L-34 38 Q-48 38 -46 18', down(18, 38, ['#e9b063', '#b8702f']));
  pen.fill('M-48 12 L48 12 L47 20 L-47 20 Z', '#fff3d6');
  pen.fill('M-46 6 L46 6 L44 13 L-44 13 Z', '#e2705c');
  pen.fill('M-48 0 L48 0 L34 8 L22 2 L8 10 L-8 2 L-22 10 L-36 2 Z', '#f6c445');
  pen.stroke(
    'M-47 -2 Q-41 6 -35 -1 Q-29 6 -23 -1 Q-17 6 -11 -1 Q-5 6 1 -1 Q7 6 13 -1 Q19 6 25 -1 Q31 6 37 -1 Q43 6 47 -2',
    6,
    '#7fb25a',
  );
  pen.fill('M-48 -4 C-50 -34 -24 -40 0 -40 C24 -40 50 -34 48 -4 Z', down(-40, -4, ['#f2bf74', '#bb7231']));
  for (const [x, y] of [
    [-28, -22],
    [-14, -30],
    [-6, -18],
    [8, -31],
    [16, -20],
    [30, -24],
    [-36, -12],
    [36, -12],
  ] as const)
    pen.at({ x, y, turn: x * 3 }).fill('O0 0 2.4 1.3', '#fff1cd');
};
