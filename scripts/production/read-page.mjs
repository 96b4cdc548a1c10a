// docs/going-to-production.md as what is walked: its files, its commands, and what it says to bring.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';

const BLOCK = /^```(\w+) ([^\n]+)\n([^]*?)^```$/gm;

export function readPage() {
  const text = readFileSync(join(ROOT, 'docs', 'going-to-production.md'), 'utf8');
  const blocks = [...text.matchAll(BLOCK)].map(([, language, mark, body]) => ({ language, mark, body }));
  const [, brought = ''] = /\n## 1\. [^\n]+\n([^]*?)\n\n[^|\n]/.exec(text) ?? [];
  return {
    // In the page's order: a file is there before the command that needs it.
    steps: blocks.filter(({ mark }) => mark === 'run' || mark.startsWith('/')),
    // A block that is run where and when the walk says: on a machine, or once there is a token.
    named: (mark) => {
      const found = blocks.find((block) => block.mark === mark);
      if (found === undefined) throw new Error(`The page has no block «${mark}».`);
      return found.body;
    },
    // Paths in the first column of the table of what is brought.
    brought: [...brought.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path),
    ),
  };
}
