import { randomBytes } from 'node:crypto';
import { notFound } from '../errors.js';
import { send, type Exchange } from '../http/exchange.js';
import type { HttpApp } from '../http/http-app.js';
import { HTML_TYPE, pageHeaders } from '../http/page-headers.js';
import { sendFile } from '../http/send-file.js';
import { findShipped } from '../shipped.js';
import { readConsoleBuild } from './console-build.js';
import { MISSING_PAGE, MISSING_POLICY } from './missing-page.js';
import { consolePolicy } from './policy.js';

type Deps = {
  readonly baseUrl: string;
  readonly store: { readonly origin: string };
  // Where the built console lies; tests have other places.
  readonly consoleDist?: string | undefined;
};

// The console at /: one page for every address of its own, and the files that it loads.
export function pageRoutes(app: HttpApp, { baseUrl, store, consoleDist = findShipped('console/dist/') }: Deps): void {
  const build = readConsoleBuild(consoleDist);
  const sendAsset = (exchange: Exchange): Promise<void> => {
    const { params, request, headers } = exchange;
    const asset = build?.find(params['name'] ?? '', String(request.headers['accept-encoding'] ?? ''));
    if (build === undefined || asset === undefined) throw notFound('file');
    Object.assign(headers, asset.headers, { 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
    return sendFile(exchange, build.folder, asset.file);
  };
  const sendPage = (exchange: Exchange): void => {
    if (build === undefined) {
      Object.assign(exchange.headers, pageHeaders(baseUrl, MISSING_POLICY));
      return send(exchange, { status: 503, type: HTML_TYPE, body: MISSING_PAGE });
    }
    const nonce = randomBytes(16).toString('base64url');
    Object.assign(exchange.headers, pageHeaders(baseUrl, consolePolicy(nonce, store.origin)));
    send(exchange, { type: HTML_TYPE, body: build.index.replaceAll('__NONCE__', nonce) });
  };
  for (const method of ['GET', 'HEAD']) {
    app.on(method, '/assets/:name', sendAsset);
    app.on(method, '/', sendPage);
    app.on(method, '/*', (exchange) => {
      if (!isPageOfConsole(exchange)) throw notFound('path');
      sendPage(exchange);
    });
  }
}

const NOT_OURS = /^\/(?:api|docs|assets|healthz|readyz|metrics)(?:[/?]|$)/;

// Somebody who opens an address in a browser gets the console, which has a page of its own for what does not exist; a
// program gets the 404 that it can read.
const isPageOfConsole = ({ url, request }: Exchange): boolean =>
  !NOT_OURS.test(url) && request.headers.accept?.includes('text/html') === true;
