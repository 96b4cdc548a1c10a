import { Button, Center } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { ErrorNotice } from './error-notice.js';
import { Loaded } from './loaded.js';

export type Page<Item> = { readonly items: Item[]; readonly nextCursor: string | null };
export type Pages<Item> = InfiniteData<Page<Item>, PageStart>;
// What a page begins after; the first one after nothing.
export type PageStart = { readonly cursor?: string };

const FIRST: PageStart = {};

// A list that is read page by page. The key begins with the endpoint's name.
export const pagesQuery = <Item, Read extends Page<Item> = Page<Item>>(
  queryKey: readonly unknown[],
  read: (start: PageStart, signal: AbortSignal) => Promise<Read>,
) => ({
  queryKey,
  queryFn: ({ pageParam, signal }: { pageParam: PageStart; signal: AbortSignal }) => read(pageParam, signal),
  initialPageParam: FIRST,
  getNextPageParam: ({ nextCursor }: Page<Item>) => (nextCursor === null ? undefined : { cursor: nextCursor }),
});

// All that a list has, those that are on no page yet too.
export async function readPages<Item>(read: (start: PageStart) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let start: PageStart | undefined = FIRST;
  while (start !== undefined) {
    const page: Page<Item> = await read(start);
    items.push(...page.items);
    start = page.nextCursor === null ? undefined : { cursor: page.nextCursor };
  }
  return items;
}

type Props<Item> = {
  readonly query: ReturnType<typeof pagesQuery<Item>>;
  readonly what: string;
  readonly loading?: ReactNode;
  readonly empty: ReactNode;
  // `isOld` while another search is on its way and the last one still shown.
  readonly children: (items: readonly Item[], isOld: boolean) => ReactNode;
};

// While another search is on its way the last one stays: the page does not jump with every letter.
export function PagedList<Item>({ query, what, loading, empty, children }: Props<Item>): ReactNode {
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const { data, fetchNextPage, isPlaceholderData: isOld } = list;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <Loaded query={list} what={what} {...(loading !== undefined && { loading })}>
      {() =>
        items.length === 0 && !isOld && !list.hasNextPage ? (
          empty
        ) : (
          <>
            {children(items, isOld)}
            {list.isFetchNextPageError ? (
              <ErrorNotice failure={list.error} title="More could not be loaded" onRetry={onMore} />
            ) : (
              list.hasNextPage && (
                <LoadMore isLoading={list.isFetchingNextPage} pages={data?.pages.length ?? 0} onMore={onMore} />
              )
            )}
          </>
        )
      }
    </Loaded>
  );
}

const AHEAD = '1200px';

type MoreProps = { readonly isLoading: boolean; readonly pages: number; readonly onMore: () => void };

// Loads by itself when its end comes near. The button is for those who do not scroll, and for browsers that do not tell.
// Looked at anew with every page: one that came before it was drawn as loading would else have been the last.
function LoadMore({ isLoading, pages, onMore }: MoreProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null || isLoading) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) onMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isLoading, pages, onMore]);
  return (
    <Center ref={place} py="lg">
      <Button variant="default" loading={isLoading} onClick={onMore}>
        Load more
      </Button>
    </Center>
  );
}
