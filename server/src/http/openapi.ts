import type { FastifyInstance } from 'fastify';
import { API_PATH } from '@vitrine/contract/endpoint';
import { toOpenApi } from '@vitrine/contract/openapi';

export const OPENAPI_ROUTE = { method: 'GET', path: '/openapi.json' } as const;

// The document needs no token and is not counted (decisions, Shapes). It is the same for everybody, so tools on other
// origins may read it too, and it names the address of this server, so that they know where to send requests.
export function answerOpenApi(app: FastifyInstance, baseUrl: string): void {
  let text: string | undefined;
  app.get(API_PATH + OPENAPI_ROUTE.path, async (_request, reply) => {
    text ??= JSON.stringify(toOpenApi(baseUrl));
    return reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(text);
  });
}
