import type { CountedTag } from '@vitrine/contract/tags';
import { formatCount } from '../ui/format-length.js';

const countedAs =
  (one: string, many: string, none: string) =>
  (count: number): string =>
    count === 0 ? none : count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

export const countTags = countedAs('tag', 'tags', 'No tags');
export const countMedia = countedAs('media item', 'media items', 'No media');
export const countCampaigns = countedAs('campaign', 'campaigns', '');
export const countScreens = countedAs('screen', 'screens', '');

// "2 media items, 1 campaign and 1 screen"; nothing where nothing carries them. What carries several counts with each.
export function useWords(tags: readonly CountedTag[]): string {
  const sum = (count: (tag: CountedTag) => number): number => tags.reduce((all, tag) => all + count(tag), 0);
  const [media, campaigns, screens] = [
    sum((tag) => tag.mediaCount),
    sum((tag) => tag.campaignCount),
    sum((tag) => tag.screenCount),
  ];
  const words = [media > 0 && countMedia(media), countCampaigns(campaigns), countScreens(screens)].filter(
    (part) => part !== false && part !== '',
  );
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
