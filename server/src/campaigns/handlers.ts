import type {
  CampaignListQuery,
  CreateCampaignRequest,
  CampaignChange,
  PublishRequest,
  UpdateCampaignRequest,
} from '@vitrine/contract/console/campaigns';
import type { ListQuery } from '../http/list-page.js';
import { parseLineageId } from '../ids.js';
import type { PersonPrincipal, Principal } from '../principal.js';
import { createCampaign } from './create-campaign.js';
import { getCampaign, getConsoleCampaign, listCampaignVersions, type ConsoleCampaignDeps } from './get-campaign.js';
import { listCampaigns, listConsoleCampaigns, type CampaignDeps } from './list-campaigns.js';
import { archiveCampaign, deleteCampaign, discardDraft, restoreCampaign, withdrawCampaign } from './move-campaign.js';
import { previewPublish } from './preview-publish.js';
import { publishCampaign } from './publish-campaign.js';
import { updateCampaign } from './update-campaign.js';

type Deps = CampaignDeps & ConsoleCampaignDeps;
type Named = { readonly params: { readonly lineageId: string } };

const move =
  (work: typeof withdrawCampaign) =>
  async (deps: Deps, principal: PersonPrincipal, { params, body }: Named & { readonly body: CampaignChange }) =>
    work(deps, principal.merchantId, { ...body, lineageId: parseLineageId(params.lineageId) }, principal);

export const campaignHandlers = {
  listCampaigns: (deps: Deps, principal: Principal, { query }: { readonly query: ListQuery }) =>
    listCampaigns(deps, principal, query),
  getCampaign: async (deps: Deps, principal: Principal, { params }: Named) =>
    getCampaign(deps, principal, parseLineageId(params.lineageId)),
  listConsoleCampaigns: (deps: Deps, principal: Principal, { query }: { readonly query: CampaignListQuery }) =>
    listConsoleCampaigns(deps, principal.merchantId, query),
  getConsoleCampaign: async (deps: Deps, principal: Principal, { params }: Named) =>
    getConsoleCampaign(deps, principal.merchantId, parseLineageId(params.lineageId)),
  createCampaign: (deps: Deps, principal: PersonPrincipal, { body }: { readonly body: CreateCampaignRequest }) =>
    createCampaign(deps, principal.merchantId, body, principal),
  updateCampaign: async (
    deps: Deps,
    principal: PersonPrincipal,
    { params, body }: Named & { readonly body: UpdateCampaignRequest },
  ) => updateCampaign(deps, principal.merchantId, { ...body, lineageId: parseLineageId(params.lineageId) }, principal),
  deleteCampaign: async (deps: Deps, principal: PersonPrincipal, { params }: Named) =>
    deleteCampaign(deps, principal.merchantId, parseLineageId(params.lineageId), principal),
  listCampaignVersions: async (deps: Deps, principal: PersonPrincipal, { params }: Named) =>
    listCampaignVersions(deps.db, principal.merchantId, parseLineageId(params.lineageId)),
  previewPublish: async (deps: Deps, principal: PersonPrincipal, { params }: Named) =>
    previewPublish(deps, principal.merchantId, parseLineageId(params.lineageId)),
  publishCampaign: async (
    deps: Deps,
    principal: PersonPrincipal,
    { params, body }: Named & { readonly body: PublishRequest },
  ) => publishCampaign(deps, principal.merchantId, { ...body, lineageId: parseLineageId(params.lineageId) }, principal),
  withdrawCampaign: move(withdrawCampaign),
  archiveCampaign: move(archiveCampaign),
  restoreCampaign: move(restoreCampaign),
  discardDraft: move(discardDraft),
};
