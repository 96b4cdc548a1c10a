import type { TagSort } from '@vitrine/contract/tags';
import { parseTextSearch, type TextSearch } from '../ui/text-search.js';

export type TagsSearch = TextSearch & {
  readonly sort?: TagSort | undefined;
  // Only what nothing carries.
  readonly unused?: true | undefined;
};

export const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'most', label: 'Most used' },
] as const satisfies readonly { value: TagSort; label: string }[];

// What the address says about the list: ?q=summer&sort=most. The usual order is not in it.
export const parseTagsSearch = ({ sort, unused, ...search }: Record<string, unknown>): TagsSearch => ({
  ...parseTextSearch(search),
  sort: sort === 'most' ? sort : undefined,
  unused: unused === true || unused === 'true' ? true : undefined,
});
