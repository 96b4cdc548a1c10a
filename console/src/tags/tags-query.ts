import type { CountedTag, CountedTagPage } from '@vitrine/contract/tags';
import { call } from '../api/call.js';
import { pagesQuery, readPages, type PageStart } from '../ui/paged-list.js';
import type { TagsSearch } from './tags-search.js';

const PAGE_ITEMS = 100;

export const tagsQuery = (search: TagsSearch) =>
  pagesQuery<CountedTag, CountedTagPage>(['listTagCounts', search], (start, signal) => read(search, start, signal));

export const readAllTags = (search: TagsSearch): Promise<CountedTag[]> => readPages((start) => read(search, start));

const read = ({ q, sort, unused }: TagsSearch, start: PageStart, signal?: AbortSignal): Promise<CountedTagPage> => {
  const query = {
    limit: PAGE_ITEMS,
    ...(q !== undefined && { q }),
    ...(sort !== undefined && { sort }),
    ...(unused && { unused: 'true' as const }),
    ...start,
  };
  return call('listTagCounts', { query }, signal);
};
