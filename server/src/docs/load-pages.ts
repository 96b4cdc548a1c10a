import { readdirSync, readFileSync } from 'node:fs';
import { findShipped } from '../shipped.js';
import { renderMarkdown, type Heading } from './render-markdown.js';

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
