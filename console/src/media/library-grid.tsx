import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { memo, type ReactNode } from 'react';
import { countItems, formatLength } from '../ui/format-length.js';
import { LoadingCards } from '../ui/loading.js';
import { MEDIA_TYPES, MediaThumbnail } from '../ui/media-thumbnail.js';
import { PagedList } from '../ui/paged-list.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import { libraryQuery } from './library.js';
import type { MediaSearch } from './media-search.js';

type Props = { readonly search: MediaSearch; readonly empty: ReactNode };

export function LibraryGrid({ search, empty }: Props): ReactNode {
  const onBroken = useRefreshBroken('listConsoleMedia');
  return (
    <PagedList query={libraryQuery(search)} what="The media" loading={<LoadingCards count={12} />} empty={empty}>
      {(items, isOld) => (
        <>
          <VisuallyHidden role="status">{`${countItems(items.length)} shown`}</VisuallyHidden>
          <ul className="plain-list media-grid" aria-label="Media" aria-busy={isOld}>
            {items.map((media) => (
              <MediaCard key={media.id} media={media} onBroken={onBroken} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  );
}

type CardProps = { readonly media: Media; readonly onBroken: () => void };

// Remembered, because a page more must not draw a thousand cards again.
const MediaCard = memo(function Card({ media, onBroken }: CardProps): ReactNode {
  const { label, icon: Icon } = MEDIA_TYPES[media.type];
  return (
    <li className="media-cell">
      <Link to="/media/$id" params={{ id: media.id }} state={{ isFromLibrary: true }} className="media-card">
        <MediaThumbnail media={media} onBroken={onBroken} />
        <span className="media-card-text">
          <span className="media-card-name">{media.name}</span>
          <span className="media-badge">
            <Icon size={14} stroke={1.8} aria-hidden />
            {label}
            {media.durationSeconds !== null && (
              <span className="media-badge-length">{formatLength(media.durationSeconds)}</span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
});

declare module '@tanstack/react-router' {
  interface HistoryState {
    // The page before is the library, with its filters and at its place.
    readonly isFromLibrary?: true;
  }
}
