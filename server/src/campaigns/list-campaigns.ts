import type { KeyObject } from 'node:crypto';
import type {
  Campaign,
  CampaignCounts,
  CampaignListQuery,
  CampaignPage,
  CampaignSummary,
  CampaignSummaryPage,
} from '@vitrine/contract/campaigns';
import { statusAt } from '@vitrine/contract/campaign-status';
import type { Clock } from '../clock.js';
import { toIsoTimestamp, type Db } from '../db/db.js';
import {
  filtersOf,
  readPage,
  refuseList,
  toTagSet,
  toTexts,
  type ListInput,
  type ListQuery,
} from '../http/list-page.js';
import { WrittenJson } from '../http/written-json.js';
import type { MerchantId } from '../ids.js';
import { latestWallClock } from '@vitrine/contract/local-time';
import { findOutOfStep } from '../playlists/step-queries.js';
import type { PersonPrincipal, ContentPrincipal } from '../principal.js';
import type { ResolveTags, TagDictionaries, WriteTags } from '../tags/tag-dictionary.js';
import {
  countCampaigns,
  selectCampaignPage,
  selectSummaryPage,
  type CampaignDetailTexts,
  type CampaignPageInput,
  type CampaignRow,
  type CampaignTexts,
  type SummaryRow,
} from './queries.js';

export type CampaignDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly cursorKey: KeyObject;
  readonly tagDictionaries: TagDictionaries;
};

