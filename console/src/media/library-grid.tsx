import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingCards } from '../ui/loading.js';
import { focusItem, useListKeys } from '../ui/use-list-keys.js';
import { useListSelection, type ListSelection } from '../ui/use-list-selection.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import { useKeptPlace, useWidth, useWindowRows } from '../ui/use-window-rows.js';
import { idsBetween } from './ids-between.js';
import { LibraryItems } from './library-items.js';
import { LibrarySelection } from './library-selection.js';
import { isRead, toQuery } from './library.js';
import type { MediaSearch } from './media-search.js';
import { MonthScrubber } from './month-scrubber.js';
import { useBand } from './use-band.js';
import { useBoundedPart } from './use-bounded-pages.js';
import { useLibrary, type Library } from './use-library.js';

const LookDialog = lazyPart(async () => (await import('./look-dialog.js')).LookDialog);

type Props = { readonly search: MediaSearch; readonly empty: ReactNode };

// As long as the whole list from the start, so that it can be dragged to anywhere: what is on screen is read and drawn.
export function LibraryGrid({ search, empty }: Props): ReactNode {
  const library = useLibrary(search);
  const { list, items, total, isOld, failed } = library;
  const readRange = useCallback(
    async (one: string, other: string) => {
      const { ids } = await call('listConsoleMediaIds', { query: toQuery(search) });
      return idsBetween(ids, one, other);
    },
    [search],
  );
  const selection = useListSelection(items, JSON.stringify(toQuery(search)), readRange);
  return (
    <Loaded query={list} what="The media" loading={<LoadingCards count={12} />}>
      {() =>
        total === 0 && !isOld ? (
          empty
        ) : (
          <>
            <LibrarySelection selection={selection} search={search} items={items} />
            <VirtualList library={library} search={search} selection={selection} />
            {failed !== undefined && (
              <div className="media-failed">
                <ErrorNotice
                  failure={failed.error}
                  title="More could not be loaded"
                  onRetry={() => void (failed.isFetchNextPageError ? failed.fetchNextPage() : failed.refetch())}
                />
              </div>
            )}
          </>
        )
      }
    </Loaded>
  );
}

type ListProps = {
  readonly library: Library;
  readonly search: MediaSearch;
  readonly selection: ListSelection;
};

function VirtualList({ library, search, selection }: ListProps): ReactNode {
  const { items, months, total, isOld, start, below, above, readOn } = library;
  const frame = useRef<HTMLDivElement>(null);
  const isLines = search.view === 'list';
  const onBroken = useRefreshBroken('listConsoleMedia');
  const { columns, rowHeight } = measure(useWidth(frame), isLines);
  const rowCount = Math.ceil(total / columns);
  const rows = useWindowRows(frame, { count: rowCount, rowHeight, beside: 4, step: 1 });
  const [first, last] = [rows.first * columns, Math.min(rows.last * columns, total)];
  useBoundedPart(search, isOld ? undefined : start, { first, last });
  useBoundedPart(search, below, { first, last });
  useBoundedPart(search, above, { first, last });
  useKeptPlace('library', rowCount * rowHeight);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  // After every page again: whoever dragged to the end gets there.
  useEffect(() => {
    if (shown.some((at) => items[at] === undefined)) readOn({ first, last });
  });
  const [looked, look] = useState<number>();
  const lookedAt = looked === undefined ? undefined : items[looked];
  const keys = useListKeys({ columns, choose: selection.choose, onLook: look });
  const { band, onPointerDown } = useBand({ frame, columns, rowHeight, total, onBand: selection.band });
  return (
    <div className="media-library">
      <div
        ref={frame}
        className="media-frame"
        data-banding={band !== undefined}
        style={{ height: rowCount * rowHeight }}
        onPointerDown={onPointerDown}
      >
        <LibraryItems
          library={library}
          shown={shown}
          columns={columns}
          rowHeight={rowHeight}
          search={search}
          selection={selection}
          onBroken={onBroken}
          keys={keys}
        />
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
      {months !== undefined && total >= SCRUBBED_ITEMS_MIN && (
        <MonthScrubber months={months} total={total} frame={frame} columns={columns} rowHeight={rowHeight} />
      )}
    </div>
  );
}

// Some screens full.
const SCRUBBED_ITEMS_MIN = 120;
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
