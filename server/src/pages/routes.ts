import { randomBytes } from 'node:crypto';
import { noSuchEndpoint } from '../errors.js';
import { send, type Exchange, HTML_TYPE, pageHeaders } from '../http/exchange.js';
import type { HttpApp } from '../http/http-app.js';
import { findShipped } from '../shipped.js';
import { readPageBuild } from './page-build.js';
import { missingPage, sendAsset } from './send-page.js';

type Deps = {
  readonly store: { readonly origin: string };
  // Where the built console lies; tests have other places.
  readonly consoleDist?: string | undefined;
};

// The console at /: one page for every address of its own, and the files that it loads.
export function pageRoutes(app: HttpApp, { store, consoleDist = findShipped('console/dist/') }: Deps): void {
  const build = readPageBuild(consoleDist, 'assets');
  const sendPage = (exchange: Exchange): void => {
    if (build === undefined) return missingPage(exchange, { what: 'The console', folder: 'console/dist' });
    const nonce = randomBytes(16).toString('base64url');
    Object.assign(exchange.headers, pageHeaders(consolePolicy(nonce, store.origin)), openerPolicy(exchange));
    send(exchange, { type: HTML_TYPE, body: build.index.replaceAll('__NONCE__', nonce) });
  };
  for (const method of ['GET', 'HEAD']) {
    app.on(method, '/assets/:name', (exchange) => sendAsset(exchange, build));
    app.on(method, '/', sendPage);
    app.on(method, '/*', (exchange) => {
      if (!isPageOfConsole(exchange)) throw noSuchEndpoint(exchange.url);
      sendPage(exchange);
    });
  }
}

// An assistant's site may open its question in a window and wait for that to come back: the browser must not cut the tie.
const openerPolicy = ({ url }: Exchange): Record<string, string> =>
  /^\/(?:authorize|connect)(?:[/?]|$)/.test(url) ? { 'cross-origin-opener-policy': 'unsafe-none' } : {};

const NOT_OURS = /^\/(?:api|docs|assets|screen|healthz|readyz|metrics)(?:[/?]|$)/;

// Somebody who opens an address in a browser gets the console, which has a page of its own for what does not exist; a
// program gets the 404 that it can read.
const isPageOfConsole = ({ url, request }: Exchange): boolean =>
  !NOT_OURS.test(url) && request.headers.accept?.includes('text/html') === true;

// What a page of the console may do. Everything that is not named here is refused by the browser.
function consolePolicy(nonce: string, storageOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Mantine writes its theme's variables into style elements, which carry this page's nonce. What React sets on single
    // elements goes through the CSSOM, which no policy is asked about, so style attributes stay forbidden.
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    // Previews and thumbnails are signed addresses of the storage; blob: is a file that was chosen and is not sent yet.
    `img-src 'self' blob: data: ${storageOrigin}`,
    `media-src 'self' blob: data: ${storageOrigin}`,
    // Files are PUT to the storage by the browser itself.
    `connect-src 'self' ${storageOrigin}`,
    "worker-src 'self' blob:",
    // A web page on the playlist is shown in a sandboxed frame; nobody can say beforehand where it comes from.
    'frame-src https: http:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
