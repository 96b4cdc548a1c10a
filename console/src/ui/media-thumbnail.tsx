import { IconPhoto, IconPhotoX, IconVideo, IconWorld, type TablerIcon } from '@tabler/icons-react';
import type { Media, MediaType } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import type { Pictured } from './make-thumbnail.js';
import './media-thumbnail.css';
import { useMadeThumbnail } from './use-made-thumbnail.js';
import { useSignedUrl } from './use-signed-url.js';

export const MEDIA_TYPES: Readonly<Record<MediaType, { readonly label: string; readonly icon: TablerIcon }>> = {
  image: { label: 'Image', icon: IconPhoto },
  video: { label: 'Video', icon: IconVideo },
  web: { label: 'Web page', icon: IconWorld },
};

type Shown = Pick<Media, 'type' | 'thumbnailUrl'> & Partial<Pick<Media, 'id' | 'width' | 'fileUrl'>>;

type Props = {
  // With its id and its file, an item without a thumbnail gets one.
  readonly media: Shown;
  // The signature ran out while the page stood open: read the list again.
  readonly onBroken?: () => void;
};

// Fills its place, 16 to 9 unless the place says otherwise. Nothing of it is loaded before it comes near the screen. The
// picture is decoration: its name stands beside it.
export function MediaThumbnail({ media, onBroken }: Props): ReactNode {
  const { place, made } = useMadeThumbnail(toPictured(media));
  const latest = media.thumbnailUrl ?? (made.kind === 'kept' ? made.url : null);
  const { url, onError } = useSignedUrl(latest, onBroken);
  const Icon = made.kind === 'broken' ? IconPhotoX : MEDIA_TYPES[media.type].icon;
  return (
    <div className="media-thumbnail" ref={place}>
      {url === undefined ? (
        <Icon size={32} stroke={1.4} aria-hidden />
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" draggable={false} onError={onError} />
      )}
    </div>
  );
}

function toPictured({ id, type, thumbnailUrl, width, fileUrl }: Shown): Pictured | undefined {
  if (thumbnailUrl !== null || type === 'web' || id === undefined || typeof fileUrl !== 'string') return undefined;
  return { id, type, width: width ?? null, fileUrl };
}
