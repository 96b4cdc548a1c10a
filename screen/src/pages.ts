// What stands on the screen when nothing plays, in words for whoever stands in front of it.
import { encode } from 'uqr';

export type Pages = ReturnType<typeof createPages>;

type Code = { readonly code: string; readonly link: string };

export function createPages(root: HTMLElement) {
  const show = (name: string, ...children: readonly Node[]): void => {
    root.className = name;
    root.textContent = '';
    root.append(...children);
  };
  return {
    hide: (): void => show('hidden'),
    dark: (): void => show('dark'),

    code({ code, link }: Code): void {
      const { host, hostname, pathname } = new URL(link);
      const spoken = element('p', 'code', ...code.split('').map((character) => element('span', '', character)));
      spoken.setAttribute('aria-label', `The code is ${code.split('').join(' ')}`);
      // An address of the machine itself leads a phone nowhere.
      const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
      const steps = element(
        'ol',
        'steps',
        element(
          'li',
          '',
          isHere ? 'Open ' : 'Scan the square with a phone, or open ',
          element('b', '', host + pathname),
          isHere ? ' on this computer.' : ' on any computer.',
        ),
        element('li', '', 'Choose ', element('b', '', 'Add a screen'), ' and type these six characters.'),
        element('li', '', 'Give the screen a name. It starts to play by itself.'),
      );
      const words = element('div', 'words', element('h1', '', 'Add this screen'), spoken, steps);
      show('pairing', words, ...(isHere ? [] : [qrCode(link, 'QR code that leads to Add a screen')]));
    },

    notice(title: string, text: string): void {
      show('notice', element('h1', '', title), element('p', '', text));
    },

    idle(merchantName: string, screenName: string, isClockWrong: boolean): void {
      const words = isClockWrong ? "This device's clock is wrong. Set its date and time." : 'Nothing is on right now';
      show('idle', element('p', 'merchant', merchantName), element('p', 'quiet', `${screenName} · ${words}`));
    },
  };
}

type Child = Node | string;

// Texts go in as texts: a merchant's or a screen's name is never markup.
function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

// Black on white: cameras do not take it the other way round.
function qrCode(text: string, label: string): SVGElement {
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
