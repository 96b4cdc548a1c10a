import type { CampaignContent, CampaignDetail, LiveContent } from '@vitrine/contract/campaigns';
import type { Principal as Caller } from '../principal.js';
import { notFound } from '../errors.js';
import type { LineageId } from '../ids.js';
import { toCampaign, type CampaignDeps } from './list-campaigns.js';
import { selectCampaign, type CampaignDetailRow } from './queries.js';

// An archived campaign is not listed, but its detail still answers (decisions, Campaigns and playlists).
export async function getCampaign(deps: CampaignDeps, caller: Caller, lineageId: LineageId): Promise<CampaignDetail> {
  const row = await selectCampaign(deps.db, caller.merchantId, lineageId);
  if (row === undefined) throw notFound('campaign');
  const resolveTags = await deps.tagDictionaries.find(caller.merchantId, row.tag_version);
  const content = toLiveContent(row);
  return { ...toCampaign(deps.clock.now(), resolveTags, row), mediaIds: mediaIdsOf(content), content };
}

// Frozen at publish time, but for the id of a playlist that has since been deleted.
function toLiveContent(row: CampaignDetailRow): LiveContent | null {
  if (row.content === null) return null;
  const { landscape, portrait } = row.content;
  return {
    landscape: withPlaylist(landscape, row.landscape_playlist_exists),
    portrait: portrait && withPlaylist(portrait, row.portrait_playlist_exists),
  };
}

const withPlaylist = ({ playlistId, items }: CampaignContent, exists: boolean): CampaignContent => ({
  playlistId: exists ? playlistId : null,
  items,
});

// Landscape first, then portrait, each id once.
function mediaIdsOf(content: LiveContent | null): string[] {
  const items = [...(content?.landscape.items ?? []), ...(content?.portrait?.items ?? [])];
  return [...new Set(items.map((item) => item.mediaId))];
}
