import type { FastifyInstance } from 'fastify';
import { endpoints } from '@vitrine/contract/endpoints';
import type { GateDeps } from '../http/gates.js';
import { route } from '../http/route.js';
import { parseMediaId } from '../ids.js';
import { addTags, type AddTagsDeps } from './add-tags.js';
import { listTags } from './list-tags.js';

type Deps = GateDeps & AddTagsDeps & Parameters<typeof listTags>[0];

export function tagRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoints.listTags, ({ caller, query }) => listTags(deps, caller.merchantId, query));
  route(app, deps, endpoints.addTags, async ({ caller, params, body, requestId }) =>
    addTags(deps, caller, { mediaId: parseMediaId(params.id), names: body.add, requestId }),
  );
}
