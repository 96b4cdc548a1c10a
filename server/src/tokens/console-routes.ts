import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { CallerDirectory } from '../access/find-caller.js';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { parseTokenId } from '../ids.js';
import type { Usage } from '../usage/collect-usage.js';
import { createToken } from './create-token.js';
import { getTokenUsage } from './get-token-usage.js';
import { listTokens } from './list-tokens.js';
import { revokeToken } from './revoke-token.js';
import { rotateToken } from './rotate-token.js';
import { toConsoleToken } from './token-state.js';

type Deps = ConsoleDeps & { readonly callers: CallerDirectory; readonly usage: Usage };

export function tokenConsoleRoutes(app: FastifyInstance, deps: Deps): void {
  consoleRoute(app, deps, consoleEndpoints.listTokens, ({ member }) => listTokens(deps, member.merchantId));
  consoleRoute(app, deps, consoleEndpoints.createToken, ({ member, body, requestId }) =>
    createToken(deps, member.merchantId, { ...body, by: { person: member, requestId } }),
  );
  consoleRoute(app, deps, consoleEndpoints.revokeToken, async ({ member, params, requestId }) => {
    const by = { person: member, requestId };
    return toConsoleToken(await revokeToken(deps, member.merchantId, parseTokenId(params.id), by), deps.clock);
  });
  consoleRoute(app, deps, consoleEndpoints.rotateToken, async ({ member, params, body, requestId }) => {
    const order = { ...body, tokenId: parseTokenId(params.id) };
    return rotateToken(deps, member.merchantId, order, { person: member, requestId });
  });
  consoleRoute(app, deps, consoleEndpoints.getTokenUsage, async ({ member, params, query }) =>
    getTokenUsage(deps, member.merchantId, { ...query, tokenId: parseTokenId(params.id) }),
  );
}
