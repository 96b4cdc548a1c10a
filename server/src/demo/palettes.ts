// Colours that were chosen together. `paper` runs from top to bottom, `shape` lies on it behind the motif, `accent` is the
// badge and `onAccent` the price in it.
export type Palette = {
  readonly paper: readonly [string, string];
  readonly ink: string;
  readonly shape: readonly [string, string];
  readonly accent: string;
  readonly onAccent: string;
};

export const PALETTES = {
  wheat: {
    paper: ['#fdf6e8', '#f8e8cb'],
    ink: '#43291a',
    shape: ['#f6cf86', '#e7a54e'],
    accent: '#b5462f',
    onAccent: '#fff6e6',
  },
  rose: {
    paper: ['#fff4f1', '#fbdcd8'],
    ink: '#4d2230',
    shape: ['#f7b9b6', '#ea8f96'],
    accent: '#8c2f4b',
    onAccent: '#fff1f0',
  },
  mint: {
    paper: ['#f1f8f2', '#d9ebdf'],
    ink: '#1f4038',
    shape: ['#aed6bf', '#74b398'],
    accent: '#e2804a',
    onAccent: '#fff8ee',
  },
  sea: {
    paper: ['#e8f5f7', '#c6e4ea'],
    ink: '#143c50',
    shape: ['#8fcbd8', '#4f9fb8'],
    accent: '#f0a541',
    onAccent: '#3b2608',
  },
  night: {
    paper: ['#1e2747', '#37305c'],
    ink: '#fdf1dc',
    shape: ['#5a4a86', '#3d3a70'],
    accent: '#f2b84b',
    onAccent: '#3a2508',
  },
  espresso: {
    paper: ['#3a241b', '#22140f'],
    ink: '#fbeedb',
    shape: ['#8a5533', '#5b3522'],
    accent: '#e9a64c',
    onAccent: '#361d0b',
  },
  terracotta: {
    paper: ['#d9694a', '#b94a37'],
    ink: '#fff3e2',
    shape: ['#f0a276', '#e0835b'],
    accent: '#fbe3b4',
    onAccent: '#6b2416',
  },
  sun: {
    paper: ['#ffe9a9', '#ffd06b'],
    ink: '#54300a',
    shape: ['#fff6d8', '#ffe6a3'],
    accent: '#d9503a',
    onAccent: '#fff5e2',
  },
  sage: {
    paper: ['#66806a', '#48634f'],
    ink: '#f8f3e4',
    shape: ['#a9bd9a', '#829d7b'],
    accent: '#f4d58d',
    onAccent: '#3b3a16',
  },
  lilac: {
    paper: ['#f6f1fb', '#e2d6f1'],
    ink: '#36255a',
    shape: ['#cdb8ea', '#a98fd6'],
    accent: '#ef7f6d',
    onAccent: '#fff6f2',
  },
  frost: {
    paper: ['#dcebf5', '#b5d2e6'],
    ink: '#1d3c5c',
    shape: ['#f6fbff', '#d5e6f2'],
    accent: '#c8433f',
    onAccent: '#fff7f2',
  },
  dawn: {
    paper: ['#fbd3b6', '#f29a8c'],
    ink: '#4a1f2e',
    shape: ['#ffe9bf', '#ffc98a'],
    accent: '#7d2c4f',
    onAccent: '#fff0e6',
  },
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;
