import type { Flight } from '@vitrine/contract/campaign-content';
import type { ConsoleMedia } from '@vitrine/contract/media';
import type { CampaignRef } from '@vitrine/contract/references';
import { statusAt } from '@vitrine/contract/campaign-status';
import type { Clock } from '../clock.js';
import type { Queryable } from '../db/db.js';
import { requireFound } from '../errors.js';
import { parseMediaId, type MediaId, type MerchantId, type ById } from '../ids.js';
import { findOverEverywhere } from '../merchants/over-everywhere.js';
import type { PersonPrincipal } from '../principal.js';
import {
  selectCampaignsPlaying,
  selectConsoleMedia,
  selectPlaylistsWith,
  type ConsoleMediaRow,
  type PlayingRow,
} from './console-queries.js';
import type { MediaDeps } from './list-media.js';
import { toMedia } from './to-media.js';
import { warningsOf } from './warnings.js';

export type ConsoleMediaDeps = MediaDeps & { readonly clock: Clock };

export async function getConsoleMedia(
  deps: ConsoleMediaDeps,
  principal: PersonPrincipal,
  { params }: ById,
): Promise<ConsoleMedia> {
  const { db, store, clock } = deps;
  const { merchantId } = principal;
  const mediaId = parseMediaId(params.id);
  const row = requireFound(await selectConsoleMedia(db, merchantId, mediaId), 'media item');
  const resolveTags = await deps.tagDictionaries.find(merchantId, row.tag_version);
  const [playlists, campaigns] = await Promise.all([
    selectPlaylistsWith(db, merchantId, mediaId),
    listCampaignsPlaying(db, merchantId, mediaId, clock.now()),
  ]);
  const media = toMedia(store, principal, resolveTags, row);
  return {
    ...media,
    fileUrl: media.fileUrl ?? null,
    description: row.description,
    revision: row.revision,
    file: toFile(row),
    warnings: warningsOf(row),
    isBroken: row.is_broken,
    usedIn: { playlists, campaigns },
  };
}

const toFile = ({ file_name, mime_type, size_bytes }: ConsoleMediaRow): ConsoleMedia['file'] =>
  mime_type === null || size_bytes === null
    ? null
    : { fileName: file_name, mimeType: mime_type, sizeBytes: size_bytes };

// What the live versions play, with what each campaign is at this moment: running, upcoming or ended.
export async function listCampaignsPlaying(
  db: Queryable,
  merchantId: MerchantId,
  mediaId: MediaId,
  now: number,
): Promise<CampaignRef[]> {
  const rows = await selectCampaignsPlaying(db, merchantId, mediaId);
  return rows.map((row) => toCampaignRef(row, now));
}

// Of those, what some screen plays now or soon.
export async function listCampaignsNotOver(
  db: Queryable,
  merchantId: MerchantId,
  mediaId: MediaId,
  now: number,
): Promise<CampaignRef[]> {
  const rows = await selectCampaignsPlaying(db, merchantId, mediaId);
  if (rows.length === 0) return [];
  const isOver = await findOverEverywhere(db, merchantId, now);
  return rows.filter((row) => !isOver(flightOf(row))).map((row) => toCampaignRef(row, now));
}

const flightOf = ({ flight_start, flight_end }: PlayingRow): Flight => ({ start: flight_start, end: flight_end });

function toCampaignRef(row: PlayingRow, now: number): CampaignRef {
  const lifecycle = { isLive: true, wasPublished: true, flight: flightOf(row), timeZone: row.time_zone };
  return { lineageId: row.lineage_id, name: row.name, status: statusAt(now, lifecycle) };
}
