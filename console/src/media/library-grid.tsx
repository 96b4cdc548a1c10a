import { VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.js';
import { LoadingCards } from '../ui/loading.js';
import { libraryQuery } from './library.js';
import { LoadMore } from '../ui/load-more.js';
import { MediaCard } from './media-card.js';
import type { MediaSearch } from './media-search.js';
import { useRefreshBroken } from '../ui/use-refresh-broken.js';

type Props = { readonly search: MediaSearch; readonly empty: ReactNode };

export function LibraryGrid({ search, empty }: Props): ReactNode {
  // While another search is on its way the last one stays: the page does not jump with every letter.
  const list = useInfiniteQuery({ ...libraryQuery(search), placeholderData: keepPreviousData });
  const { fetchNextPage, refetch } = list;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const onBroken = useRefreshBroken('listConsoleMedia');
  if (list.isPending) return <LoadingCards count={12} />;
  if (list.data === undefined) {
    return <ErrorNotice failure={list.error} title="The media could not be loaded" onRetry={() => void refetch()} />;
  }
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !list.isPlaceholderData) return empty;
  return (
    <>
      <VisuallyHidden role="status">{`${items.length} ${items.length === 1 ? 'item' : 'items'} shown`}</VisuallyHidden>
      <ul className="media-grid" aria-label="Media" aria-busy={list.isPlaceholderData}>
        {items.map((media) => (
          <MediaCard key={media.id} media={media} onBroken={onBroken} />
        ))}
      </ul>
      {list.isFetchNextPageError ? (
        <ErrorNotice failure={list.error} title="More could not be loaded" onRetry={onMore} />
      ) : (
        list.hasNextPage && <LoadMore isLoading={list.isFetchingNextPage} onMore={onMore} />
      )}
    </>
  );
}
