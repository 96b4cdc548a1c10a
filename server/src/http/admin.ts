import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { Log } from '../log.js';
import type { Readiness } from './health.js';
import { JSON_TYPE } from './exchange.js';
import { respond } from './respond.js';

export type Metrics = Pick<Registry, 'contentType' | 'metrics'>;
type Deps = { readonly metrics: Metrics; readonly ready: () => Promise<Readiness>; readonly log: Log };
type Answer = { readonly status: number; readonly type: string; readonly text: string };

// What the operator alone may see of the service: for a server of its own, at ADMIN_PORT. None of it is a route of the
// app, so no spelling of a path brings it to the public port.
export function answerAdmin(deps: Deps): RequestListener {
  return (request, response) => {
    answer(deps, request).then(
      (found) => send(request, response, found),
      (error: unknown) => {
        deps.log.error({ err: error }, 'admin: failed');
        send(request, response, toJson(500, { status: 'failed' }));
      },
    );
  };
}

async function answer({ metrics, ready }: Deps, { method, url = '' }: IncomingMessage): Promise<Answer> {
  if (method !== 'GET') return toJson(405, { status: 'method not allowed' });
  const [path = ''] = url.split('?', 1);
  switch (path) {
    case '/metrics':
      return { status: 200, type: metrics.contentType, text: await metrics.metrics() };
    case '/healthz':
      return toJson(200, { status: 'ok' });
    case '/readyz': {
      const { isReady, isDegraded, parts } = await ready();
      if (!isReady) return toJson(503, { status: 'unavailable', ...parts });
      return toJson(200, { status: isDegraded ? 'degraded' : 'ok', ...parts });
    }
    default:
      return toJson(404, { status: 'not found' });
  }
}

const toJson = (status: number, body: object): Answer => ({ status, type: JSON_TYPE, text: JSON.stringify(body) });

function send(request: IncomingMessage, response: ServerResponse, { status, type, text }: Answer): void {
  const headers = {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET' }),
  };
  respond(request, response, { status, headers, body: text });
}
