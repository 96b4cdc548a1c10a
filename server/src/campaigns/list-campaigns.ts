import type { KeyObject } from 'node:crypto';
import type { Campaign, CampaignPage } from '@vitrine/contract/campaigns';
import type { Principal as Caller } from '../principal.js';
import { statusAt } from '../campaign-status.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { filtersOf, readPage, toSearch, toTagSet, type ListQuery } from '../http/list-page.js';
import type { ResolveTags, TagDictionaries } from '../tags/tag-dictionary.js';
import { selectCampaignPage, type CampaignRow } from './queries.js';

export type CampaignDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly cursorKey: KeyObject;
  readonly tagDictionaries: TagDictionaries;
};

export async function listCampaigns(deps: CampaignDeps, caller: Caller, query: ListQuery): Promise<CampaignPage> {
  const { db, clock, tagDictionaries } = deps;
  const { merchantId } = caller;
  const filter = { search: toSearch(query.q), tagIds: toTagSet(query.tag) };
  const walk = { list: 'campaigns', merchantId, filters: filtersOf(query) };
  const { rows, nextCursor } = await readPage(deps.cursorKey, walk, query, {
    select: (after, limit) =>
      selectCampaignPage(db, merchantId, filter, after && { changedAt: after[0], lineageId: after[1] }, limit),
    positionOf: (row) => [row.changed_at, row.lineage_id],
  });
  const [first] = rows;
  // Nothing to name, and no row that tells the version of the names.
  if (first === undefined) return { items: [], nextCursor };
  const resolveTags = await tagDictionaries.find(merchantId, first.tag_version);
  const now = clock.now();
  return { items: rows.map((row) => toCampaign(now, resolveTags, row)), nextCursor };
}

export function toCampaign(now: number, resolveTags: ResolveTags, row: CampaignRow): Campaign {
  const flight = { start: row.flight_start, end: row.flight_end };
  const lifecycle = { isLive: row.is_live, wasPublished: row.was_published, flight, timeZone: row.time_zone };
  return {
    lineageId: row.lineage_id,
    name: row.name,
    status: statusAt(now, lifecycle),
    flight,
    tags: resolveTags(row.tag_ids),
  };
}
