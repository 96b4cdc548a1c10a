import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderMarkdown, type Heading } from './render-markdown.js';

// A guide: where it is below /docs, and what it says.
export type Page = {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly headings: readonly Heading[];
};

// The guides ship with the repository; this is three folders up from here, built or not.
const FOLDER = fileURLToPath(new URL('../../../docs/api/', import.meta.url));

// By slug, in the order of the names: 30 small files.
export function loadPages(): ReadonlyMap<string, Page> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const pages = files.sort().map((file) => loadPage(file.replaceAll('\\', '/')));
  return new Map(pages.map((page) => [page.slug, page]));
}

function loadPage(file: string): Page {
  const slug = file.replace(/\.md$/, '').replace(/^index$/, '');
  return { slug, ...renderMarkdown(readFileSync(FOLDER + file, 'utf8'), slug) };
}
