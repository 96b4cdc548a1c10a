import type { CampaignStatus, Flight, LiveContent } from '@vitrine/contract/campaigns';
import { statusAt } from '../campaign-status.js';
import type { Queryable } from '../db/db.js';
import { notFound } from '../errors.js';
import type { LineageId, MerchantId } from '../ids.js';
import { selectState, type StateRow, type VersionRow } from './console-queries.js';

export type PlaylistRef = { readonly id: string; readonly name: string; readonly shared: boolean };

export type Version = {
  readonly version: number;
  readonly flight: Flight;
  readonly landscapePlaylist: PlaylistRef | null;
  readonly portraitPlaylist: PlaylistRef | null;
  readonly publishedAt: string | null;
  readonly publishedBy: { readonly personId: string; readonly name: string } | null;
  readonly content: LiveContent | null;
};

// A campaign as one statement found it: what decisions about it are made from.
export type CampaignState = {
  readonly lineageId: LineageId;
  readonly name: string;
  readonly archived: boolean;
  readonly changedAt: string;
  readonly withdrawnAt: string | null;
  readonly revision: number;
  readonly tagIds: readonly string[];
  readonly tagVersion: number | null;
  readonly timeZone: string;
  readonly wasPublished: boolean;
  readonly versionCount: number;
  readonly live: Version | null;
  readonly newest: Version;
  // The newest version while it was not published.
  readonly draft: Version | null;
};

export async function requireState(
  db: Queryable,
  merchantId: MerchantId,
  lineageId: LineageId,
): Promise<CampaignState> {
  const rows = await selectState(db, merchantId, lineageId);
  const [first] = rows;
  if (first === undefined) throw notFound('campaign');
  return toState(first, rows);
}

export const statusOf = (state: CampaignState, now: number): CampaignStatus =>
  statusAt(now, {
    isLive: state.live !== null,
    wasPublished: state.wasPublished,
    flight: (state.live ?? state.newest).flight,
    timeZone: state.timeZone,
  });

// An import may bring a campaign without any version: it is worked on as the first one.
const NO_VERSION: Version = {
  version: 1,
  flight: { start: null, end: null },
  landscapePlaylist: null,
  portraitPlaylist: null,
  publishedAt: null,
  publishedBy: null,
  content: null,
};

function toState(first: StateRow, rows: readonly StateRow[]): CampaignState {
  const versions = rows.flatMap((row) => (isVersion(row) ? { ...toVersion(row), content: row.content } : []));
  const newest = versions.at(-1) ?? NO_VERSION;
  return {
    lineageId: first.lineage_id,
    name: first.name,
    archived: first.archived,
    changedAt: first.changed_at,
    withdrawnAt: first.withdrawn_at,
    revision: first.revision,
    tagIds: first.tag_ids,
    tagVersion: first.tag_version,
    timeZone: first.time_zone,
    wasPublished: first.was_published,
    versionCount: first.version_count,
    live: versions.find(({ version }) => version === first.live_version) ?? null,
    newest,
    draft: newest.publishedAt === null ? newest : null,
  };
}

const isVersion = (row: StateRow): row is StateRow & VersionRow => row.version !== null;

export const toVersion = (row: VersionRow): Omit<Version, 'content'> => ({
  version: row.version,
  flight: { start: row.flight_start, end: row.flight_end },
  landscapePlaylist: toRef(row.landscape_id, row.landscape_name, row.landscape_shared),
  portraitPlaylist: toRef(row.portrait_id, row.portrait_name, row.portrait_shared),
  publishedAt: row.published_at,
  publishedBy:
    row.published_by_person_id === null || row.published_by_name === null
      ? null
      : { personId: row.published_by_person_id, name: row.published_by_name },
});

const toRef = (id: string | null, name: string | null, shared: boolean | null): PlaylistRef | null =>
  id === null || name === null || shared === null ? null : { id, name, shared };
