import type { KeyboardEvent, ReactNode } from 'react';
import type { ListSelection } from '../ui/use-list-selection.js';
import { LibraryCard, LibraryLine, WaitingCard } from './library-card.js';
import { isRead } from './library.js';
import type { MediaSearch } from './media-search.js';
import type { Library, Origin } from './use-library.js';

type Props = {
  readonly library: Library;
  // The places that are drawn, one after the other.
  readonly shown: readonly number[];
  readonly columns: number;
  readonly rowHeight: number;
  readonly search: MediaSearch;
  readonly selection: ListSelection;
  readonly onBroken: () => void;
  readonly keys: { readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void };
};

// What is on screen of the list, in its place.
export function LibraryItems(props: Props): ReactNode {
  const { library, shown, columns, rowHeight, search, selection, onBroken, keys } = props;
  const { items, total, isOld } = library;
  const isLines = search.view === 'list';
  const Item = isLines ? LibraryLine : LibraryCard;
  return (
    <ul
      className={`plain-list ${isLines ? 'media-lines' : 'media-grid'}`}
      aria-label="Media"
      aria-busy={isOld}
      data-selecting={selection.ids.size > 0}
      style={{
        transform: `translateY(${((shown[0] ?? 0) / columns) * rowHeight}px)`,
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
            origin={originOf(library, at)}
            onBroken={onBroken}
          />
        );
      })}
    </ul>
  );
}

function originOf({ start, below, above }: Library, at: number): Origin | undefined {
  if (at < start.last) return undefined;
  return [below, above].find((part) => part !== undefined && part.first <= at && at < part.last)?.origin;
}
