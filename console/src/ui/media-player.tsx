import { Anchor, Text } from '@mantine/core';
import type { Media } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import './media-player.css';
import { Quiet } from './quiet.js';
import { useSignedUrl } from './use-signed-url.js';

type Playable = Pick<Media, 'name' | 'type' | 'fileUrl'> & { readonly thumbnailUrl?: string | null };

type Props = {
  readonly media: Playable;
  // For a preview that plays by itself; then without a sound, because browsers refuse it otherwise.
  readonly isAutomatic?: boolean;
  // Whether that preview runs at this moment.
  readonly isPlaying?: boolean;
  // The signature ran out while the page stood open: read the item again.
  readonly onBroken?: () => void;
};

// One item as a screen would show it, in the size of its place. Pictures and pages last as long as the caller says.
export function MediaPlayer({ media, isAutomatic = false, isPlaying = true, onBroken }: Props): ReactNode {
  const { url, onError } = useSignedUrl(media.fileUrl, onBroken);
  if (url === undefined) return <Missing />;
  switch (media.type) {
    case 'image':
      return (
        <div className="media-player">
          <img src={url} alt={media.name} onError={onError} />
        </div>
      );
    case 'video':
      return (
        <div className="media-player">
          {/* A merchant's clip for a shop window: there is no text of it to show. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <video
            key={url}
            ref={(video) => {
              if (isAutomatic && video !== null) follow(video, isPlaying);
            }}
            src={url}
            aria-label={media.name}
            controls={!isAutomatic}
            autoPlay={isAutomatic && isPlaying}
            muted={isAutomatic}
            playsInline
            preload="metadata"
            {...(media.thumbnailUrl !== null && { poster: media.thumbnailUrl })}
            onError={onError}
          />
        </div>
      );
    case 'web':
      return <WebPage name={media.name} url={url} />;
  }
}

// A browser may refuse to play; then the picture stands.
function follow(video: HTMLVideoElement, isPlaying: boolean): void {
  if (isPlaying) void video.play().catch(() => {});
  else video.pause();
}

const Missing = (): ReactNode => (
  <div className="media-player">
    <Text c="dimmed" size="sm">
      This file cannot be shown here.
    </Text>
  </div>
);

// Nobody knows what the page does: it may run, but not open windows, ask, submit, or lead this page elsewhere. A page of
// this very origin would get out of its sandbox with a store of its own, so it gets none.
function WebPage({ name, url }: { readonly name: string; readonly url: string }): ReactNode {
  const isForeign = URL.canParse(url) && new URL(url).origin !== location.origin;
  return (
    <div className="media-player media-player-page">
      <iframe
        src={url}
        title={name}
        sandbox={isForeign ? 'allow-scripts allow-same-origin' : 'allow-scripts'}
        referrerPolicy="no-referrer"
        loading="lazy"
      />
      <Quiet size="xs" p="xs">
        If it stays empty, the page does not let itself be shown inside another.{' '}
        <Anchor href={url} target="_blank" rel="noreferrer noopener" size="xs">
          Open it in a new tab
        </Anchor>
      </Quiet>
    </div>
  );
}
