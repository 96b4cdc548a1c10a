// From what the console is told to what assistants are told: fewer fields, and names where a name will do.
import type { ConsoleCampaign, CampaignSummary } from '@vitrine/contract/campaigns';
import type { ShownItem } from '@vitrine/contract/campaign-content';
import type { LibraryItem } from '@vitrine/contract/library';
import type { ConsoleMedia } from '@vitrine/contract/media';
import type { ConsolePlaylist, PlaylistSummary } from '@vitrine/contract/playlists';
import type {
  ToolCampaign,
  ToolCampaignDetail,
  ToolMedia,
  ToolMediaDetail,
  ToolPlayedItem,
  ToolPlaylist,
  ToolPlaylistDetail,
  ToolVersion,
} from '@vitrine/contract/tool-shapes';
import type { Static } from 'typebox';

export const toToolMedia = (item: LibraryItem): Static<typeof ToolMedia> => ({
  id: item.id,
  name: item.name,
  type: item.type,
  width: item.width,
  height: item.height,
  seconds: item.durationSeconds,
  sizeBytes: item.sizeBytes,
  tags: item.tags.map(({ name }) => name),
  addedAt: item.createdAt,
  warnings: item.warnings,
});

export const toToolMediaDetail = (item: ConsoleMedia): Static<typeof ToolMediaDetail> => ({
  id: item.id,
  name: item.name,
  type: item.type,
  width: item.width,
  height: item.height,
  seconds: item.durationSeconds,
  sizeBytes: item.file?.sizeBytes ?? null,
  tags: item.tags.map(({ name }) => name),
  addedAt: item.createdAt,
  warnings: item.warnings.map(({ message }) => message),
  description: item.description,
  revision: item.revision,
  fileName: item.file?.fileName ?? null,
  mimeType: item.file?.mimeType ?? null,
  fileUrl: item.fileUrl,
  playlists: item.usedIn.playlists.map(({ id, name }) => ({ id, name })),
  campaigns: item.usedIn.campaigns.map(({ lineageId: id, name }) => ({ id, name })),
});

export const toToolCampaign = (campaign: CampaignSummary): Static<typeof ToolCampaign> => ({
  id: campaign.lineageId,
  name: campaign.name,
  status: campaign.status,
  flight: campaign.flight,
  tags: campaign.tags.map(({ name }) => name),
  revision: campaign.revision,
  unpublishedChanges: campaign.draftVersion !== null || campaign.contentChanged,
});

export const toPlayed = ({ mediaId, type, durationSeconds, media }: ShownItem): Static<typeof ToolPlayedItem> => ({
  mediaId,
  name: media?.name ?? null,
  type,
  seconds: durationSeconds,
});

type Version = Pick<ConsoleCampaign['latest'], 'version' | 'flight' | 'landscapePlaylist' | 'portraitPlaylist'>;

const toVersion = (version: Version): Static<typeof ToolVersion> => ({
  version: version.version,
  flight: version.flight,
  landscapePlaylist: toRef(version.landscapePlaylist),
  portraitPlaylist: toRef(version.portraitPlaylist),
});

const toRef = (playlist: Version['landscapePlaylist']) => playlist && { id: playlist.id, name: playlist.name };

export const toToolCampaignDetail = (
  campaign: ConsoleCampaign,
  problems: readonly string[],
): Static<typeof ToolCampaignDetail> => ({
  ...toToolCampaign({ ...campaign, flight: (campaign.live ?? campaign.latest).flight }),
  live: campaign.live && {
    ...toVersion(campaign.live),
    publishedAt: campaign.live.publishedAt,
    publishedBy: campaign.live.publishedBy?.name ?? null,
    landscape: campaign.live.landscape.map(toPlayed),
    portrait: campaign.live.portrait?.map(toPlayed) ?? null,
  },
  draft: campaign.draft && toVersion(campaign.draft),
  problems: [...problems],
});

export const toToolPlaylist = (
  playlist: Pick<PlaylistSummary, 'id' | 'name' | 'itemCount' | 'totalDurationSeconds' | 'usedIn' | 'revision'>,
): Static<typeof ToolPlaylist> => ({
  id: playlist.id,
  name: playlist.name,
  itemCount: playlist.itemCount,
  totalSeconds: playlist.totalDurationSeconds,
  usedIn: playlist.usedIn.map(({ name }) => name),
  revision: playlist.revision,
});

export const toToolPlaylistDetail = (playlist: ConsolePlaylist): Static<typeof ToolPlaylistDetail> => ({
  ...toToolPlaylist({ ...playlist, itemCount: playlist.items.length }),
  items: playlist.items.map(({ mediaId, type, durationSeconds, ownSeconds, media }) => ({
    mediaId,
    name: media.name,
    type,
    seconds: durationSeconds,
    ownSeconds,
  })),
});
