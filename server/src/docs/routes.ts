import { API_PATH } from '@vitrine/contract/endpoint';
import { toOpenApi } from '@vitrine/contract/openapi';
import { notFound } from '../errors.js';
import { send, type Exchange, JSON_TYPE, HTML_TYPE, pageHeaders } from '../http/exchange.js';
import type { HttpApp } from '../http/http-app.js';
import { createAssets } from './assets.js';
import { escapeHtml } from './html.js';
import { layout, referencePage } from './layout.js';
import type { Page } from './render-markdown.js';

// Guides and reference below /docs: public, and complete without a request to anywhere else.
export function docsRoutes(app: HttpApp, { baseUrl }: { readonly baseUrl: string }): void {
  const findAsset = createAssets();
  const urlOf = (name: string): string => findAsset(name)?.url ?? '';
  let loading: Promise<ReadonlyMap<string, Page>> | undefined;
  const rendered = new Map<string, string>();
  const sendPage = (exchange: Exchange, policy: string, html: string): void => {
    Object.assign(exchange.headers, pageHeaders(policy));
    send(exchange, { type: HTML_TYPE, body: html });
  };
  const sendGuide = async (exchange: Exchange, slug: string): Promise<void> => {
    const pages = await (loading ??= readPages());
    const page = pages.get(slug);
    if (page === undefined) throw notFound('page');
    const html = rendered.get(slug) ?? layout(page, pages, urlOf).replaceAll(WRITTEN_ADDRESS, escapeHtml(baseUrl));
    rendered.set(slug, html);
    sendPage(exchange, GUIDE_POLICY, html);
  };
  const sendAsset = async (exchange: Exchange): Promise<void> => {
    const asset = findAsset(exchange.params['name'] ?? '');
    if (asset === undefined) throw notFound('page');
    const isZipped = /\bgzip\b/.test(String(exchange.request.headers['accept-encoding'] ?? ''));
    const body = isZipped ? await asset.zipped() : asset.bytes;
    Object.assign(exchange.headers, ASSET_HEADERS, isZipped && { 'content-encoding': 'gzip' });
    send(exchange, { type: asset.type, body });
  };

  answerOpenApi(app, baseUrl);
  app.on('GET', '/docs', (exchange) => sendGuide(exchange, ''));
  app.on('GET', '/docs/', (exchange) => {
    exchange.response.writeHead(301, { ...exchange.headers, location: '/docs', 'content-length': 0 }).end();
  });
  app.on('GET', '/docs/reference', (exchange) => sendPage(exchange, REFERENCE_POLICY, referencePage(urlOf)));
  app.on('GET', '/docs/assets/:name', sendAsset);
  app.on('GET', '/docs/*', (exchange) => sendGuide(exchange, exchange.params['*'] ?? ''));
}

const ASSET_HEADERS = {
  vary: 'accept-encoding',
  // The address holds a hash of what it names.
  'cache-control': 'public, max-age=31536000, immutable',
};

// The guides are written for a server on the reader's own machine; from this one they come with its own address.
const WRITTEN_ADDRESS = 'http://127.0.0.1:8080';

// With the first page that somebody reads: a start does without the guides and what renders them.
async function readPages(): Promise<ReadonlyMap<string, Page>> {
  const { loadPages } = await import('./render-markdown.js');
  return loadPages();
}

const NOTHING_ELSE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const GUIDE_POLICY = `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; ${NOTHING_ELSE}`;
// Scalar sets styles from its script. What it could ask of elsewhere (fonts, proxies, telemetry) is refused here, too.
const REFERENCE_POLICY = `default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; ${NOTHING_ELSE}`;

// The document needs no token and is not counted (decisions, Shapes). It is the same for everybody, so tools on other
// origins may read it too, and it names the address of this server, so that they know where to send requests.
function answerOpenApi(app: HttpApp, baseUrl: string): void {
  let text: string | undefined;
  app.on('GET', `${API_PATH}/openapi.json`, (exchange) => {
    text ??= JSON.stringify(toOpenApi(baseUrl));
    exchange.headers['access-control-allow-origin'] = '*';
    send(exchange, { type: JSON_TYPE, body: text });
  });
}
