import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notFound } from '../errors.js';
import { send, Redirect, sendRedirect, type Exchange, HTML_TYPE, pageHeaders } from '../http/exchange.js';
import type { HttpApp } from '../http/http-app.js';
import { findShipped } from '../shipped.js';
import { readPageBuild, type PageBuild } from './page-build.js';
import { missingPage, sendAsset } from './send-page.js';

type Deps = {
  readonly store: { readonly origin: string };
  // Where the built player lies; tests have other places.
  readonly screenDist?: string | undefined;
};

// The player at /screen, the files that it loads, and the service worker that keeps them. The answer is the version that
// is served, null where none was built.
export function screenRoutes(app: HttpApp, deps: Deps): string | null {
  const { store, screenDist = findShipped('screen/dist/') } = deps;
  const policy = screenPolicy(store.origin);
  const build = readScreenBuild(screenDist, policy);
  const sendPage = (exchange: Exchange): void => {
    if (build === undefined) return missingPage(exchange, { what: 'The player', folder: 'screen/dist' });
    Object.assign(exchange.headers, pageHeaders(policy));
    send(exchange, { type: HTML_TYPE, body: build.index });
  };
  // Beside the page and not below it: a worker's scope is the folder that it lies in, unless a header says more.
  const sendWorker = (exchange: Exchange): void => {
    if (build === undefined) throw notFound('file');
    Object.assign(exchange.headers, pageHeaders(WORKER_POLICY));
    send(exchange, { type: 'text/javascript; charset=utf-8', body: build.worker });
  };
  for (const method of ['GET', 'HEAD']) {
    app.on(method, '/screen', sendPage);
    // Typed by hand. Relative, for the service may stand below a path that it does not see.
    app.on(method, '/screen/', (exchange) => sendRedirect(exchange, new Redirect('../screen')));
    app.on(method, '/screen-worker.js', sendWorker);
    app.on(method, '/screen/:name', (exchange) => sendAsset(exchange, build));
  }
  return build?.version ?? null;
}

function screenPolicy(storageOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // From the device's own store, or, where it has none, from the storage itself.
    `img-src 'self' blob: ${storageOrigin}`,
    `media-src blob: ${storageOrigin}`,
    // Before a web page is shown it is asked whether it is there, so that no browser's error page hangs in a shop window;
    // nobody can say beforehand where it comes from.
    "connect-src 'self' https: http:",
    "worker-src 'self'",
    'frame-src https: http:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

type ScreenBuild = PageBuild & { readonly worker: string; readonly version: string };

// The player. Its service worker keeps the page whole, headers included, for days without network, so that the version
// changes with each file of it and with the policy: a store at another address is another page.
export function readScreenBuild(dist: string, policy: string): ScreenBuild | undefined {
  const build = readPageBuild(dist, 'screen');
  if (build === undefined) return undefined;
  const worker = readFileSync(join(dist, 'worker.js'), 'utf8');
  const { index, files } = build;
  const hash = createHash('sha256').update(JSON.stringify([policy, index, worker, files]));
  const version = hash.digest('base64url').slice(0, 16);
  return {
    ...build,
    index: index.replaceAll('__VERSION__', version),
    worker: `const SHELL = ${JSON.stringify({ version, files })};\n${worker}`,
    version,
  };
}
