import { down, glow } from '../paint.js';
import type { Pen } from '../pen.js';
import { type Motif, shadow } from './motif.js';

export const wheat: Motif = (pen) => {
  for (const [x, turn] of [
    [-18, -17],
    [18, 17],
    [0, 0],
  ] as const) {
    const ear = pen.at({ x, y: 4, turn });
    ear.stroke('M0 44 Q2 0 0 -30', 2.2, '#b07f2e');
    for (let row = 0; row < 6; row++)
      for (const side of [-1, 1]) {
        const grain = ear.at({ x: side * 4.2, y: -2 - row * 7.4, turn: side * 28 });
        grain.fill('M0 6 Q-5 0 0 -8 Q5 0 0 6', down(-8, 6, ['#f6cf72', '#c98d2f']));
      }
    ear.fill('M0 -38 Q-4.4 -45 0 -53 Q4.4 -45 0 -38', '#e9b754');
  }
};

export const leaves: Motif = (pen) => {
  pen.stroke('M0 48 Q-4 0 6 -44', 2.4, '#4d7350');
  for (let row = 0; row < 6; row++)
    for (const side of [-1, 1]) {
      const leaf = pen.at({ x: side * 2 - 1 + row * 0.9, y: 34 - row * 14, turn: side * 52, scale: 1 - row * 0.08 });
      leaf.fill(
        'M0 0 Q-12 -14 0 -34 Q12 -14 0 0',
        down(-34, 0, side < 0 ? ['#8fbf86', '#5b9163'] : ['#7bb07c', '#467a55']),
      );
      leaf.stroke('M0 -2 L0 -26', 1, '#ffffff40');
    }
};

const WHEEL = 'O0 0 20 20 M0 0 L0 -20 M0 0 L17 10 M0 0 L-17 10';

export const bicycle: Motif = (pen, time) => {
  shadow(pen, 54);
  for (const x of [-28, 28]) pen.at({ x, y: 19, turn: time * 180 }).stroke(WHEEL, 1.6, '#3a3f4a');
  for (const x of [-28, 28]) pen.stroke(`O${x} 19 20 20`, 3, '#3a3f4a');
  pen.stroke('M-28 19 L-14 -14 L18 -14 L0 19 Z M0 19 L-16 -20 M28 19 L17 -22', 3.6, '#d9603f');
  pen.stroke('M-24 -21 L-9 -21', 5, '#3a3f4a');
  pen.stroke('M17 -22 L28 -26', 3.2, '#3a3f4a');
  pen.fill('M16 -24 L46 -24 L42 -4 L20 -4 Z', '#b98448');
  pen.stroke('M18 -18 L44 -18 M19 -11 L43 -11', 1.4, '#8a5c2b');
  for (const [x, turn] of [
    [24, -14],
    [31, 0],
    [38, 14],
  ] as const)
    pen.at({ x, y: -30, turn }).stroke('M0 4 L0 -12', 6.5, '#e7ae60');
};

export const sun: Motif = (pen, time) => {
  pen.fill('O0 0 54 54', glow([0, 0], 54, ['#fff3c4cc', '#fff3c400']));
  for (let ray = 0; ray < 16; ray++)
    pen.at({ x: 0, y: 0, turn: ray * 22.5 + time * 12 }).stroke('M0 -36 L0 -45', 3.4, '#f9c74f');
  pen.fill('O0 0 28 28', glow([-8, -10], 44, ['#ffe08a', '#f4a638']));
};

export const boat: Motif = (pen, time) => {
  const hull = pen.at({ x: 0, y: Math.sin(time * 2) * 2, turn: Math.sin(time * 2 + 1) * 3 });
  hull.stroke('M-2 26 L-2 -46', 2.4, '#5a4636');
  hull.fill('M2 -44 Q38 -14 32 16 L2 16 Z', down(-44, 16, ['#fffaf0', '#e6d8bf']));
  hull.fill('M-6 -36 Q-28 -8 -26 16 L-6 16 Z', '#e76f51');
  hull.fill('M-40 20 L42 20 Q36 40 20 40 L-20 40 Q-36 40 -40 20', down(20, 40, ['#2d5d7b', '#1d3f57']));
  pen.stroke(
    'M-50 41 Q-42 35 -34 41 Q-26 47 -18 41 Q-10 35 -2 41 Q6 47 14 41 Q22 35 30 41 Q38 47 50 40',
    3.4,
    '#bfe3ea',
  );
};

export const lighthouse: Motif = (pen, time) => {
  const beam = 40 + 26 * Math.sin(time * 1.5);
  pen.fill(
    `M0 -36 L-70 ${-36 - beam / 2} L-70 ${-36 + beam / 4} Z M0 -36 L70 ${-36 + beam / 4} L70 ${-36 - beam / 2} Z`,
    glow([0, -36], 66, ['#fff2b0d0', '#fff2b000']),
  );
  pen.fill('M-12 -26 L12 -26 L19 40 L-19 40 Z', '#fffaf0');
  for (const [top, bottom] of [
    [-12, 2],
    [16, 30],
  ] as const) {
    const half = (y: number) => 12 + (y + 26) * 0.106;
    pen.fill(
      `M${-half(top)} ${top} L${half(top)} ${top} L${half(bottom)} ${bottom} L${-half(bottom)} ${bottom} Z`,
      '#d8503f',
    );
  }
  pen.fill('M-10 -44 L10 -44 L10 -28 L-10 -28 Z', '#ffe08a');
  pen.stroke('M-15 -27 L15 -27', 3, '#33475b');
  pen.fill('M-13 -43 Q0 -60 13 -43 Z', '#33475b');
  pen.fill('M-46 40 Q-20 30 0 34 Q26 30 46 40 Q20 46 -46 40', '#4c6b63');
};

// Snow falls in a loop of four seconds, so that the video's end meets its start.
export const snow: Motif = (pen, time) => {
  fir(pen.at({ x: -24, y: 6, scale: 0.8 }));
  fir(pen.at({ x: 24, y: 8, scale: 0.7 }));
  fir(pen.at({ x: 0, y: 0 }));
  pen.fill('M-60 44 Q-30 28 0 37 Q30 28 60 44 Z', '#ffffff');
  for (let flake = 0; flake < 26; flake++) {
    const x = ((flake * 37) % 108) - 54;
    const y = ((((flake * 53) % 100) + time * 25) % 100) - 58;
    pen.fill(`O${x} ${y} ${1 + (flake % 3) * 0.5} ${1 + (flake % 3) * 0.5}`, '#ffffffe0');
  }
};

const fir = (pen: Pen): void => {
  pen.fill('M-3 28 L3 28 L3 40 L-3 40 Z', '#6b4a32');
  for (const [top, half] of [
    [8, 22],
    [-10, 18],
    [-28, 14],
  ] as const)
    pen.fill(
      `M0 ${top - 20} Q4 ${top} ${half} ${top + 22} L${-half} ${top + 22} Q-4 ${top} 0 ${top - 20}`,
      down(top - 20, top + 22, ['#5f9c86', '#2f6b5e']),
    );
  pen.fill('M0 -48 Q3 -38 7 -30 Q0 -27 -7 -30 Q-3 -38 0 -48', '#ffffff');
};
