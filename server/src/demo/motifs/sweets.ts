import { down, glow } from '../paint.js';
import type { Pen } from '../pen.js';
import { type Motif, shadow } from './motif.js';

const SPRINKLES = ['#ffffff', '#ffd166', '#7bd3c4', '#8a4fd0', '#ff8c5a'] as const;

export const donut: Motif = (pen, time) => {
  shadow(pen, 44);
  const ring = pen.at({ x: 0, y: -4, turn: time * 45 });
  ring.fill('O0 0 44 44 S0 0 13 13 360 0', '#c98442');
  ring.stroke('O0 0 28.5 28.5', 29, '#e2a35d');
  ring.stroke(
    'M30 -26 A0 0 40 39 -41 -10 A0 0 37 38 -2 40 A0 0 41 40 52 110 A0 0 38 38 118 170 A0 0 41 40 180 250 A0 0 38 38 258 300 Z',
    1,
    '#f58ca4',
  );
  ring.stroke('O0 0 27 27', 23, '#f794ab');
  ring.stroke('S0 0 33 33 195 285', 3, '#ffd5de99');
  for (let index = 0; index < 22; index++) {
    const angle = index * 2.4;
    const radius = 20 + ((index * 7) % 15);
    const place = { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius, turn: index * 67 };
    ring.at(place).stroke('M-2.4 0 L2.4 0', 2.4, SPRINKLES[index % SPRINKLES.length] ?? '#ffffff');
  }
};

export const cupcake: Motif = (pen) => {
  shadow(pen, 36);
  pen.fill('M-30 6 L30 6 L22 40 L-22 40 Z', down(6, 40, ['#5fb0a6', '#3d857f']));
  for (const x of [-18, -6, 6, 18]) pen.stroke(`M${x * 1.2} 8 L${x * 0.92} 38`, 2.4, '#8fd0c6');
  pen.fill(
    'M-36 8 Q-40 -8 -24 -10 L24 -10 Q40 -8 36 8 Q18 15 0 13 Q-18 15 -36 8',
    down(-10, 14, ['#ffe9ee', '#f5b3c3']),
  );
  pen.fill(
    'M-27 -8 Q-30 -23 -16 -25 L16 -25 Q30 -23 27 -8 Q12 -2 0 -4 Q-12 -2 -27 -8',
    down(-25, -3, ['#fff2f5', '#f7bccb']),
  );
  pen.fill(
    'M-17 -23 Q-18 -36 0 -41 Q18 -36 17 -23 Q8 -18 0 -20 Q-8 -18 -17 -23',
    down(-41, -18, ['#fff8fa', '#f9c6d2']),
  );
  pen.fill('O2 -43 7 7', glow([0, -46], 11, ['#ff6b6f', '#c1203c']));
  pen.stroke('M3 -48 Q6 -56 14 -57', 1.6, '#5e7f3a');
};

const macaron = (pen: Pen, light: string, dark: string): void => {
  pen.fill('M-30 3 Q-30 14 -22 14 L22 14 Q30 14 30 3 Z', dark);
  pen.stroke('M-27 1 L27 1', 6, '#fff6e6');
  pen.fill('M-30 -2 Q-30 -15 0 -15 Q30 -15 30 -2 Z', down(-15, 0, [light, dark]));
  pen.stroke('M-28 -2.5 L28 -2.5', 2.6, light);
};

export const macarons: Motif = (pen) => {
  shadow(pen, 40);
  macaron(pen.at({ x: 0, y: 26 }), '#f9c0c9', '#e78ba0');
  macaron(pen.at({ x: -4, y: -2, turn: -3 }), '#cfe3ae', '#9cc273');
  macaron(pen.at({ x: 3, y: -30, turn: 4 }), '#ffe0a3', '#efb551');
};

const strawberry = (pen: Pen): void => {
  pen.fill('M-11 -7 Q0 -15 11 -7 Q13 4 0 16 Q-13 4 -11 -7', glow([-4, -6], 22, ['#ff6a62', '#c51f3d']));
  for (const [x, y] of [
    [-5, -2],
    [4, -3],
    [0, 4],
    [-4, 6],
    [5, 4],
    [0, -7],
  ] as const)
    pen.fill(`O${x} ${y} 0.8 1.2`, '#ffe0a0');
  pen.fill('M-9 -8 Q-3 -9 0 -15 Q3 -9 9 -8 Q3 -4 0 -6 Q-3 -4 -9 -8', '#4f9a4d');
};

export const tart: Motif = (pen) => {
  shadow(pen, 54);
  pen.fill('M-48 10 L48 10 L38 40 L-38 40 Z', down(10, 40, ['#e9b163', '#ad682c']));
  for (const x of [-36, -24, -12, 0, 12, 24, 36]) pen.stroke(`M${x} 13 L${x * 0.83} 38`, 1.8, '#8f511e55');
  pen.stroke('M-46 10 L46 10', 8, '#f3c57e');
  pen.fill('M-44 6 Q-40 -8 0 -8 Q40 -8 44 6 Z', '#fff0c9');
  for (const [x, y, turn] of [
    [-15, -22, -8],
    [15, -22, 8],
    [-31, -7, -16],
    [31, -7, 16],
    [0, -8, 0],
    [-16, -5, -6],
    [16, -5, 7],
  ] as const)
    strawberry(pen.at({ x, y, turn, scale: 1.05 }));
};

export const iceCream: Motif = (pen) => {
  pen.fill('M-20 -2 L20 -2 L0 50 Z', down(-2, 50, ['#eab464', '#c27d35']));
  for (const x of [-12, -4, 4, 12]) {
    pen.stroke(`M${x} 0 L${x * 0.3 + 6} ${34 - Math.abs(x)}`, 1.2, '#a8662a88');
    pen.stroke(`M${x} 0 L${x * 0.3 - 6} ${34 - Math.abs(x)}`, 1.2, '#a8662a88');
  }
  pen.fill('O-12 -14 17 16', glow([-17, -20], 30, ['#ffd9e0', '#f08ca6']));
  pen.fill('O13 -14 17 16', glow([8, -20], 30, ['#fff6dd', '#f2cf8b']));
  pen.fill('O0 -33 17 16', glow([-5, -40], 30, ['#d9f0d2', '#8cc79a']));
  pen.stroke('M-24 -1 Q-18 6 -12 0 Q-6 7 0 0 Q6 7 12 0 Q18 6 24 -1', 5, '#f6d9a8');
};
