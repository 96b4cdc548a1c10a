import { escapeHtml } from './html.js';

// Comments, texts, numbers and the commonest words in colour: what a reader's eye looks for, in the five languages that
// the guides use. Not a parser.
export function highlight(code: string, language: string): string {
  const pattern = PATTERNS[language];
  if (pattern === undefined) return escapeHtml(code);
  let html = '';
  let at = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    html += escapeHtml(code.slice(at, match.index)) + `<span class="${kind}">${escapeHtml(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(at));
}

const TEXT = `(?<text>"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\`)`;
const NUMBER = '(?<number>\\b\\d[\\d_.]*\\b)';
const words = (list: string): string => `(?<word>\\b(?:${list.replaceAll(' ', '|')})\\b)`;

const PATTERNS: Readonly<Record<string, RegExp>> = {
  sh: grammar('(?<comment>(?<=^|\\s)#[^\\n]*)', TEXT, words('curl jq if then else fi for do done set export')),
  js: grammar(
    '(?<comment>(?<=^|\\s)//[^\\n]*)',
    TEXT,
    words('import from const let await async function return if else for of new throw null true false'),
    NUMBER,
  ),
  python: grammar(
    '(?<comment>(?<=^|\\s)#[^\\n]*)',
    TEXT,
    words('import from def return if else for in with as while not None True False lambda'),
    NUMBER,
  ),
  php: grammar(
    '(?<comment>(?<=^|\\s)//[^\\n]*)',
    TEXT,
    words('function return if else foreach as new throw null true false fn'),
    NUMBER,
  ),
  json: grammar('(?<name>"(?:[^"\\\\]|\\\\.)*"(?=\\s*:))', TEXT, words('true false null'), NUMBER),
};

function grammar(...parts: string[]): RegExp {
  return new RegExp(parts.join('|'), 'gm');
}
