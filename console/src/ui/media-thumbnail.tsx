import { IconPhoto, IconVideo, IconWorld, type TablerIcon } from '@tabler/icons-react';
import type { Media, MediaType } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import './media-thumbnail.css';
import { useSignedUrl } from './use-signed-url.js';

type Props = {
  readonly media: Pick<Media, 'type' | 'thumbnailUrl'>;
  // Left out, the picture is decoration: its name stands beside it.
  readonly alt?: string;
  // The signature ran out while the page stood open: read the list again.
  readonly onBroken?: () => void;
};

const ICONS: Readonly<Record<MediaType, TablerIcon>> = { image: IconPhoto, video: IconVideo, web: IconWorld };

// Fills its place, 16 to 9 unless the place says otherwise. Nothing of it is loaded before it comes near the screen.
export function MediaThumbnail({ media, alt = '', onBroken }: Props): ReactNode {
  const { url, onError } = useSignedUrl(media.thumbnailUrl, onBroken);
  const Icon = ICONS[media.type];
  return (
    <div className="media-thumbnail">
      {url === undefined ? (
        <Icon size={32} stroke={1.4} aria-hidden={alt === ''} {...(alt !== '' && { role: 'img', 'aria-label': alt })} />
      ) : (
        <img src={url} alt={alt} loading="lazy" decoding="async" draggable={false} onError={onError} />
      )}
    </div>
  );
}
