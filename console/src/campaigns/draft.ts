import type { Flight } from '@vitrine/contract/campaigns';
import type { ConsoleCampaign, UpdateCampaignRequest } from '@vitrine/contract/console/campaigns';

// What the form holds; `revision` is what it was made on.
export type Draft = {
  readonly name: string;
  readonly flight: Flight;
  readonly landscapePlaylistId: string | null;
  readonly portraitPlaylistId: string | null;
  readonly tags: readonly string[];
  readonly revision: number;
};

export const toDraft = ({ name, latest, tags, revision }: ConsoleCampaign): Draft => ({
  name,
  flight: latest.flight,
  landscapePlaylistId: latest.landscapePlaylist?.id ?? null,
  portraitPlaylistId: latest.portraitPlaylist?.id ?? null,
  tags: tags.map((tag) => tag.name),
  revision,
});

// Only what was changed is sent: a name is no reason for a new version.
export function changesOf(draft: Draft, stored: Draft): Omit<UpdateCampaignRequest, 'revision'> {
  const { name, flight, landscapePlaylistId, portraitPlaylistId, tags } = draft;
  return {
    ...(name.trim() !== stored.name && { name: name.trim() }),
    ...((flight.start !== stored.flight.start || flight.end !== stored.flight.end) && { flight }),
    ...(landscapePlaylistId !== stored.landscapePlaylistId && { landscapePlaylistId }),
    ...(portraitPlaylistId !== stored.portraitPlaylistId && { portraitPlaylistId }),
    ...(JSON.stringify(tags) !== JSON.stringify(stored.tags) && { tags: [...tags] }),
  };
}

// What the form would hold if one's own changes were made on top of somebody else's.
export const onTopOf = (stored: Draft, mine: Omit<UpdateCampaignRequest, 'revision'>): Draft => ({
  ...stored,
  ...mine,
});
