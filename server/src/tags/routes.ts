import type { FastifyInstance } from 'fastify';
import { endpoints } from '@vitrine/contract/endpoints';
import type { GateDeps } from '../http/gates.js';
import { route } from '../http/route.js';
import { listTags } from './list-tags.js';

type Deps = GateDeps & Parameters<typeof listTags>[0];

export function tagRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoints.listTags, ({ caller, query }) => listTags(deps, caller, query));
}
