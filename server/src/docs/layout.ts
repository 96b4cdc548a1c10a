import { escapeHtml } from './html.js';
import type { Page } from './load-pages.js';
import { navigation } from './navigation.js';

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
