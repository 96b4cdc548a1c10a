import type { FastifyInstance } from 'fastify';
import { endpoints } from '@vitrine/contract/endpoints';
import type { GateDeps } from '../http/gates.js';
import { route } from '../http/route.js';
import { parseMediaId } from '../ids.js';
import { getMedia } from './get-media.js';
import { listMedia, type MediaDeps } from './list-media.js';

export function mediaRoutes(app: FastifyInstance, deps: GateDeps & MediaDeps): void {
  route(app, deps, endpoints.listMedia, ({ caller, query }) => listMedia(deps, caller, query));
  route(app, deps, endpoints.getMedia, async ({ caller, params }) => getMedia(deps, caller, parseMediaId(params.id)));
}
