import { GLYPHS } from './font.js';
import type { Paint } from './paint.js';
import type { Pen } from './pen.js';

// `size` is the height of a capital, `weight` the stroke's share of it in percent.
export type TextStyle = {
  readonly size: number;
  readonly weight: number;
  readonly paint: Paint;
  readonly align?: 'left' | 'center' | 'right';
  readonly spacing?: number;
};

const SPACING = 16;

// Writes one line of text with its base line through the pen's origin.
export function write(pen: Pen, text: string, style: TextStyle): void {
  const width = textWidth(text, style);
  const align = style.align ?? 'left';
  const scale = style.size / 100;
  let x = style.weight * 0.5 * scale - (align === 'left' ? 0 : align === 'center' ? width / 2 : width);
  for (const character of text) {
    const [advance, path] = glyphOf(character);
    if (path !== '') pen.at({ x, y: 0, scale, flat: -1 }).stroke(path, style.weight, style.paint);
    x += (advance + style.weight + (style.spacing ?? SPACING)) * scale;
  }
}

export function textWidth(text: string, { size, weight, spacing = SPACING }: Omit<TextStyle, 'paint'>): number {
  let units = -spacing;
  for (const character of text) units += glyphOf(character)[0] + weight + spacing;
  return (units * size) / 100;
}

function glyphOf(character: string) {
  const glyph = GLYPHS[character];
  if (glyph === undefined) throw new Error(`The demo's alphabet has no ${character}`);
  return glyph;
}
