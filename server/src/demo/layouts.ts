import type { Place } from './matrix.js';
import { down, glow } from './paint.js';
import type { Palette } from './palettes.js';
import type { Pen } from './pen.js';

export type Frame = { readonly width: number; readonly height: number };
export type Words = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly align: 'left' | 'center';
};

// How a poster is arranged. Every layout knows both the wide and the tall frame.
export type Layout = {
  readonly backdrop: (pen: Pen, frame: Frame, palette: Palette) => void;
  readonly motifs: (frame: Frame) => readonly Place[];
  readonly words: (frame: Frame) => Words;
  readonly badge: (frame: Frame) => readonly [x: number, y: number, radius: number];
  readonly signed: (frame: Frame) => boolean;
};

const isTall = ({ width, height }: Frame): boolean => height > width;
const choose =
  <T>(wide: T, tall: T) =>
  (frame: Frame): T =>
    isTall(frame) ? tall : wide;

const LEFT_WORDS: Words = { x: 92, y: 330, width: 590, size: 88, align: 'left' };
const TOP_WORDS: Words = { x: 360, y: 270, width: 580, size: 84, align: 'center' };
const words = choose(LEFT_WORDS, TOP_WORDS);
const signed = choose(true, false);

export const rectangle = (left: number, top: number, right: number, bottom: number): string =>
  `M${left} ${top} L${right} ${top} L${right} ${bottom} L${left} ${bottom} Z`;

const paper = (pen: Pen, { width, height }: Frame, palette: Palette): void =>
  pen.fill(rectangle(0, 0, width, height), down(0, height, palette.paper));

const arch: Layout = {
  backdrop: (pen, frame, palette) => {
    paper(pen, frame, palette);
    const [x, top, half] = choose([968, 96, 222] as const, [360, 500, 260] as const)(frame);
    const shape = (radius: number) =>
      `M${x - radius} ${frame.height} L${x - radius} ${top + half} A${x} ${top + half} ${radius} ${radius} 180 360 L${x + radius} ${frame.height} Z`;
    pen.stroke(shape(half + 22), 2.5, `${palette.ink}38`);
    pen.fill(shape(half), down(top, frame.height, palette.shape));
    pen.fill(rectangle(0, frame.height - choose(134, 168)(frame), frame.width, frame.height), `${palette.ink}14`);
  },
  motifs: choose([{ x: 968, y: 432, scale: 4.1 }], [{ x: 360, y: 930, scale: 4.9 }]),
  words,
  badge: choose([1158, 190, 84], [592, 600, 92]),
  signed,
};

const circle: Layout = {
  backdrop: (pen, frame, palette) => {
    paper(pen, frame, palette);
    const [x, y, radius] = choose([950, 360, 300] as const, [360, 860, 310] as const)(frame);
    pen.fill(`O${x + radius * 0.86} ${y - radius * 0.78} ${radius * 0.3} ${radius * 0.3}`, `${palette.accent}40`);
    pen.fill(`O${x - radius * 0.95} ${y + radius * 0.72} ${radius * 0.14} ${radius * 0.14}`, `${palette.accent}60`);
    pen.fill(`O${x} ${y} ${radius} ${radius}`, down(y - radius, y + radius, palette.shape));
    pen.stroke(`S${x} ${y} ${radius + 26} ${radius + 26} 20 200`, 3, `${palette.ink}30`);
  },
  motifs: choose([{ x: 950, y: 366, scale: 4.4 }], [{ x: 360, y: 868, scale: 4.7 }]),
  words: choose({ ...LEFT_WORDS, width: 520 }, TOP_WORDS),
  badge: choose([1150, 150, 88], [600, 640, 96]),
  signed,
};

const wave = (
  pen: Pen,
  frame: Frame,
  { y, height, shift, color }: { y: number; height: number; shift: number; color: string },
): void => {
  const step = frame.width / 2;
  let path = `M${-shift} ${y}`;
  for (let x = -shift; x < frame.width; x += step)
    path += ` C${x + step * 0.25} ${y - height} ${x + step * 0.25} ${y - height} ${x + step * 0.5} ${y} C${x + step * 0.75} ${y + height} ${x + step * 0.75} ${y + height} ${x + step} ${y}`;
  pen.fill(`${path} L${frame.width + step} ${frame.height} L${-shift} ${frame.height} Z`, color);
};

