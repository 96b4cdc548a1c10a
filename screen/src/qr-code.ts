import { encode } from 'uqr';

const SVG = 'http://www.w3.org/2000/svg';

// Black on white: cameras do not take it the other way round.
export function qrCode(text: string, label: string): SVGElement {
  const { data, size } = encode(text, { border: 2 });
  const dots = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  const svg = make('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, class: 'qr' });
  svg.append(
    make('rect', { width: `${size}`, height: `${size}`, fill: '#fff' }),
    make('path', { d: dots.join(''), fill: '#000' }),
  );
  return svg;
}

function make(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made as SVGElement;
}
