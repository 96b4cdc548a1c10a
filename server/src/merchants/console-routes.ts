import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { getMerchant } from './get-merchant.js';
import { updateMerchant } from './update-merchant.js';

export function merchantConsoleRoutes(app: FastifyInstance, deps: ConsoleDeps): void {
  consoleRoute(app, deps, consoleEndpoints.getMerchant, ({ member }) => getMerchant(deps.db, member.merchantId));
  consoleRoute(app, deps, consoleEndpoints.updateMerchant, ({ member, body, requestId }) =>
    updateMerchant(deps, member.merchantId, body, { person: member, requestId }),
  );
}
