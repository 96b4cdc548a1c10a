import { IconPhoto, IconVideo, IconWorld, type TablerIcon } from '@tabler/icons-react';
import type { Media, MediaType } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import './media-thumbnail.css';
import { useSignedUrl } from './use-signed-url.js';

export const MEDIA_TYPES: Readonly<Record<MediaType, { readonly label: string; readonly icon: TablerIcon }>> = {
  image: { label: 'Image', icon: IconPhoto },
  video: { label: 'Video', icon: IconVideo },
  web: { label: 'Web page', icon: IconWorld },
};

type Props = {
  readonly media: Pick<Media, 'type' | 'thumbnailUrl'>;
  // The signature ran out while the page stood open: read the list again.
  readonly onBroken?: () => void;
};

// Fills its place, 16 to 9 unless the place says otherwise. Nothing of it is loaded before it comes near the screen. The
// picture is decoration: its name stands beside it.
export function MediaThumbnail({ media, onBroken }: Props): ReactNode {
  const { url, onError } = useSignedUrl(media.thumbnailUrl, onBroken);
  const Icon = MEDIA_TYPES[media.type].icon;
  return (
    <div className="media-thumbnail">
      {url === undefined ? (
        <Icon size={32} stroke={1.4} aria-hidden />
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" draggable={false} onError={onError} />
      )}
    </div>
  );
}
