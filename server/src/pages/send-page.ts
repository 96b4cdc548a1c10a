import { notFound } from '../errors.js';
import { HTML_TYPE, pageHeaders, send, type Exchange } from '../http/exchange.js';
import { sendFile } from '../http/send-file.js';
import type { PageBuild } from './page-build.js';

// One of the files that a page loads, by `:name`.
export function sendAsset(exchange: Exchange, build: PageBuild | undefined): Promise<void> {
  const { params, request } = exchange;
  const asset = build?.find(params['name'] ?? '', String(request.headers['accept-encoding'] ?? ''));
  if (build === undefined || asset === undefined) throw notFound('file');
  const headers = { ...asset.headers, vary: 'accept-encoding' };
  return sendFile(exchange, { root: build.folder, name: asset.file, headers });
}

type Missing = { readonly what: 'The console' | 'The player'; readonly folder: string };

// The server alone, without its pages: the API and the guides work all the same.
export function missingPage(exchange: Exchange, missing: Missing): void {
  Object.assign(exchange.headers, pageHeaders(MISSING_POLICY));
  send(exchange, { status: 503, type: HTML_TYPE, body: toPage(missing) });
}

const MISSING_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const toPage = ({ what, folder }: Missing): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${what} is not built · Vitrine</title>
</head>
<body>
<main>
<h1>${what} is not built</h1>
<p>This server runs, but ${folder} is not there. Build it with <code>npm run build</code> and start the server again.</p>
<p>The API works without it; its guides are at <a href="/docs">/docs</a>.</p>
</main>
</body>
</html>
`;
