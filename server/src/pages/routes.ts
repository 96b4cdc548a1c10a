import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.js';
import { pageHeaders } from '../http/page-headers.js';
import { findShipped } from '../shipped.js';
import { readConsoleBuild, type Asset, type Encoding } from './console-build.js';
import { MISSING_PAGE, MISSING_POLICY } from './missing-page.js';
import { consolePolicy } from './policy.js';

type Deps = {
  readonly baseUrl: string;
  readonly store: { readonly origin: string };
  // Where the built console lies; tests have other places.
  readonly consoleDist?: string | undefined;
};

const METHODS = ['GET', 'HEAD'];

// The console at /: one page for every address of its own, and the files that it loads.
export function pageRoutes(
  app: FastifyInstance,
  { baseUrl, store, consoleDist = findShipped('console/dist/') }: Deps,
): void {
  const build = readConsoleBuild(consoleDist);
  app.route<{ Params: { name: string } }>({
    method: METHODS,
    url: '/assets/:name',
    handler: async ({ params, headers }, reply) =>
      sendAsset(reply, await build?.find(params.name, acceptedOf(headers['accept-encoding']))),
  });
  const sendPage = (reply: FastifyReply): FastifyReply => {
    if (build === undefined) return html(reply, pageHeaders(baseUrl, MISSING_POLICY)).code(503).send(MISSING_PAGE);
    const nonce = randomBytes(16).toString('base64url');
    return html(reply, pageHeaders(baseUrl, consolePolicy(nonce, store.origin))).send(
      build.index.replaceAll('__NONCE__', nonce),
    );
  };
  app.route({ method: METHODS, url: '/', handler: async (_request, reply) => sendPage(reply) });
  app.route({
    method: METHODS,
    url: '/*',
    handler: async (request, reply) => (isPageOfConsole(request) ? sendPage(reply) : reply.callNotFound()),
  });
}

const html = (reply: FastifyReply, headers: Record<string, string>): FastifyReply =>
  reply.headers(headers).type('text/html; charset=utf-8');

const NOT_OURS = /^\/(?:api|docs|assets|healthz|readyz|metrics)(?:[/?]|$)/;

// Somebody who opens an address in a browser gets the console, which has a page of its own for what does not exist; a
// program gets the 404 that it can read.
const isPageOfConsole = ({ url, headers }: FastifyRequest): boolean =>
  !NOT_OURS.test(url) && headers.accept?.includes('text/html') === true;

const acceptedOf = (header: string | undefined): Encoding[] =>
  (['br', 'gzip'] as const).filter((encoding) =>
    new RegExp(`\\b${encoding}\\b(?!;q=0(?:[,.]0*)?(?:,|$))`).test(header ?? ''),
  );

function sendAsset(reply: FastifyReply, asset: Asset | undefined): FastifyReply {
  if (asset === undefined) throw notFound('file');
  const { type, bytes, encoding } = asset;
  return reply
    .headers({
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      // The name holds a hash of what is in it.
      'cache-control': 'public, max-age=31536000, immutable',
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    })
    .type(type)
    .send(bytes);
}
