import { Link } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { memo, type ReactNode } from 'react';
import { MediaThumbnail } from '../ui/media-thumbnail.js';
import { TypeBadge } from './type-badge.js';

type Props = { readonly media: Media; readonly onBroken: () => void };

// Remembered, because a page more must not draw a thousand cards again.
export const MediaCard = memo(function Card({ media, onBroken }: Props): ReactNode {
  return (
    <li className="media-cell">
      <Link to="/media/$id" params={{ id: media.id }} state={{ isFromLibrary: true }} className="media-card">
        <MediaThumbnail media={media} onBroken={onBroken} />
        <span className="media-card-text">
          <span className="media-card-name">{media.name}</span>
          <TypeBadge media={media} />
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
