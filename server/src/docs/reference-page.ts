import { API_PATH } from '@vitrine/contract/endpoint';
import { escapeHtml } from './html.js';

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
