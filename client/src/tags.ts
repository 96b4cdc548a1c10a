import type { ListTagsQuery, Tag, TagPage } from './generated/types.js';
import type { ListOptions } from './list-options.js';
import { createPageList, type PageList } from './page-list.js';
import type { Transport } from './transport.js';

export type Tags = {
  /** The merchant's tags by name. */
  readonly list: (options?: ListOptions<ListTagsQuery>) => PageList<Tag>;
};

export const createTags = ({ get }: Transport): Tags => ({
  list: ({ signal, ...query } = {}) =>
    createPageList(query.cursor, (cursor) => get<TagPage>('/tags', { ...query, cursor }, { signal })),
});
