import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { parseLineageId } from '../ids.js';
import { createCampaign } from './create-campaign.js';
import { deleteCampaign } from './delete-campaign.js';
import { getConsoleCampaign, type ConsoleCampaignDeps } from './get-console-campaign.js';
import type { CampaignDeps } from './list-campaigns.js';
import { listCampaignVersions } from './list-campaign-versions.js';
import { listConsoleCampaigns } from './list-console-campaigns.js';
import { archiveCampaign, discardDraft, restoreCampaign, withdrawCampaign } from './move-campaign.js';
import { previewPublish } from './preview-publish.js';
import { publishCampaign } from './publish-campaign.js';
import { updateCampaign } from './update-campaign.js';

type Deps = ConsoleDeps & CampaignDeps & ConsoleCampaignDeps;

export function campaignConsoleRoutes(app: FastifyInstance, deps: Deps): void {
  consoleRoute(app, deps, consoleEndpoints.listConsoleCampaigns, ({ member, query }) =>
    listConsoleCampaigns(deps, member.merchantId, query),
  );
  consoleRoute(app, deps, consoleEndpoints.getConsoleCampaign, async ({ member, params }) =>
    getConsoleCampaign(deps, member.merchantId, parseLineageId(params.lineageId)),
  );
  consoleRoute(app, deps, consoleEndpoints.createCampaign, ({ member, body, requestId }) =>
    createCampaign(deps, member.merchantId, body, { person: member, requestId }),
  );
  consoleRoute(app, deps, consoleEndpoints.updateCampaign, async ({ member, params, body, requestId }) => {
    const order = { ...body, lineageId: parseLineageId(params.lineageId) };
    return updateCampaign(deps, member.merchantId, order, { person: member, requestId });
  });
  consoleRoute(app, deps, consoleEndpoints.deleteCampaign, async ({ member, params, requestId }) =>
    deleteCampaign(deps, member.merchantId, parseLineageId(params.lineageId), { person: member, requestId }),
  );
  consoleRoute(app, deps, consoleEndpoints.listCampaignVersions, async ({ member, params }) =>
    listCampaignVersions(deps.db, member.merchantId, parseLineageId(params.lineageId)),
  );
  publishRoutes(app, deps);
  moveRoutes(app, deps);
}

function publishRoutes(app: FastifyInstance, deps: Deps): void {
  consoleRoute(app, deps, consoleEndpoints.previewPublish, async ({ member, params }) =>
    previewPublish(deps, member.merchantId, parseLineageId(params.lineageId)),
  );
  consoleRoute(app, deps, consoleEndpoints.publishCampaign, async ({ member, params, body, requestId }) => {
    const order = { ...body, lineageId: parseLineageId(params.lineageId) };
    return publishCampaign(deps, member.merchantId, order, { person: member, requestId });
  });
}

const MOVES = [
  [consoleEndpoints.withdrawCampaign, withdrawCampaign],
  [consoleEndpoints.archiveCampaign, archiveCampaign],
  [consoleEndpoints.restoreCampaign, restoreCampaign],
  [consoleEndpoints.discardDraft, discardDraft],
] as const;

function moveRoutes(app: FastifyInstance, deps: Deps): void {
  for (const [endpoint, move] of MOVES) {
    consoleRoute(app, deps, endpoint, async ({ member, params, body, requestId }) => {
      const order = { ...body, lineageId: parseLineageId(params.lineageId) };
      return move(deps, member.merchantId, order, { person: member, requestId });
    });
  }
}