const waves: Layout = {
  backdrop: (pen, frame, palette) => {
    paper(pen, frame, palette);
    const [x, y, radius] = choose([940, 300, 190] as const, [360, 760, 220] as const)(frame);
    pen.fill(`O${x} ${y} ${radius * 2} ${radius * 2}`, glow([x, y], radius * 2, ['#ffffffb0', '#ffffff00']));
    pen.fill(`O${x} ${y} ${radius} ${radius}`, '#fff3cf');
    wave(pen, frame, { y: frame.height - 190, height: 34, shift: 100, color: `${palette.shape[0]}` });
    wave(pen, frame, { y: frame.height - 130, height: 30, shift: 330, color: palette.shape[1] });
    wave(pen, frame, { y: frame.height - 66, height: 24, shift: 40, color: `${palette.ink}40` });
  },
  motifs: choose([{ x: 940, y: 396, scale: 3.8 }], [{ x: 360, y: 900, scale: 4.5 }]),
  words: choose({ ...LEFT_WORDS, y: 260 }, TOP_WORDS),
  badge: choose([1150, 180, 84], [590, 590, 92]),
  signed: () => false,
};

const rays: Layout = {
  backdrop: (pen, frame, palette) => {
    paper(pen, frame, palette);
    const [x, y] = choose([970, 380] as const, [360, 860] as const)(frame);
    for (let ray = 0; ray < 18; ray++)
      pen.at({ x, y, turn: ray * 20 + 5 }).fill('M0 0 L1300 -114 L1300 114 Z', `${palette.shape[0]}55`);
    pen.fill(`O${x} ${y} 400 400`, glow([x, y], 400, [`${palette.shape[0]}ff`, `${palette.shape[0]}00`]));
  },
  motifs: choose([{ x: 970, y: 372, scale: 4.5 }], [{ x: 360, y: 870, scale: 5.4 }]),
  words,
  badge: choose([1166, 136, 88], [590, 580, 96]),
  signed,
};

const shelf: Layout = {
  backdrop: (pen, frame, palette) => {
    paper(pen, frame, palette);
    const y = frame.height - choose(128, 150)(frame);
    pen.fill(rectangle(0, y, frame.width, frame.height), down(y, frame.height, palette.shape));
    pen.fill(rectangle(0, y, frame.width, y + 10), '#ffffff50');
    for (const x of choose([160, 1120], [60, 660])(frame))
      pen.fill(`O${x} ${y - 330} 210 210`, glow([x, y - 330], 210, [`${palette.shape[0]}70`, `${palette.shape[0]}00`]));
  },
  motifs: choose(
    [
      { x: 270, y: 494, scale: 2.4 },
      { x: 1010, y: 494, scale: 2.4 },
      { x: 640, y: 470, scale: 3 },
    ],
    [
      { x: 175, y: 1034, scale: 2.4 },
      { x: 545, y: 1034, scale: 2.4 },
      { x: 360, y: 980, scale: 3.7 },
    ],
  ),
  words: choose({ x: 640, y: 170, width: 800, size: 92, align: 'center' }, { ...TOP_WORDS, y: 330 }),
  badge: choose([1152, 140, 80], [600, 650, 92]),
  signed: () => false,
};

const band: Layout = {
  backdrop: (pen, frame, palette) => {
    paper(pen, frame, palette);
    const tall = isTall(frame);
    const side = tall ? `M0 620 Q360 540 720 620 L720 1280 L0 1280 Z` : 'M740 0 Q640 360 740 720 L1280 720 L1280 0 Z';
    pen.fill(side, down(0, frame.height, palette.shape));
    for (const [x, y] of choose(
      [
        [820, 110],
        [1210, 600],
        [1190, 90],
      ],
      [
        [90, 690],
        [640, 1190],
        [90, 1200],
      ],
    )(frame))
      pen.stroke(`O${x} ${y} 22 22`, 6, `${palette.accent}90`);
  },
  motifs: choose([{ x: 1000, y: 350, scale: 4.6 }], [{ x: 360, y: 950, scale: 4.9 }]),
  words: choose({ ...LEFT_WORDS, width: 540 }, TOP_WORDS),
  badge: choose([1176, 606, 82], [590, 650, 92]),
  signed,
};

export const LAYOUTS = { arch, circle, waves, rays, shelf, band } as const satisfies Record<string, Layout>;
export type LayoutName = keyof typeof LAYOUTS;
