import { escapeHtml } from './html.js';
import type { Page } from './load-pages.js';

// The order in which a newcomer needs them.
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Start', ['', 'quick-start', 'authentication']],
  ['Resources', ['media', 'campaigns', 'playlists', 'tags']],
  ['Guides', ['uploads', 'pagination', 'search-and-tags', 'tools']],
  ['Look up', ['reference', 'errors', 'limits', 'versioning']],
];

export function navigation(current: string, pages: ReadonlyMap<string, Page>): string {
  return GROUPS.map(([name, slugs]) => {
    const items = slugs.map((slug) => item(slug, current, pages)).join('');
    return `<p>${name}</p><ul>${items}</ul>`;
  }).join('');
}

function item(slug: string, current: string, pages: ReadonlyMap<string, Page>): string {
  const page = pages.get(slug);
  if (page === undefined) return '';
  const isOpen = current === slug || current.startsWith(`${slug}/`);
  const below = isOpen && slug !== '' ? [...pages.values()].filter((other) => other.slug.startsWith(`${slug}/`)) : [];
  const nested = below.map((other) => `<li>${link(other, current)}</li>`).join('');
  return `<li>${link(page, current)}${nested === '' ? '' : `<ul>${nested}</ul>`}</li>`;
}

function link({ slug, title }: Page, current: string): string {
  const mark = slug === current ? ' aria-current="page"' : '';
  return `<a href="/docs${slug === '' ? '' : `/${slug}`}"${mark}>${slug === '' ? 'Overview' : escapeHtml(title)}</a>`;
}
