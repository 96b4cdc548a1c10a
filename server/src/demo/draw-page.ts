import type { Canvas } from './canvas.js';
import type { PageEntry } from './catalogue.js';
import { rectangle } from './layouts.js';
import { down } from './paint.js';
import { newPen } from './pen.js';
import { write } from './text.js';

const WIDTH = 480;
const INK = '#2b3a4a';
const DOTS = ['#ef6f6c', '#f2c14e', '#7bb07c'] as const;

// A picture of a browser's window, to stand for a web page that nobody has photographed yet.
export function drawPage(canvas: Canvas, page: PageEntry): void {
  const pen = newPen(canvas, canvas.width / WIDTH);
  pen.fill(rectangle(0, 0, WIDTH, 270), down(0, 270, ['#dfe9f0', '#c3d5e2']));
  pen.fill(rectangle(44, 38, 444, 270), '#1d2b3a18');
  pen.fill(rectangle(40, 32, 440, 270), '#ffffff');
  pen.fill(rectangle(40, 32, 440, 62), '#eef2f5');
  for (const [index, color] of DOTS.entries()) pen.fill(`O${58 + index * 16} 47 5 5`, color);
  pen.stroke('M118 47 L420 47', 15, '#ffffff');
  write(pen.at({ x: 120, y: 50.5 }), new URL(page.url).host, { size: 7.5, weight: 10, paint: '#6b7c8c' });
  write(pen.at({ x: 66, y: 112 }), page.name, { size: 17, weight: 14, paint: INK });
  for (const [index, width] of [300, 330, 250].entries())
    pen.stroke(`M68 ${142 + index * 20} L${68 + width} ${142 + index * 20}`, 6, '#dbe3ea');
  for (const x of [66, 188, 310]) pen.fill(rectangle(x, 208, x + 106, 270), x === 66 ? '#f6cf86' : '#e6edf2');
}
