// The same in words, for models whose host hands on no more than text: ids stand behind names.
import { formatBytes } from '@vitrine/contract/format-bytes';
import type {
  ToolCampaign,
  ToolCampaignDetail,
  ToolFoundMedia,
  ToolMedia,
  ToolMediaDetail,
  ToolPlayedItem,
  ToolPlaylist,
  ToolPlaylistDetail,
} from '@vitrine/contract/tool-shapes';
import type { Static } from 'typebox';

type Media = Static<typeof ToolMedia>;
type Campaign = Static<typeof ToolCampaign>;
type Flight = Campaign['flight'];
type Played = readonly Static<typeof ToolPlayedItem>[];

export const lines = (...parts: readonly (string | readonly string[] | false | undefined | null)[]): string =>
  parts
    .flat()
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n');

// A part of a list may be empty and not be the last.
export const listed = (nothing: string, items: readonly string[], nextCursor: string | null): string =>
  nextCursor === null
    ? lines(items.length === 0 ? nothing : items)
    : lines(items.length === 0 ? 'Nothing among these.' : items, `There are more: cursor ${nextCursor}`);

function sayMedia(item: Media): string {
  const size = item.width === null ? undefined : `${item.width}×${item.height}`;
  const facts = [item.type, size, item.seconds === null ? undefined : `${item.seconds} s`, sizeOf(item), tagsOf(item)];
  return `${item.name} (${item.id}): ${facts.filter((fact) => fact !== undefined).join(', ')}`;
}

export function sayFoundMedia({ uses, usedIn, ...item }: Static<typeof ToolFoundMedia>): string {
  const more = uses > usedIn.length ? ` and ${uses - usedIn.length} more` : '';
  return `${sayMedia(item)}, ${uses === 0 ? 'used nowhere' : `used in ${usedIn.join(', ')}${more}`}`;
}

const sizeOf = ({ sizeBytes }: Media): string | undefined => (sizeBytes === null ? undefined : formatBytes(sizeBytes));
const tagsOf = ({ tags }: { readonly tags: readonly string[] }): string =>
  tags.length === 0 ? 'no tags' : `tags ${tags.join(', ')}`;

export const sayMediaDetail = (item: Static<typeof ToolMediaDetail>): string =>
  lines(
    sayMedia(item),
    item.description === null ? 'It has no description.' : `Description: ${item.description}`,
    `Revision ${item.revision}.`,
    item.playlists.length > 0 && `In the playlists ${item.playlists.map(({ name }) => name).join(', ')}.`,
    item.campaigns.length > 0 && `Played by the live campaigns ${item.campaigns.map(({ name }) => name).join(', ')}.`,
    item.playlists.length + item.campaigns.length === 0 && 'It is used nowhere.',
    item.warnings,
    item.fileUrl !== null && `File: ${item.fileUrl}`,
  );

export function sayFlight({ start, end }: Flight): string {
  if (start === null && end === null) return 'without a beginning or an end';
  return [start !== null && `from ${start}`, end !== null && `until ${end}`].filter(Boolean).join(' ');
}

export const sayCampaign = (campaign: Campaign): string =>
  `${campaign.name} (${campaign.id}): ${campaign.status}, ${sayFlight(campaign.flight)}, ${tagsOf(campaign)}, revision ${campaign.revision}${campaign.unpublishedChanges ? ', with changes that are not published' : ''}`;

export const sayCampaignDetail = (campaign: Static<typeof ToolCampaignDetail>): string =>
  lines(
    sayCampaign(campaign),
    campaign.live === null
      ? 'Nothing of it is live.'
      : `Live is version ${campaign.live.version}, published ${campaign.live.publishedAt}${campaign.live.publishedBy === null ? '' : ` by ${campaign.live.publishedBy}`}:`,
    campaign.live !== null && sayPlayed(campaign.live.landscape),
    campaign.live?.portrait && ['On portrait screens:', sayPlayed(campaign.live.portrait)],
    campaign.draft !== null &&
      `Being worked on is version ${campaign.draft.version}: ${sayFlight(campaign.draft.flight)}, playlist ${campaign.draft.landscapePlaylist?.name ?? 'none yet'}.`,
    campaign.problems.length > 0 && `Before it can be published: ${campaign.problems.join(' ')}`,
  );

export const sayPlayed = (items: Played): string =>
  items.length === 0
    ? '- nothing'
    : items
        .map(({ name, mediaId, type, seconds }) => `- ${name ?? 'deleted since'} (${mediaId}), ${type}, ${seconds} s`)
        .join('\n');

export const sayPlaylist = (playlist: Static<typeof ToolPlaylist>): string =>
  `${playlist.name} (${playlist.id}): ${playlist.itemCount} items, ${playlist.totalSeconds} s, revision ${playlist.revision}, ${playlist.usedIn.length === 0 ? 'used in no campaign' : `used in ${playlist.usedIn.join(', ')}`}`;

export const sayPlaylistDetail = (playlist: Static<typeof ToolPlaylistDetail>): string =>
  lines(sayPlaylist(playlist), sayPlayed(playlist.items));
