import type { CampaignStatus, Flight, LiveContent } from '@vitrine/contract/campaigns';
import { statusAt } from '../campaign-status.js';
import type { Queryable } from '../db/db.js';
import { notFound } from '../errors.js';
import type { LineageId, MerchantId } from '../ids.js';
import { selectFacts, type FactsRow, type PlaylistRef, type VersionRow } from './queries.js';

export type Publisher = { readonly personId: string; readonly name: string };

export type Version = {
  readonly version: number;
  readonly flight: Flight;
  readonly landscapePlaylist: PlaylistRef | null;
  readonly portraitPlaylist: PlaylistRef | null;
  readonly publishedAt: string | null;
  readonly publishedBy: Publisher | null;
  readonly content: LiveContent | null;
};

// A campaign as one statement found it: what decisions about it are made from.
export type CampaignFacts = {
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

export async function requireFacts(
  db: Queryable,
  merchantId: MerchantId,
  lineageId: LineageId,
): Promise<CampaignFacts> {
  const rows = await selectFacts(db, merchantId, lineageId);
  const [first] = rows;
  if (first === undefined) throw notFound('campaign');
  return toFacts(first, rows);
}

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

function toFacts(first: FactsRow, rows: readonly FactsRow[]): CampaignFacts {
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

const isVersion = (row: FactsRow): row is FactsRow & VersionRow => row.version !== null;

export const toVersion = (row: VersionRow): Omit<Version, 'content'> => ({
  version: row.version,
  flight: { start: row.flight_start, end: row.flight_end },
  landscapePlaylist: row.landscape_playlist,
  portraitPlaylist: row.portrait_playlist,
  publishedAt: row.published_at,
  publishedBy: row.published_by,
});

export const statusOf = ({ live, newest, wasPublished, timeZone }: CampaignFacts, now: number): CampaignStatus =>
  statusAt(now, { isLive: live !== null, wasPublished, flight: (live ?? newest).flight, timeZone });

// The number that the next edit or publication writes to.
export const nextVersion = ({ draft, newest }: CampaignFacts): number => draft?.version ?? newest.version + 1;

export const playlistIdsOf = ({ landscapePlaylist, portraitPlaylist }: Version): string[] =>
  [landscapePlaylist, portraitPlaylist].flatMap((playlist) => playlist?.id ?? []);

export const usedPlaylistIds = ({ live, newest }: CampaignFacts): string[] =>
  [live, newest].flatMap((version) => (version === null ? [] : playlistIdsOf(version)));
