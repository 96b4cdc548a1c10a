import { readdirSync, readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import { findShipped } from '../shipped.js';
import { highlight } from './highlight.js';
import { escapeHtml } from './html.js';

type Heading = { readonly id: string; readonly text: string };

type Rendered = {
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly headings: readonly Heading[];
};

// A guide's markdown as HTML: headings that can be linked to, links that lead to pages instead of files, code in colour.
function renderMarkdown(markdown: string, slug: string): Rendered {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const id = anchorOf(textOf(tokens));
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      code: ({ text, lang }) => renderCode(text, lang ?? ''),
      link({ href, tokens }) {
        return `<a href="${escapeHtml(toPageAddress(href, slug))}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string): string =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        // A wide table scrolls in its own box, not the page.
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const html = marked.parser(tokens);
  const headings = tokens
    .filter(isHeading)
    .filter(({ depth }) => depth === 2)
    .map(toHeading);
  return { title: titleOf(tokens), summary: summaryOf(tokens), html, headings };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isParagraph = (token: Token): token is Tokens.Paragraph => token.type === 'paragraph';

const toHeading = ({ tokens }: Tokens.Heading): Heading => ({ id: anchorOf(textOf(tokens)), text: textOf(tokens) });

function titleOf(tokens: readonly Token[]): string {
  const heading = tokens.find(isHeading);
  return heading === undefined ? 'Vitrine' : textOf(heading.tokens);
}

function summaryOf(tokens: readonly Token[]): string {
  const first = tokens.find(isParagraph);
  return first === undefined ? '' : textOf(first.tokens);
}

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? textOf(token.tokens) : 'text' in token ? String(token.text) : token.raw,
    )
    .join('');

// As forges make them, so that a link works in both places.
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function toPageAddress(href: string, slug: string): string {
  if (/^[a-z]+:|^[/#]/.test(href)) return href;
  const base = `http://docs/docs/${slug === '' ? 'index' : slug}`;
  const { pathname, hash } = new URL(href, base);
  return pathname.replace(/\.md$/, '').replace(/\/index$/, '') + hash;
}

const LABELS: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'Node',
  python: 'Python',
  php: 'PHP',
  json: 'JSON',
  http: 'HTTP',
};

function renderCode(text: string, info: string): string {
  const [language = '', ...notes] = info.split(' ');
  const isOutput = notes.includes('output');
  const label = isOutput ? 'Answer' : (LABELS[language] ?? '');
  const caption = label === '' ? '' : `<figcaption>${label}</figcaption>`;
  const kind = isOutput ? 'code output' : 'code';
  return `<figure class="${kind}">${caption}<pre tabindex="0"><code>${highlight(text, language)}</code></pre></figure>\n`;
}

// A guide: where it is below /docs, and what it says.
export type Page = {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly headings: readonly Heading[];
};

// By slug, in the order of the names: 30 small files.
export function loadPages(): ReadonlyMap<string, Page> {
  const folder = findShipped('docs/api/');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const pages = files.sort().map((file) => loadPage(folder, file.replaceAll('\\', '/')));
  return new Map(pages.map((page) => [page.slug, page]));
}

function loadPage(folder: string, file: string): Page {
  const slug = file.replace(/\.md$/, '').replace(/^index$/, '');
  return { slug, ...renderMarkdown(readFileSync(folder + file, 'utf8'), slug) };
}
