import type { FastifyInstance } from 'fastify';
import { endpoints } from '@vitrine/contract/endpoints';
import type { GateDeps } from '../http/gates.js';
import { route } from '../http/route.js';
import { parseLineageId } from '../ids.js';
import { getCampaign } from './get-campaign.js';
import { listCampaigns, type CampaignDeps } from './list-campaigns.js';

export function campaignRoutes(app: FastifyInstance, deps: GateDeps & CampaignDeps): void {
  route(app, deps, endpoints.listCampaigns, ({ caller, query }) => listCampaigns(deps, caller, query));
  route(app, deps, endpoints.getCampaign, async ({ caller, params }) =>
    getCampaign(deps, caller, parseLineageId(params.lineageId)),
  );
}
