import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound } from '../errors.js';
import { pageHeaders } from '../http/page-headers.js';
import { createAssets, type Asset } from './assets.js';
import { escapeHtml } from './html.js';
import { layout } from './layout.js';
import type { Page } from './load-pages.js';
import { referencePage } from './reference-page.js';

// Guides and reference below /docs: public, and complete without a request to anywhere else.
export function docsRoutes(app: FastifyInstance, { baseUrl }: { readonly baseUrl: string }): void {
  const assets = createAssets();
  let loading: Promise<ReadonlyMap<string, Page>> | undefined;
  const rendered = new Map<string, string>();
  const sendPage = (reply: FastifyReply, policy: string, html: string): FastifyReply =>
    reply.headers(pageHeaders(baseUrl, policy)).type('text/html; charset=utf-8').send(html);
  const pageOf = async (slug: string): Promise<string> => {
    const pages = await (loading ??= readPages());
    const page = pages.get(slug);
    if (page === undefined) throw notFound('page');
    const html =
      rendered.get(slug) ?? layout(page, pages, assets.urlOf).replaceAll(WRITTEN_ADDRESS, escapeHtml(baseUrl));
    rendered.set(slug, html);
    return html;
  };

  app.get('/docs', async (_request, reply) => sendPage(reply, GUIDE_POLICY, await pageOf('')));
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 301));
  app.get('/docs/reference', async (_request, reply) => sendPage(reply, REFERENCE_POLICY, referencePage(assets.urlOf)));
  app.get<{ Params: { name: string } }>('/docs/assets/:name', async ({ params, headers }, reply) =>
    sendAsset(reply, await assets.find(params.name), headers['accept-encoding']),
  );
  app.get<{ Params: { '*': string } }>('/docs/*', async ({ params }, reply) =>
    sendPage(reply, GUIDE_POLICY, await pageOf(params['*'])),
  );
}

// The guides are written for a server on the reader's own machine; from this one they come with its own address.
const WRITTEN_ADDRESS = 'http://127.0.0.1:8080';

// With the first page that somebody reads: a start does without the guides and what renders them.
async function readPages(): Promise<ReadonlyMap<string, Page>> {
  const { loadPages } = await import('./load-pages.js');
  return loadPages();
}

const NOTHING_ELSE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const GUIDE_POLICY = `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; ${NOTHING_ELSE}`;
// Scalar sets styles from its script. What it could ask of elsewhere (fonts, proxies, telemetry) is refused here, too.
const REFERENCE_POLICY = `default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; ${NOTHING_ELSE}`;

function sendAsset(reply: FastifyReply, asset: Asset | undefined, accepted: string | undefined): FastifyReply {
  if (asset === undefined) throw notFound('page');
  const isZipped = accepted !== undefined && /\bgzip\b/.test(accepted);
  return reply
    .headers({
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      // The address holds a hash of what it names.
      'cache-control': 'public, max-age=31536000, immutable',
      ...(isZipped && { 'content-encoding': 'gzip' }),
    })
    .type(asset.type)
    .send(isZipped ? asset.zipped : asset.bytes);
}
