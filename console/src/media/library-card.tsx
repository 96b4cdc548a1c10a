import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconPhotoX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LibraryItem } from '@vitrine/contract/library';
import { memo, type ReactNode } from 'react';
import { DateTime } from '../ui/date-time.js';
import { formatBytes } from '../ui/format-bytes.js';
import { formatLength } from '../ui/format-length.js';
import { MEDIA_TYPES, MediaThumbnail } from '../ui/media-thumbnail.js';
import { SelectBox } from '../ui/select-box.js';
import type { MediaSearch } from './media-search.js';
import type { Origin } from './use-library.js';

type Props = {
  readonly media: LibraryItem;
  readonly at: number;
  readonly total: number;
  readonly isSelected: boolean;
  readonly search: MediaSearch;
  // Where the list was read from, if not from its start.
  readonly origin: Origin | undefined;
  readonly onBroken: () => void;
};

// Remembered, because a page more, or one chosen more, must not draw the others again.
export const LibraryCard = memo(function Card(props: Props): ReactNode {
  const { media, at, total, isSelected, search, origin, onBroken } = props;
  return (
    <li className="media-cell" data-at={at} data-selected={isSelected} aria-posinset={at + 1} aria-setsize={total}>
      <ItemLink media={media} search={search} origin={origin} className="media-card">
        <MediaThumbnail media={media} onBroken={onBroken} />
        <span className="media-card-text">
          <span className="media-card-name">{media.name}</span>
          <TypeBadge media={media} />
        </span>
      </ItemLink>
      <SelectBox name={media.name} isSelected={isSelected} />
    </li>
  );
});

export const LibraryLine = memo(function Line(props: Props): ReactNode {
  const { media, at, total, isSelected, search, origin, onBroken } = props;
  const { width, height, sizeBytes, addedBy, tags } = media;
  return (
    <li className="media-line" data-at={at} data-selected={isSelected} aria-posinset={at + 1} aria-setsize={total}>
      <SelectBox name={media.name} isSelected={isSelected} />
      <ItemLink media={media} search={search} origin={origin} className="media-line-link">
        <MediaThumbnail media={media} onBroken={onBroken} />
        <span className="media-line-name">
          <span className="media-card-name">{media.name}</span>
          <TypeBadge media={media} />
        </span>
        <span className="media-line-tags">{tags.map(({ name }) => name).join(', ')}</span>
        <span className="media-line-fact">{width !== null && height !== null && `${width} × ${height}`}</span>
        <span className="media-line-fact">{sizeBytes !== null && formatBytes(sizeBytes)}</span>
        <span className="media-line-fact media-line-by">{addedBy?.name}</span>
        <span className="media-line-fact">
          <DateTime value={media.createdAt} precision="day" />
        </span>
      </ItemLink>
    </li>
  );
});

type LinkProps = {
  readonly media: LibraryItem;
  readonly search: MediaSearch;
  readonly origin: Origin | undefined;
  readonly className: string;
  readonly children: ReactNode;
};

const ItemLink = ({ media, search, origin, className, children }: LinkProps): ReactNode => (
  <Link
    to="/media/$id"
    params={{ id: media.id }}
    state={{ library: search, ...(origin !== undefined && { libraryFrom: origin }) }}
    className={className}
    title={media.name}
    draggable={false}
  >
    {children}
  </Link>
);

function TypeBadge({ media }: { readonly media: LibraryItem }): ReactNode {
  const { type, durationSeconds, isBroken, warnings } = media;
  // A card has no room for both: what is wrong with it matters more, and the sign says what it is.
  const isFaulty = isBroken || warnings.length > 0;
  const { label, icon: Icon } = MEDIA_TYPES[type];
  return (
    <span className="media-badge">
      <Icon size={14} stroke={1.8} aria-hidden />
      {isFaulty ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      {durationSeconds !== null && <span className="media-badge-length">{formatLength(durationSeconds)}</span>}
      <Fault media={media} />
    </span>
  );
}

// What is wrong with it, in a word; its page says it whole.
function Fault({ media: { isBroken, warnings } }: { readonly media: LibraryItem }): ReactNode {
  if (!isBroken && warnings.length === 0) return null;
  const isUnplayable = warnings.includes('not_playable');
  const isSevere = isUnplayable || isBroken;
  const Icon = isSevere ? IconPhotoX : IconAlertTriangle;
  const severe = isUnplayable ? 'Not playable' : 'Broken';
  return (
    <span className="media-badge-fault" data-severe={isSevere}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {isSevere ? severe : 'May not play'}
    </span>
  );
}

// Where an item will be that is not read yet.
export const WaitingCard = ({ isLine }: { readonly isLine: boolean }): ReactNode => (
  <li className={isLine ? 'media-line' : 'media-cell'} aria-hidden>
    <Skeleton height="100%" radius="lg" />
  </li>
);

declare module '@tanstack/react-router' {
  interface HistoryState {
    // The page before is the library, at its place and with these filters.
    readonly library?: MediaSearch;
    // And the item was read from this place of it on.
    readonly libraryFrom?: Origin;
  }
}
