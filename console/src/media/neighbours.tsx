import { Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, type ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.js';
import { countQuery, libraryQuery, type KnownItem } from './library.js';
import type { MediaSearch } from './media-search.js';
import { placeIn, type Origin } from './use-library.js';

// The items before and after this one, in the library as it was left.
export function Neighbours({ id }: { readonly id: string }): ReactNode {
  const { library, libraryFrom } = useLocation({ select: ({ state }) => state });
  return library === undefined ? null : <Steps id={id} library={library} libraryFrom={libraryFrom} />;
}

type StepsProps = {
  readonly id: string;
  readonly library: MediaSearch;
  // The part of it that was read, if not its start.
  readonly libraryFrom: Origin | undefined;
};

function Steps({ id, library, libraryFrom }: StepsProps): ReactNode {
  const { at, before, after } = useNeighbours(id, library, libraryFrom);
  const count = useQuery(countQuery(library)).data;
  const navigate = useNavigate();
  // The way back leads to the library, however far somebody went.
  const show = (media: KnownItem | undefined): void => {
    if (media === undefined) return;
    const state = { library, ...(libraryFrom !== undefined && { libraryFrom }) };
    void navigate({ to: '/media/$id', params: { id: media.id }, state, replace: true });
  };
  useHotkeys([
    ['ArrowLeft', (event) => isFree(event) && show(before), { preventDefault: false }],
    ['ArrowRight', (event) => isFree(event) && show(after), { preventDefault: false }],
  ]);
  if (at < 0) return null;
  return (
    <Group gap={4} wrap="nowrap">
      {count?.isExact === true && (
        <Text size="sm" c="dimmed" className="figures" mr={4}>
          {(at + 1).toLocaleString('en')} of {count.count.toLocaleString('en')}
        </Text>
      )}
      <IconButton
        label="Previous item"
        icon={IconChevronLeft}
        disabled={before === undefined}
        onClick={() => show(before)}
      />
      <IconButton
        label="Next item"
        icon={IconChevronRight}
        disabled={after === undefined}
        onClick={() => show(after)}
      />
    </Group>
  );
}

const AHEAD = 5;

// As far as it was read, and a page more for whoever comes to its end.
function useNeighbours(id: string, library: MediaSearch, libraryFrom: Origin | undefined) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...libraryQuery(libraryFrom?.search ?? library),
    staleTime: Infinity,
  });
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const at = items.findIndex((item) => item.id === id);
  const isShort = at >= 0 && at + AHEAD >= items.length && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  const [before, after] = [items[at - 1], at < 0 ? undefined : items[at + 1]];
  if (at < 0 || libraryFrom === undefined) return { at, before, after };
  const place = placeIn(libraryFrom, at);
  return libraryFrom.isUpwards ? { at: place, before: after, after: before } : { at: place, before, after };
}

// Arrows are also for films, menus and what lies over the page.
const isFree = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('video, audio, [role="menu"]') === null &&
  document.querySelector('[role="dialog"]') === null;
