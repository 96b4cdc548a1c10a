import { queryOptions, useQuery } from '@tanstack/react-query';
import { PAGE_ITEMS_MAX } from '@vitrine/contract/limits';
import type { Tag } from '@vitrine/contract/tags';
import { call } from '../api/call.js';

// More than anybody has; the end of a list that would never end.
const PAGES_MAX = 50;

// All tags of the merchant, by name. invalidateQueries({ queryKey: ['listConsoleTags'] }) reads them anew.
export const tagsQuery = queryOptions({
  queryKey: ['listConsoleTags', 'all'] as const,
  queryFn: ({ signal }) => readTags(signal),
});

const NONE: readonly Tag[] = [];

export function useTags(): readonly Tag[] {
  return useQuery(tagsQuery).data ?? NONE;
}

async function readTags(signal: AbortSignal): Promise<readonly Tag[]> {
  const tags: Tag[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: PAGE_ITEMS_MAX, ...(cursor !== undefined && { cursor }) };
    const { items, nextCursor } = await call('listConsoleTags', { query }, signal);
    tags.push(...items);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return tags;
}
