import { IconPhoto, IconVideo, IconWorld, type TablerIcon } from '@tabler/icons-react';
import type { Media, MediaType } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import { formatLength } from '../ui/format-length.js';

export const TYPE_NAMES: Readonly<Record<MediaType, string>> = { image: 'Image', video: 'Video', web: 'Web page' };
const ICONS: Readonly<Record<MediaType, TablerIcon>> = { image: IconPhoto, video: IconVideo, web: IconWorld };

type Props = { readonly media: Pick<Media, 'type' | 'durationSeconds'> };

export function TypeBadge({ media: { type, durationSeconds } }: Props): ReactNode {
  const Icon = ICONS[type];
  return (
    <span className="media-badge">
      <Icon size={14} stroke={1.8} aria-hidden />
      {TYPE_NAMES[type]}
      {durationSeconds !== null && <span className="media-badge-length">{formatLength(durationSeconds)}</span>}
    </span>
  );
}
