import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { listTags } from './list-tags.js';

// A media item's tags are changed beside the item itself, in ../media/console-routes.ts: its answer is the item.
export function tagConsoleRoutes(app: FastifyInstance, deps: ConsoleDeps & Parameters<typeof listTags>[0]): void {
  consoleRoute(app, deps, consoleEndpoints.listConsoleTags, ({ member, query }) =>
    listTags(deps, member.merchantId, query),
  );
}
