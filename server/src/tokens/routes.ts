import type { FastifyInstance } from 'fastify';
import { endpoints } from '@vitrine/contract/endpoints';
import type { GateDeps } from '../http/gates.js';
import { route } from '../http/route.js';
import { getToken } from './get-token.js';

export function tokenRoutes(app: FastifyInstance, deps: GateDeps): void {
  route(app, deps, endpoints.getToken, ({ passing }) => getToken(deps, passing));
}
