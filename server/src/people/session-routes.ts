import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { parseMerchantId } from '../ids.js';
import { signIn } from './sign-in.js';
import { signOut, signOutEverywhere } from './sign-out.js';
import { switchMerchant } from './switch-merchant.js';
import { toMe } from './to-me.js';
import type { PasswordDeps } from './try-password.js';

export function sessionRoutes(app: FastifyInstance, deps: ConsoleDeps & PasswordDeps): void {
  consoleRoute(app, deps, consoleEndpoints.signIn, async ({ body, keepSession, keepBrowser, ...call }) => {
    const { secret, browser, me } = await signIn(deps, { ...call, ...body });
    keepSession(secret);
    keepBrowser(browser);
    return me;
  });
  consoleRoute(app, deps, consoleEndpoints.signOut, ({ visitor, dropSession }) => {
    dropSession();
    return signOut(deps.db, visitor);
  });
  consoleRoute(app, deps, consoleEndpoints.signOutEverywhere, ({ visitor, dropSession }) => {
    dropSession();
    return signOutEverywhere(deps.db, visitor);
  });
  consoleRoute(app, deps, consoleEndpoints.getMe, async ({ visitor }) => toMe(visitor));
  consoleRoute(app, deps, consoleEndpoints.switchMerchant, async ({ visitor, body }) =>
    switchMerchant(deps.db, visitor, parseMerchantId(body.merchantId)),
  );
}
