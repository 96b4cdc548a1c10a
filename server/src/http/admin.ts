import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Readiness } from './health.js';
import { drainBody, isBodyUnread } from './unread-body.js';

declare module 'fastify' {
  interface FastifyInstance {
    // What the operator alone may see of the service: for a server of its own, at ADMIN_PORT.
    admin: RequestListener;
  }
}

type Deps = { readonly metrics: Registry; readonly ready: () => Promise<Readiness> };
type Answer = { readonly status: number; readonly type: string; readonly text: string };

// None of it is a route of the app, so no spelling of a path brings it to the public port.
export function answerAdmin(app: FastifyInstance, deps: Deps): void {
  app.decorate('admin', (request, response) => {
    answer(deps, request).then(
      (found) => send(request, response, found),
      (error: unknown) => {
        app.log.error({ err: error }, 'admin: failed');
        send(request, response, toJson(500, { status: 'failed' }));
      },
    );
  });
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
      const { isReady, parts } = await ready();
      return toJson(isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', ...parts });
    }
    default:
      return toJson(404, { status: 'not found' });
  }
}

const toJson = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
});

function send(request: IncomingMessage, response: ServerResponse, { status, type, text }: Answer): void {
  const isUnread = isBodyUnread(request);
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET' }),
    ...(isUnread && { connection: 'close' }),
  });
  response.write(text);
  if (isUnread) void drainBody(request).then(() => response.end());
  else response.end();
}
