import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { parseInvitationId, parsePersonId } from '../ids.js';
import { acceptInvitation } from './accept-invitation.js';
import { changeRole } from './change-role.js';
import { invitePerson } from './invite-person.js';
import { listInvitations } from './list-invitations.js';
import { listPeople } from './list-people.js';
import { lookInvitation } from './look-invitation.js';
import { removePerson } from './remove-person.js';
import type { PasswordDeps } from './try-password.js';
import { withdrawInvitation } from './withdraw-invitation.js';

export function peopleConsoleRoutes(app: FastifyInstance, deps: ConsoleDeps & PasswordDeps): void {
  consoleRoute(app, deps, consoleEndpoints.listPeople, ({ member }) => listPeople(deps.db, member.merchantId));
  consoleRoute(app, deps, consoleEndpoints.changeRole, async ({ member, params, body, requestId }) =>
    changeRole(deps, member, { ...body, personId: parsePersonId(params.id), requestId }),
  );
  consoleRoute(app, deps, consoleEndpoints.removePerson, async ({ member, params, requestId }) =>
    removePerson(deps, member, { personId: parsePersonId(params.id), requestId }),
  );
  invitationRoutes(app, deps);
}

function invitationRoutes(app: FastifyInstance, deps: ConsoleDeps & PasswordDeps): void {
  consoleRoute(app, deps, consoleEndpoints.listInvitations, ({ member }) => listInvitations(deps, member.merchantId));
  consoleRoute(app, deps, consoleEndpoints.invitePerson, ({ member, body, requestId }) =>
    invitePerson(deps, member, { ...body, requestId }),
  );
  consoleRoute(app, deps, consoleEndpoints.withdrawInvitation, async ({ member, params, requestId }) =>
    withdrawInvitation(deps, member, { invitationId: parseInvitationId(params.id), requestId }),
  );
  consoleRoute(app, deps, consoleEndpoints.lookInvitation, ({ body }) => lookInvitation(deps, body.secret));
  consoleRoute(app, deps, consoleEndpoints.acceptInvitation, async ({ body, keepSession, keepBrowser, ...call }) => {
    const { secret, browser, me } = await acceptInvitation(deps, { ...call, ...body });
    keepSession(secret);
    keepBrowser(browser);
    return me;
  });
}
