import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingCards } from '../ui/loading.js';
import type { Page } from '../ui/paged-list.js';
import { focusItem, useListKeys } from '../ui/use-list-keys.js';
import { useListSelection, type ListSelection } from '../ui/use-list-selection.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import { useKeptPlace, useWidth, useWindowRows } from '../ui/use-window-rows.js';
import { LibraryCard, LibraryLine, WaitingCard } from './library-card.js';
import { LibrarySelection } from './library-selection.js';
import { countQuery, isRead, libraryQuery, toQuery, type KnownItem } from './library.js';
import type { MediaSearch } from './media-search.js';
import { useBand } from './use-band.js';
import { useBoundedPages } from './use-bounded-pages.js';

const LookDialog = lazyPart(async () => (await import('./look-dialog.js')).LookDialog);

type Props = { readonly search: MediaSearch; readonly empty: ReactNode };

const NONE: readonly KnownItem[] = [];
const NO_PAGES: Page<KnownItem>[] = [];

// As long as the whole list from the start, so that it can be dragged to anywhere: what is on screen is read and drawn.
export function LibraryGrid({ search, empty }: Props): ReactNode {
  const list = useInfiniteQuery({ ...libraryQuery(search), placeholderData: keepPreviousData });
  const count = useQuery(countQuery(search)).data;
  const { data, hasNextPage, isPlaceholderData: isOld } = list;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? NONE, [data]);
  const selection = useListSelection(items, JSON.stringify(toQuery(search)));
  const more = count?.isExact === true && !isOld ? Math.max(count.count - items.length, 1) : 1;
  const total = items.length + (hasNextPage ? more : 0);
  return (
    <Loaded query={list} what="The media" loading={<LoadingCards count={12} />}>
      {() =>
        total === 0 && !isOld ? (
          empty
        ) : (
          <>
            <LibrarySelection selection={selection} search={search} items={items} />
            <VirtualList
              items={items}
              pages={isOld ? NO_PAGES : (data?.pages ?? NO_PAGES)}
              total={total}
              search={search}
              isOld={isOld}
              selection={selection}
              onMissing={() => {
                if (hasNextPage && !list.isFetching && !list.isFetchNextPageError && !isOld) void list.fetchNextPage();
              }}
            />
            {list.isFetchNextPageError && (
              <ErrorNotice
                failure={list.error}
                title="More could not be loaded"
                onRetry={() => void list.fetchNextPage()}
              />
            )}
          </>
        )
      }
    </Loaded>
  );
}

type ListProps = {
  readonly items: readonly KnownItem[];
  readonly pages: Page<KnownItem>[];
  readonly total: number;
  readonly search: MediaSearch;
  readonly isOld: boolean;
  readonly selection: ListSelection;
  // Something is on screen that is not read yet.
  readonly onMissing: () => void;
};

function VirtualList({ items, pages, total, search, isOld, selection, onMissing }: ListProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const isLines = search.view === 'list';
  const onBroken = useRefreshBroken('listConsoleMedia');
  const { columns, rowHeight } = measure(useWidth(frame), isLines);
  const rowCount = Math.ceil(total / columns);
  const rows = useWindowRows(frame, rowCount, rowHeight);
  const [first, last] = [rows.first * columns, Math.min(rows.last * columns, total)];
  useBoundedPages(search, pages, { first, last });
  useKeptPlace('library', rowCount * rowHeight);
  // After every page again: whoever dragged to the end gets there, page by page.
  useEffect(() => {
    if (last > items.length) onMissing();
  });
  const [looked, look] = useState<number>();
  const lookedAt = looked === undefined ? undefined : items[looked];
  const keys = useListKeys({ list: frame, columns, choose: selection.choose, onLook: look });
  const { band, onPointerDown } = useBand({ frame, columns, rowHeight, total, onBand: selection.band });
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  const Item = isLines ? LibraryLine : LibraryCard;
  return (
    <div
      ref={frame}
      className="media-frame"
      data-banding={band !== undefined}
      style={{ height: rowCount * rowHeight }}
      onPointerDown={onPointerDown}
    >
      <ul
        className={`plain-list ${isLines ? 'media-lines' : 'media-grid'}`}
        aria-label="Media"
        aria-busy={isOld}
        data-selecting={selection.ids.size > 0}
        style={{
          transform: `translateY(${rows.first * rowHeight}px)`,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridAutoRows: rowHeight,
        }}
        {...selection.handlers}
        {...keys}
      >
        {shown.map((at) => {
          const media = items[at];
          return !isRead(media) ? (
            <WaitingCard key={media?.id ?? at} isLine={isLines} />
          ) : (
            <Item
              key={media.id}
              media={media}
              at={at}
              total={total}
              isSelected={selection.ids.has(media.id)}
              search={search}
              onBroken={onBroken}
            />
          );
        })}
      </ul>
      {band !== undefined && <div className="media-band" aria-hidden style={{ ...band }} />}
      {isRead(lookedAt) && (
        <Suspense fallback={null}>
          <LookDialog
            media={lookedAt}
            search={search}
            onStep={(by) => look((at = 0) => (isRead(items[at + by]) ? at + by : at))}
            onClose={() => {
              look(undefined);
              focusItem(frame.current, looked ?? 0);
            }}
            onBroken={onBroken}
          />
        </Suspense>
      )}
    </div>
  );
}

const CARD_WIDTH_MIN = 168;
const GAP = 12;
const CARD_TEXT_HEIGHT = 58;
const LINE_HEIGHT = 56;
const PHONE_WIDTH = 640;

// A row's height follows from its cards' width, so that nothing has to be drawn to know where it stands.
function measure(width: number, isLines: boolean): { readonly columns: number; readonly rowHeight: number } {
  if (isLines) return { columns: 1, rowHeight: LINE_HEIGHT };
  const wanted = width < PHONE_WIDTH ? 150 : CARD_WIDTH_MIN;
  const columns = Math.max(1, Math.floor((width + GAP) / (wanted + GAP)));
  const cardWidth = (Math.max(width, wanted) - (columns - 1) * GAP) / columns;
  return { columns, rowHeight: Math.round((cardWidth * 9) / 16) + CARD_TEXT_HEIGHT + GAP };
}
