import type { KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { exportActivity } from './export-activity.js';
import { listActivity } from './list-activity.js';

export function activityConsoleRoutes(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly cursorKey: KeyObject },
): void {
  consoleRoute(app, deps, consoleEndpoints.listActivity, ({ member, query }) => listActivity(deps, member, query));
  consoleRoute(app, deps, consoleEndpoints.exportActivity, ({ member, query }) => exportActivity(deps, member, query));
}
