import type { Campaign, CampaignDetail, CampaignPage, ListCampaignsQuery } from './generated/types.js';
import type { ListOptions } from './list-options.js';
import { createPageList, type PageList } from './page-list.js';
import type { CallOptions, Transport } from './transport.js';

export type Campaigns = {
  /** Campaigns that are not archived, most recently changed first. */
  readonly list: (options?: ListOptions<ListCampaignsQuery>) => PageList<Campaign>;
  /** A campaign with what screens play now. */
  readonly get: (lineageId: string, options?: CallOptions) => Promise<CampaignDetail>;
};

export const createCampaigns = ({ get }: Transport): Campaigns => ({
  list: ({ signal, ...query } = {}) =>
    createPageList(query.cursor, (cursor) => get<CampaignPage>('/campaigns', { ...query, cursor }, { signal })),
  get: (lineageId, options = {}) => get(`/campaigns/${encodeURIComponent(lineageId)}`, {}, options),
});