// Text in the database and text in the answer, as a page of media is.
export async function listCampaigns(
  { db, clock, cursorKey, tagDictionaries }: CampaignDeps,
  principal: ContentPrincipal,
  { query, faults }: ListInput,
): Promise<WrittenJson<CampaignPage>> {
  const { merchantId } = principal;
  const filter = { search: toTexts(principal, query.q), tagIds: toTagSet(query.tag) };
  const scope = { list: 'campaigns', merchantId, filters: filtersOf(query) };
  refuseList(cursorKey, scope, { query, faults });
  const { rows, nextCursor } = await readPage(cursorKey, scope, query, {
    select: (after, limit) =>
      selectCampaignPage(db, merchantId, {
        ...filter,
        after: after && { changedAt: after[0], lineageId: after[1] },
        limit,
      }),
    positionOf: (row) => [toIsoTimestamp(row[CHANGED_AT]), row[LINEAGE_ID]],
  });
  const [first] = rows;
  if (first === undefined) return new WrittenJson('{"items":[],"nextCursor":null}');
  const writeTags = await tagDictionaries.findWriter(merchantId, tagVersionOf(first));
  const now = clock.now();
  const items = rows.map((row) => writeCampaign(now, writeTags, row)).join(',');
  return new WrittenJson(`{"items":[${items}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

const LINEAGE_ID = 0;
const CHANGED_AT = 7;
const TAG_VERSION = 9;

export const tagVersionOf = (row: CampaignTexts | CampaignDetailTexts): number | null =>
  row[TAG_VERSION] === null ? null : Number(row[TAG_VERSION]);

const writeCampaign = (now: number, writeTags: WriteTags, row: CampaignTexts): string =>
  `{${writeFields(now, writeTags, row)}}`;

// What JSON.stringify makes of toCampaign, letter by letter.
export function writeFields(now: number, writeTags: WriteTags, row: CampaignTexts | CampaignDetailTexts): string {
  const [lineageId, name, isLive, wasPublished, start, end, timeZone, , tagIds] = row;
  const flight = { start, end };
  const status = statusAt(now, { isLive: isLive === 't', wasPublished: wasPublished === 't', flight, timeZone });
  return (
    `"lineageId":"${lineageId}","name":${JSON.stringify(name)},"status":"${status}"` +
    `,"flight":${JSON.stringify(flight)},"tags":${writeTags(tagIds)}`
  );
}

export async function listConsoleCampaigns(
  deps: CampaignDeps,
  principal: PersonPrincipal,
  { query }: { readonly query: CampaignListQuery },
): Promise<CampaignSummaryPage> {
  const { db, clock } = deps;
  const { merchantId, timeZone } = principal;
  const archived = query.archived === 'true';
  const list = [archived ? 'archived campaigns' : 'console campaigns', query.status ?? []].flat().join(' ');
  const wall = latestWallClock(timeZone, clock.now());
  const status = query.status && { is: query.status, wall };
  const select: typeof selectSummaryPage = (db, merchantId, page) =>
    selectSummaryPage(db, merchantId, { ...page, status });
  const source = { list, archived, select, toItem: toSummary };
  const { items, nextCursor } = await readCampaigns(deps, principal, query, source);
  const live = items.filter(({ liveVersion }) => liveVersion !== null).map(({ lineageId }) => lineageId);
  const changed = await findOutOfStep(db, merchantId, live);
  return {
    items: items.map((item) => ({ ...item, contentChanged: changed.has(item.lineageId) })),
    nextCursor,
    counts: query.cursor === undefined ? await findCounts(db, principal, query, wall) : null,
  };
}

const NONE = { running: 0, upcoming: 0, draft: 0, ended: 0, withdrawn: 0 };

async function findCounts(db: Db, principal: PersonPrincipal, query: ListQuery, wall: string): Promise<CampaignCounts> {
  const filter = { search: toTexts(principal, query.q), tagIds: toTagSet(query.tag), wall };
  const rows = await countCampaigns(db, principal.merchantId, filter);
  const listed = rows.filter(({ archived }) => !archived).map(({ status, count }) => [status, count]);
  const archived = rows.reduce((sum, row) => sum + (row.archived ? row.count : 0), 0);
  return { ...NONE, ...Object.fromEntries(listed), archived };
}

type Source<Row, Item> = {
  // A cursor of one list does not open another.
  readonly list: string;
  readonly archived: boolean;
  readonly select: (db: Db, merchantId: MerchantId, page: CampaignPageInput) => Promise<Row[]>;
  readonly toItem: (now: number, resolveTags: ResolveTags, row: Row) => Item;
};

async function readCampaigns<Row extends CampaignRow, Item>(
  { db, clock, cursorKey, tagDictionaries }: CampaignDeps,
  principal: ContentPrincipal,
  query: ListQuery,
  { list, archived, select, toItem }: Source<Row, Item>,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const { merchantId } = principal;
  const filter = { search: toTexts(principal, query.q), tagIds: toTagSet(query.tag), archived };
  const { rows, nextCursor } = await readPage(cursorKey, { list, merchantId, filters: filtersOf(query) }, query, {
    select: (after, limit) =>
      select(db, merchantId, { ...filter, after: after && { changedAt: after[0], lineageId: after[1] }, limit }),
    positionOf: ({ changedAt, lineageId }) => [changedAt, lineageId],
  });
  const [first] = rows;
  // Nothing to name, and no row that tells the version of the names.
  if (first === undefined) return { items: [], nextCursor };
  const resolveTags = await tagDictionaries.find(merchantId, first.tagVersion);
  const now = clock.now();
  return { items: rows.map((row) => toItem(now, resolveTags, row)), nextCursor };
}

function toCampaign(now: number, resolveTags: ResolveTags, row: CampaignRow): Campaign {
  const { lineageId, name, isLive, wasPublished, timeZone } = row;
  const flight = { start: row.flightStart, end: row.flightEnd };
  return {
    lineageId,
    name,
    status: statusAt(now, { isLive, wasPublished, flight, timeZone }),
    flight,
    tags: resolveTags(row.tagIds),
  };
}

type ListedSummary = Omit<CampaignSummary, 'contentChanged'>;

const toSummary = (now: number, resolveTags: ResolveTags, row: SummaryRow): ListedSummary => ({
  ...toCampaign(now, resolveTags, row),
  archived: row.archived,
  revision: row.revision,
  changedAt: row.changedAt,
  liveVersion: row.liveVersion,
  // Where nothing was ever published the newest version is worked on, also when there is none yet.
  draftVersion: row.draftVersion ?? (row.wasPublished ? null : 1),
});
