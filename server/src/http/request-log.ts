import type { FastifyInstance } from 'fastify';
import type { TokenPrincipal } from '../principal.js';

declare module 'fastify' {
  interface FastifyRequest {
    // Set once the token is known, for the log.
    caller: Pick<TokenPrincipal, 'merchantId' | 'token'> | undefined;
  }
}

// One line a request. The route's pattern instead of the URL, so that no query and no id is in it; of the token only
// its last four characters.
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller && { merchant: caller.merchantId, token: caller.token.lastFour }),
      },
      'request',
    );
  });
}
