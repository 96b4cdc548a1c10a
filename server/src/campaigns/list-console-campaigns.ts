import type { CampaignListQuery, CampaignSummary, CampaignSummaryPage } from '@vitrine/contract/console/campaigns';
import { filtersOf, readPage, toSearch, toTagSet } from '../http/list-page.js';
import type { MerchantId } from '../ids.js';
import type { ResolveTags } from '../tags/tag-dictionary.js';
import { selectSummaryPage, type SummaryRow } from './console-queries.js';
import { toCampaign, type CampaignDeps } from './list-campaigns.js';

export async function listConsoleCampaigns(
  deps: CampaignDeps,
  merchantId: MerchantId,
  query: CampaignListQuery,
): Promise<CampaignSummaryPage> {
  const archived = query.archived === 'true';
  const filter = { search: toSearch(query.q), tagIds: toTagSet(query.tag), archived };
  const list = archived ? 'archived campaigns' : 'console campaigns';
  const walk = { list, merchantId, filters: filtersOf(query) };
  const { rows, nextCursor } = await readPage(deps.cursorKey, walk, query, {
    select: (after, limit) =>
      selectSummaryPage(deps.db, merchantId, filter, after && { changedAt: after[0], lineageId: after[1] }, limit),
    positionOf: (row) => [row.changed_at, row.lineage_id],
  });
  const [first] = rows;
  if (first === undefined) return { items: [], nextCursor };
  const resolveTags = await deps.tagDictionaries.find(merchantId, first.tag_version);
  const now = deps.clock.now();
  return { items: rows.map((row) => toSummary(now, resolveTags, row, archived)), nextCursor };
}

const toSummary = (now: number, resolveTags: ResolveTags, row: SummaryRow, archived: boolean): CampaignSummary => ({
  ...toCampaign(now, resolveTags, row),
  archived,
  revision: row.revision,
  changedAt: row.changed_at,
  liveVersion: row.live_version,
  // Where nothing was ever published the newest version is worked on, also when there is none yet.
  draftVersion: row.draft_version ?? (row.was_published ? null : 1),
});
