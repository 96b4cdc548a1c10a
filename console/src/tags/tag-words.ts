import type { CountedTag } from '@vitrine/contract/tags';
import { formatCount } from '../ui/format-length.js';

const counted = (count: number, one: string, many: string): string | undefined =>
  count === 0 ? undefined : count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

export const countTags = (count: number): string => counted(count, 'tag', 'tags') ?? 'No tags';
export const countMedia = (count: number): string => counted(count, 'media item', 'media items') ?? 'No media';

const otherUses = ({ campaignCount, screenCount }: Omit<CountedTag, 'id' | 'name'>): string[] =>
  [counted(campaignCount, 'campaign', 'campaigns'), counted(screenCount, 'screen', 'screens')].filter(
    (words) => words !== undefined,
  );

// What stands behind the number of media: " · 1 campaign · 2 screens".
export const otherUseWords = (tag: CountedTag): string =>
  otherUses(tag)
    .map((words) => ` · ${words}`)
    .join('');

// "2 media items, 1 campaign and 1 screen"; nothing where nothing carries them. What carries several counts with each.
export function useWords(tags: readonly CountedTag[]): string {
  const sum = (count: (tag: CountedTag) => number): number => tags.reduce((all, tag) => all + count(tag), 0);
  const uses = {
    mediaCount: sum((tag) => tag.mediaCount),
    campaignCount: sum((tag) => tag.campaignCount),
    screenCount: sum((tag) => tag.screenCount),
  };
  const words = [...(uses.mediaCount > 0 ? [countMedia(uses.mediaCount)] : []), ...otherUses(uses)];
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
