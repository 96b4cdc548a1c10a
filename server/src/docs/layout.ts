import { API_PATH } from '@vitrine/contract/endpoint';
import { escapeHtml } from './html.js';
import type { Page } from './render-markdown.js';

type UrlOf = (asset: string) => string;

// The one frame of every guide. No script is needed to read or to move about.
export function layout(page: Page, pages: ReadonlyMap<string, Page>, urlOf: UrlOf): string {
  const menu = navigation(page.slug, pages);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Vitrine API</title>
<meta name="description" content="${escapeHtml(page.summary)}">
<link rel="icon" href="${urlOf('mark.svg')}">
<link rel="stylesheet" href="${urlOf('bar.css')}">
<link rel="stylesheet" href="${urlOf('docs.css')}">
<script src="${urlOf('docs.js')}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="top">
<a class="brand" href="/docs"><img src="${urlOf('mark.svg')}" alt="" width="22" height="22">Vitrine <span>API</span></a>
<a class="go" href="/docs/reference">Reference</a>
</header>
<div class="frame">
<details class="menu"><summary>Menu</summary><nav aria-label="Guides, short">${menu}</nav></details>
<nav class="side" aria-label="Guides">${menu}</nav>
<main id="content">
<article>${page.html}</article>
</main>
${contents(page)}
</div>
</body>
</html>
`;
}

function contents({ headings }: Page): string {
  if (headings.length < 2) return '';
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('');
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items}</ul></nav>`;
}

// The order in which a newcomer needs them.
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Start', ['', 'quick-start', 'authentication']],
  ['Resources', ['media', 'campaigns', 'playlists', 'tags']],
  ['Guides', ['uploads', 'changes', 'webhooks', 'pagination', 'search-and-tags', 'tools', 'assistants']],
  ['Look up', ['reference', 'errors', 'limits', 'versioning']],
];

function navigation(current: string, pages: ReadonlyMap<string, Page>): string {
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

// Everything of Scalar that would ask an outside service is off. Its settings travel in an attribute, so that no script
// stands in the page and the policy can forbid that.
const SETTINGS = {
  // Under whichever name the reader came here: the policy of the page allows no other.
  servers: [{ url: API_PATH }],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  theme: 'none',
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  persistAuth: false,
};

export function referencePage(urlOf: (asset: string) => string): string {
  const settings = escapeHtml(JSON.stringify(SETTINGS));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Vitrine API</title>
<link rel="icon" href="${urlOf('mark.svg')}">
<link rel="stylesheet" href="${urlOf('bar.css')}">
<link rel="stylesheet" href="${urlOf('reference.css')}">
</head>
<body>
<header class="top">
<a class="brand" href="/docs"><img src="${urlOf('mark.svg')}" alt="" width="22" height="22">Vitrine <span>API</span></a>
<a class="go" href="/docs">Guides</a>
</header>
<noscript><p>The reference needs JavaScript. The same is in <a href="${API_PATH}/openapi.json">openapi.json</a>, and the guides at <a href="/docs">/docs</a> do without.</p></noscript>
<script id="api-reference" data-url="${API_PATH}/openapi.json" data-configuration="${settings}"></script>
<script src="${urlOf('scalar.js')}"></script>
</body>
</html>
`;
}
