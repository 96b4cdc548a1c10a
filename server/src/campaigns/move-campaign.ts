// The ways of a campaign that need nothing but the campaign itself.
import type { CampaignChange, ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import type { Doer } from '../activity/queries.js';
import type { LineageId, MerchantId } from '../ids.js';
import { changeCampaign, noteDeed, writeCampaign } from './change-campaign.js';
import type { ConsoleCampaignDeps } from './get-console-campaign.js';
import { deleteVersion } from './write-queries.js';

type Order = CampaignChange & { readonly lineageId: LineageId };
type Move = (deps: ConsoleCampaignDeps, merchantId: MerchantId, order: Order, by: Doer) => Promise<ConsoleCampaign>;

export const withdrawCampaign: Move = (deps, merchantId, order, by) =>
  changeCampaign(deps, merchantId, { transition: 'withdraw', ...order, by }, async (change) => {
    const { at, state } = change;
    await writeCampaign(change, { liveVersion: null, withdrawnAt: at, changedAt: at });
    await noteDeed(change, 'campaign.withdrawn', { version: state.live?.version ?? null });
  });

// Hiding is no change of the campaign (decisions: what changed means), so it stays where it is in the order of lists.
export const archiveCampaign: Move = (deps, merchantId, order, by) =>
  changeCampaign(deps, merchantId, { transition: 'archive', ...order, by }, async (change) => {
    await writeCampaign(change, { archived: true });
    await noteDeed(change, 'campaign.archived');
  });

export const restoreCampaign: Move = (deps, merchantId, order, by) =>
  changeCampaign(deps, merchantId, { transition: 'restore', ...order, by }, async (change) => {
    await writeCampaign(change, { archived: false });
    await noteDeed(change, 'campaign.restored');
  });

export const discardDraft: Move = (deps, merchantId, order, by) =>
  changeCampaign(deps, merchantId, { transition: 'discard', ...order, by }, async (change) => {
    const { db, state, at } = change;
    const { version } = state.newest;
    await deleteVersion(db, merchantId, state.lineageId, version);
    await writeCampaign(change, { changedAt: at });
    await noteDeed(change, 'campaign.draft_discarded', { version });
  });
